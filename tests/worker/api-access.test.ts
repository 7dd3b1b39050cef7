import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createApi } from "../../workers/api/api";
import { aClient } from "../support/accounts";
import { seededShop } from "../support/seeded";

/** Who may use each API address. Every new address must be listed. */
const doors: Readonly<Record<string, "anybody" | "session" | "provider">> = {
	"GET /domains/search": "anybody",
	"GET /enquiries/stamp": "anybody",
	"GET /health": "anybody",
	"GET /status": "anybody",
	"GET /uptime": "anybody",
	// Only prices of renewals depend on their owner.
	"POST /cart/quote": "session",
	"POST /cart/added": "anybody",
	"POST /enquiries/:kind": "anybody",
	"POST /help/suggestions": "anybody",
	"POST /mail/events": "provider",
	"POST /payments/:provider": "provider",
	"POST /payments/:provider/:token": "provider",
	"POST /payments/:provider/validation/:token": "provider",
	"POST /payments/:provider/confirmation/:token": "provider",
	"POST /payments/:provider/result/:token": "provider",
	"POST /payments/:provider/refund/:token": "provider",
	"POST /userauth/register": "anybody",
	"POST /userauth/login": "anybody",
	"POST /userauth/two-factor": "anybody",
	"POST /userauth/verify-email": "anybody",
	"POST /userauth/resend-verification": "anybody",
	"POST /userauth/forgot-password": "anybody",
	"POST /userauth/reset-password": "anybody",
	"POST /userauth/logout": "session",
};

const routes = createApi().routes.filter(({ method }) => method !== "ALL");

let shop: Awaited<ReturnType<typeof seededShop>>;
beforeAll(async () => {
	shop = await seededShop();
});

test("every API address declares who may use it", () => {
	expect([...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual(Object.keys(doors).sort());
});

test("no API address shows or changes a customer's data for a visitor or another customer", async () => {
	const project = shop.rows.projects.find(({ userId }) => userId === shop.demo.id);
	const task = shop.rows.projectTasks.find(({ projectId }) => projectId === project?.id);
	const domain = shop.rows.domains.find(({ userId }) => userId === shop.demo.id);
	const params = {
		":projectId": project?.id,
		":taskId": task?.id,
		":provider": "sandbox",
		":token": "x",
		":kind": "quote",
	};
	const cart = { items: [{ key: "a", productId: "domain-renewal", domain: domain?.name, quantity: 1 }] };
	const theirs = {
		userId: shop.demo.id,
		name: "Taken",
		body: "Taken",
		completed: true,
		status: "completed",
	};
	const before = await rowsOf(shop.demo.id);
	for (const { method, path } of routes) {
		const address = path.replace(/:\w+/g, (name) => String(params[name as keyof typeof params]));
		for (const cookie of ["", shop.otherSession.cookie]) {
			const response = await exports.default.fetch(
				new Request(`https://kikoa.test/api${address}`, {
					method,
					headers: {
						...{ "CF-Connecting-IP": aClient().key, Origin: "https://kikoa.test", Cookie: cookie },
						...{ "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
					},
					...(method !== "GET" && { body: JSON.stringify(path === "/cart/quote" ? cart : theirs) }),
				}),
			);
			const text = await response.text();
			expect(response.status, `${method} ${path}`).toBeLessThan(500);
			expect(text, `${method} ${path}`).not.toMatch(/amani|odhiambo|duka online/i);
			const door = doors[`${method} ${path}`];
			if (door === "provider") expect([401, 404], `${method} ${path}`).toContain(response.status);
			if (path === "/cart/quote") expect(text).toMatch(cookie ? /not in your account/ : /[Ss]ign in/);
		}
	}
	expect(await rowsOf(shop.demo.id)).toEqual(before);
});

async function rowsOf(userId: string) {
	const { results: tables } = await env.DB.prepare(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`user_id`%'",
	).all<{ name: string }>();
	const found = await env.DB.batch(
		tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}" WHERE user_id = ?`).bind(userId)),
	);
	return found.map(({ results }) => results);
}

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, sessions } from "~/db/schema";
import { cartValueOf, decodeCart } from "~/features/cart/cart-cookie";
import { changeLimit } from "~/features/domains/change-limits";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { mostSelected } from "~/features/domains/selected-domains";
import { action, loader } from "~/routes/portal/selected-domains";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aName, quietServices } from "../support/orders";
import { load, post } from "../support/route-action";
import { writeRows } from "../support/rows";

const db = createDatabase(env.DB);

async function aHolder() {
	const services = quietServices();
	const { user, owner, cookie } = await aConfirmedOwner(services);
	const send = (change: string, ids: readonly string[], more: Record<string, string> = {}) =>
		post(action, {
			services,
			cookie,
			address: `/dashboard/domains/selected?change=${change}`,
			form: [["change", change], ...ids.map((id): [string, string] => ["domain", id]), ...Object.entries(more)],
		});
	return { services, user, owner, cookie, send };
}

const row = async (id: string) => (await db.read(db.orm.select().from(domains).where(eq(domains.id, id))))[0];

/** The results by domain: null, or why it was not changed. */
function resultsOf(answer: unknown): Record<string, string | null> {
	const { data, results } = answer as { data?: { results: Result[] }; results?: Result[] };
	return Object.fromEntries((results ?? data?.results ?? []).map(({ name, refusal }) => [name, refusal]));
}
type Result = { readonly name: string; readonly refusal: string | null };

test("a change applies to each selected domain of the owner, and says why others stay as they are", async () => {
	const { services, user, send } = await aHolder();
	const stranger = await aHolder();
	const [off, on] = [await aDomain(user.id, { autoRenew: false }), await aDomain(user.id, { autoRenew: true })];
	const limited = await aDomain(user.id, { autoRenew: false });
	const theirs = await aDomain(stranger.user.id, { autoRenew: false });
	const key = ["domain-change", limited.id] as const;
	await services.rateLimiter.takeAll([{ key: [...key], ...changeLimit, cost: changeLimit.limit }]);

	const answer = await send("auto-renew-on", [off.id, on.id, limited.id, theirs.id, "dom_absent", off.id]);
	expect(resultsOf(answer)).toEqual({
		[off.name]: null,
		[on.name]: "Auto-renew is already on.",
		[limited.name]: expect.stringContaining("was changed too many times"),
	});
	expect((await row(off.id))?.autoRenew).toBe(true);
	expect([(await row(limited.id))?.autoRenew, (await row(theirs.id))?.autoRenew]).toEqual([false, false]);
	expect(await send("auto-renew-on", [theirs.id])).toMatchObject({ init: { status: 404 } });
});

test("the same form sent twice at once changes the domains once more at most, and reports both as done", async () => {
	const { user, send } = await aHolder();
	const ids = (await Promise.all(Array.from({ length: 25 }, () => aDomain(user.id, { locked: false })))).map(
		({ id }) => id,
	);
	const answers = await Promise.all([send("lock", ids), send("lock", ids)]);
	for (const answer of answers)
		for (const refusal of Object.values(resultsOf(answer))) expect([null, "It is already locked."]).toContain(refusal);
	for (const id of ids) expect((await row(id))?.locked).toBe(true);
});

test("no domains, too many or an unknown change are refused, and nothing changes", async () => {
	const { services, user, owner, send } = await aHolder();
	const { id } = await aDomain(user.id, { autoRenew: false });
	const many = [id, ...Array.from({ length: 499 }, (_, index) => `dom_${index}`)];
	const refused = (text: string) => ({
		data: { failure: { message: expect.stringContaining(text) } },
		init: { status: 400 },
	});
	expect(await send("auto-renew-on", many)).toMatchObject(refused("at most 100"));
	expect(await send("auto-renew-on", [])).toMatchObject(refused("at least one"));
	expect(await send("delete", [id])).toMatchObject(refused("not known"));
	expect((await row(id))?.autoRenew).toBe(false);
	const list = domainListSchema.parse({});
	expect(await services.portfolio.selected(owner, many)).toMatchObject({ ok: false });
	await Promise.all(Array.from({ length: mostSelected }, () => aDomain(user.id)));
	expect(await services.portfolio.selected(owner, list)).toMatchObject({ ok: false });
	expect(await services.portfolio.selected(owner, { ...list, renew: "off" })).toMatchObject({ ok: true });
});

test("an invalid filter of the list never selects all domains", async () => {
	const { services, user, cookie } = await aHolder();
	await aDomain(user.id);
	const preview = (filters: string) =>
		load(loader, { services, cookie, address: `/dashboard/domains/selected?change=lock&all=on&${filters}` });
	for (const filters of ["tab=gone", "due=31", "renew=maybe", `q=${"x".repeat(254)}`, `tld=${"x".repeat(64)}`]) {
		const [name = ""] = filters.split("=");
		expect(await preview(filters), filters).toMatchObject({
			data: { domains: [], problem: expect.stringContaining(`${name}: `) },
			init: { status: 400 },
		});
	}
	expect(await preview("tab=&due=&renew=")).toMatchObject({ domains: [{}], problem: null });
});

test("unlocking and nameservers need the password again, and keep what was typed", async () => {
	const { user, send } = await aHolder();
	const { id } = await aDomain(user.id, { locked: true });
	await writeRows(db, [
		db.orm.update(sessions).set({ confirmedAt: 1, createdAt: 1 }).where(eq(sessions.userId, user.id)),
	]);
	const hosts = { host0: "ns1.example.com", host1: "ns2.example.com" };
	expect(await send("unlock", [id])).toMatchObject({ data: { failure: { code: "confirm_password" } } });
	expect(await send("nameservers", [id], hosts)).toMatchObject({
		data: { failure: { code: "confirm_password" }, values: { hosts: ["ns1.example.com", "ns2.example.com", "", ""] } },
	});
	expect(await row(id)).toMatchObject({ locked: true, nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"] });
	expect(resultsOf(await send("auto-renew-off", [id])), "needs no password").toBeDefined();
});

test("new nameservers are set for each domain, except one with DNSSEC or one that is still being transferred", async () => {
	const { user, send } = await aHolder();
	const [plain, signed] = [await aDomain(user.id), await aDomain(user.id, { dnssec: "active" })];
	const moving = await aDomain(user.id, { status: "transfer_in" });
	const ids = [plain.id, signed.id, moving.id];
	expect(await send("nameservers", ids, { host0: "ns1.example.com", host1: "-" })).toMatchObject({
		data: { failure: { fields: { host1: expect.any(String) } } },
	});
	const within = { host0: `ns1.${plain.name}`, host1: "ns2.example.com" };
	expect(await send("nameservers", [plain.id], within)).toMatchObject({
		data: { failure: { message: expect.stringContaining("needs an address") } },
	});
	const hosts = { host0: "ns1.example.com", host1: "ns2.example.com" };
	expect(resultsOf(await send("nameservers", ids, hosts))).toEqual({
		[plain.name]: null,
		[signed.name]: expect.stringContaining("DNSSEC is on"),
		[moving.name]: expect.stringContaining("is still being transferred"),
	});
	expect((await row(plain.id))?.nameservers).toEqual(["ns1.example.com", "ns2.example.com"]);
	expect((await row(signed.id))?.nameservers).toEqual(["ns1.kikoa.example", "ns2.kikoa.example"]);
});

test("renewals of the selected domains go into the cart until it is full", async () => {
	const { user, send } = await aHolder();
	const chosen = await Promise.all(Array.from({ length: 60 }, () => aDomain(user.id)));
	const gone = await aDomain(user.id, { status: "redemption", name: aName("com") });
	const answer = await send("renew", [...chosen.map(({ id }) => id), gone.id]);
	const results = resultsOf(answer);
	expect(results[gone.name]).toContain("in redemption");
	const { headers } = (answer as { init: { headers: Headers } }).init;
	const cart = decodeCart(cartValueOf(headers.getSetCookie().join("; ")))?.cart ?? [];
	const added = chosen.filter(({ name }) => results[name] === null);
	expect(cart.map(({ domain, category, quantity }) => [domain, category, quantity]).sort()).toEqual(
		added.map(({ name }) => [name, "renewal", 1]).sort(),
	);
	expect(added.length).toBeLessThanOrEqual(50);
	expect(Object.values(results).filter((text) => text?.startsWith("Your cart is full")).length).toBe(60 - added.length);
});

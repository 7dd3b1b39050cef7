import { randomUUID } from "node:crypto";
import { newVisitor } from "./visitor.mjs";

/** Milliseconds until a job or an email must be done. */
const patience = 20_000;

/**
 * Creates what some pages of budgets.mjs show: an unpaid invoice, a delivered order and a link to reset the password.
 * @param {{ origin: string, database: D1Database, session: string, email: string }} customer `session` is its cookie
 * @returns {Promise<Record<string, string>>} by the names in the pages' paths
 */
export async function createSamples({ origin, database, session, email }) {
	const find = (sql, ...values) =>
		database
			.prepare(sql)
			.bind(...values)
			.first();
	const unpaid = await placeOrder("fresh-unpaid.co.ke");
	const paid = await placeOrder("fresh-bench-order.co.ke");
	const card = await find(
		"SELECT c.id FROM payment_cards c JOIN users u ON u.id = c.user_id WHERE u.email = ? AND c.removed_at IS NULL",
		email,
	);
	await post(`/pay/${paid.invoice}`, new URLSearchParams({ method: "saved", card: card.id }));
	await until(() => find("SELECT id FROM orders WHERE id = ? AND state = 'fulfilled'", paid.order));
	return { unpaid: unpaid.invoice, order: paid.order, reset: await resetToken() };

	async function placeOrder(domain) {
		const items = [{ key: "0", productId: "domain-registration", domain, quantity: 1 }];
		const { currency } = await find("SELECT currency FROM users WHERE email = ?", email);
		const quote = await post("/api/cart/quote", JSON.stringify({ currency, items, promo: null }));
		const { total } = await quote.json();
		await post(
			"/checkout",
			new URLSearchParams({
				...{ firstName: "Amani", lastName: "Odhiambo", email, company: "", phone: "+254712345678" },
				...{ address: "Moi Avenue 12", city: "Nairobi", country: "Kenya", promo: "" },
				idempotencyKey: randomUUID(),
				items: JSON.stringify(items),
				expectedTotal: String(total.amount),
			}),
		);
		return find(
			"SELECT i.id AS invoice, i.order_id AS 'order' FROM invoices i JOIN order_lines l ON l.order_id = i.order_id WHERE l.domain = ?",
			domain,
		);
	}

	async function resetToken() {
		await post("/api/userauth/forgot-password", JSON.stringify({ email }));
		const link = await until(async () => {
			const inbox = await fetch(`${origin}/dev/inbox.json?to=${email}`, { headers: newVisitor() });
			const emails = await inbox.json();
			return emails.flatMap(({ links }) => links).find((one) => one.includes("/reset-password?"));
		});
		return new URL(link).searchParams.get("token");
	}

	/** Sends JSON or a form as the customer. */
	async function post(path, body) {
		const type = typeof body === "string" ? { "Content-Type": "application/json" } : {};
		const headers = { ...newVisitor(session), ...type, Origin: origin };
		const response = await fetch(origin + path, { method: "POST", headers, body, redirect: "manual" });
		if (response.status >= 400) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
		return response;
	}
}

/** Waits until `find` finds something, and returns it. */
async function until(find) {
	for (const end = Date.now() + patience; Date.now() < end; ) {
		const found = await find();
		if (found) return found;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`Nothing was found within ${patience} ms: ${find}`);
}

import { routeTable } from "./route-table";
import { expect, type Shop } from "./shop";

/** Patterns of the addresses that render something. */
export const pages: readonly string[] = routeTable.filter(({ page }) => page).map(({ pattern }) => pattern);

/** A row of the demo customer, or a mail to them, for each parameter that an address may have, or for one address. */
const examples: Record<string, string> = {
	domainId: "SELECT id AS value FROM domains WHERE user_id = ? AND status = 'active' ORDER BY name LIMIT 1",
	planId: "SELECT id AS value FROM hosting_plans WHERE user_id = ? AND status = 'active' ORDER BY created_at LIMIT 1",
	invoiceId: "SELECT id AS value FROM invoices WHERE user_id = ? ORDER BY issued_at DESC LIMIT 1",
	"/pay/:invoiceId": "SELECT id AS value FROM invoices WHERE user_id = ? AND state = 'open' LIMIT 1",
	projectId: "SELECT id AS value FROM projects WHERE user_id = ? ORDER BY created_at DESC LIMIT 1",
	orderId: "SELECT id AS value FROM orders WHERE user_id = ? ORDER BY created_at DESC LIMIT 1",
	messageId: "SELECT m.id AS value FROM inbox_messages m JOIN users u ON u.email = m.recipient WHERE u.id = ? LIMIT 1",
	kind: "SELECT 'transfer' AS value FROM users WHERE id = ?",
};

/** What an address needs besides: without it the page leads elsewhere. */
const queries: Record<string, string> = { "/enquiries/sent": "?number=ENQ-MAMA-2222" };

/** The provider's pages exist for a payment that has begun: the checkout's tests inspect them on their way. */
export const belongsToPayment = (pattern: string): boolean => pattern.startsWith("/sandbox/");

/** The pattern with ids of the demo customer's in it; fails where the shop has no such row. */
export async function addressOf(pattern: string, shop: Shop, userId: string): Promise<string> {
	const name = pattern.match(/:(\w+)/)?.[1];
	if (!name) return pattern + (queries[pattern] ?? "");
	const query = examples[pattern] ?? examples[name];
	if (!query) throw new Error(`${pattern}: tests/support/pages.ts has no example for :${name}.`);
	const database = await shop.database();
	const row = await database.prepare(query).bind(userId).first<{ value: string }>();
	expect(row, `${pattern}: the shop has no row for :${name} of ${userId} (${query})`).not.toBeNull();
	return pattern.replace(/:\w+\??/, row?.value ?? "");
}

import { isOfDesk, routeTable } from "./route-table";
import { examples, type Pattern, queries } from "./samples";
import { expect, type Shop } from "./shop";

/** Address patterns of all pages of the shop. */
export const pages: readonly string[] = routeTable
	.filter(({ page, pattern }) => page && !isOfDesk(pattern))
	.map(({ pattern }) => pattern);

/** Pages of the sandbox provider need a started payment, so checkout.e2e.ts inspects them. */
export const belongsToPayment = (pattern: string): boolean => pattern.startsWith("/sandbox/");

/** Fills in the pattern with ids of the customer's rows. Fails if there is no such row. */
export async function addressOf(pattern: string, shop: Shop, userId: string): Promise<string> {
	const name = pattern.match(/:(\w+)/)?.[1];
	if (!name) return pattern + (queries[pattern as Pattern] ?? "");
	const query = examples[pattern as Pattern] ?? examples[`:${name}`];
	if (!query) throw new Error(`${pattern}: tests/support/samples.ts has no example for :${name}.`);
	const database = await shop.database();
	const row = await database.prepare(query).bind(userId).first<{ value: string }>();
	expect(row, `${pattern}: the shop has no row for :${name} of ${userId} (${query})`).not.toBeNull();
	return pattern.replace(/:\w+\??/, row?.value ?? "");
}

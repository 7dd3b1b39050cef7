import { routeTable } from "./route-table";
import { examples, type Pattern, queries } from "./samples";
import { expect, type Shop } from "./shop";

/** Patterns of the addresses that render something. */
export const pages: readonly string[] = routeTable.filter(({ page }) => page).map(({ pattern }) => pattern);

/** The provider's pages exist for a payment that has begun: the checkout's tests inspect them on their way. */
export const belongsToPayment = (pattern: string): boolean => pattern.startsWith("/sandbox/");

/** The pattern with ids of the demo customer's in it; fails where the shop has no such row. */
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

import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes";
import type { Shop } from "./shop";

/** A page's address pattern, such as `/dashboard/invoices/:invoiceId`. */
export const pages: readonly string[] = flatten(await routes, "");

/** A row of the demo customer for each parameter that an address may have. */
const examples: Record<string, string> = {
	invoiceId: "SELECT id AS value FROM invoices WHERE user_id = ? ORDER BY issued_at DESC LIMIT 1",
	orderId: "SELECT id AS value FROM orders WHERE user_id = ? ORDER BY created_at DESC LIMIT 1",
};

export const isPrivate = (pattern: string): boolean => /^\/(dashboard|checkout|pay|orders)\b/.test(pattern);

/** The pattern with the demo customer's own ids in it; undefined where the demo customer has none. */
export async function addressOf(pattern: string, shop: Shop, userId: string): Promise<string | undefined> {
	const name = pattern.match(/:(\w+)/)?.[1];
	if (!name) return pattern;
	const query = examples[name];
	if (!query) return undefined;
	const database = await shop.database();
	const row = await database.prepare(query).bind(userId).first<{ value: string }>();
	return row ? pattern.replace(`:${name}`, row.value) : undefined;
}

/** Route modules that render something end in `.tsx`; the others answer with data. */
function flatten(entries: readonly RouteConfigEntry[], parent: string): string[] {
	return entries.flatMap((entry) => {
		const path = entry.path ? `${parent}/${entry.path}` : parent;
		if (entry.children) return flatten(entry.children, path);
		return entry.file.endsWith(".tsx") && !path.includes("*") ? [path || "/"] : [];
	});
}

import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "~/routes";

interface RouteEntry {
	/** Its address pattern, such as `/dashboard/invoices/:invoiceId`. */
	readonly pattern: string;
	/** Its module, without extension: `app/routes/auth/login`. */
	readonly module: string;
	/** Whether it renders a page rather than data. */
	readonly page: boolean;
	/** Whether it has an action. */
	readonly acts: boolean;
	/** Whether it answers a GET. Addresses with only an action answer with 400 or 405. */
	readonly reads: boolean;
}

/** Every address of the site. */
export const routeTable: readonly RouteEntry[] = flatten(await routes, "");

/** Whether only the signed-in customer may see the address. */
export const isPrivate = (pattern: string): boolean => /^\/(dashboard|pay|orders)(\/|$)/.test(pattern);

/** Whether only the team may see the address. For everyone else it is a 404. */
export const isOfDesk = (pattern: string): boolean => /^\/desk(\/|$)/.test(pattern) && pattern !== "/desk/sign-in";

function flatten(entries: readonly RouteConfigEntry[], parent: string): RouteEntry[] {
	return entries.flatMap((entry) => {
		const pattern = entry.path ? `${parent}/${entry.path}` : parent;
		if (entry.children) return flatten(entry.children, pattern);
		if (pattern.includes("*")) return [];
		const source = readFileSync(new URL(`../../app/${entry.file}`, import.meta.url), "utf8");
		const acts = /export (async )?(function|const) action\b/.test(source);
		const reads = /export (default|(async )?function loader\b)/.test(source) && !/status: 405/.test(source);
		const module = `app/${entry.file.replace(/\.tsx?$/, "")}`;
		return [{ pattern: pattern || "/", module, page: entry.file.endsWith(".tsx"), acts, reads }];
	});
}

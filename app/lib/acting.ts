import type { Register } from "react-router";

/** Sessions of staff who are signed in as a customer have this before their token, and before its hash. */
export const actingMark = "as.";

/** Whether a session's token or hash is that of staff who are signed in as a customer. */
export const isActing = (session: string): boolean => session.startsWith(actingMark);

const routeManifest = "/__manifest";

/** The reason for refusing anything else. */
export const refusedWhileActing =
	"Only the customer can do this. You are signed in as a customer, so you can change DNS records, projects and notifications, and see most other pages.";

type Page = keyof Register["pages"];

/**
 * Pages of the portal that staff may see as a customer. Also the static ones, which show nothing of a customer. All others
 * are refused, so a new page is, too.
 */
const readable = [
	"/dashboard",
	"/dashboard/domains",
	"/dashboard/domains/:domainId",
	"/dashboard/domains/:domainId/dns",
	"/dashboard/domains/:domainId/dns/templates",
	"/dashboard/domains/:domainId/forwarding",
	"/dashboard/domains/:domainId/contacts",
	"/dashboard/hosting",
	"/dashboard/hosting/:planId/manage",
	"/dashboard/projects",
	"/dashboard/projects/new",
	"/dashboard/projects/:projectId/edit",
	"/dashboard/projects/:projectId/files",
	"/dashboard/projects/:projectId/files/:fileId",
	"/dashboard/support",
	"/dashboard/support/:ticketId",
	"/dashboard/support/:ticketId/files/:fileId",
	"/dashboard/notifications",
	"/dashboard/search",
	"/dashboard/search/hits",
	"/dashboard/account-settings",
	"/dashboard/account-settings/activity",
	"/dashboard/invoices",
	"/dashboard/invoices/:invoiceId",
	"/dashboard/invoices/:invoiceId/pdf",
	// Explain where the customer's cart is.
	"/cart",
	"/dashboard/cart",
] satisfies readonly Page[];

/** Forms that staff may send as a customer. */
const writable = [
	"/dashboard/stop",
	"/dashboard/domains/:domainId/dns",
	"/dashboard/domains/:domainId/dns/templates",
	"/dashboard/projects/new",
	"/dashboard/projects/:projectId/edit",
	"/dashboard/notifications",
] satisfies readonly Page[];

/** Whether staff may send this request as a customer. `path` in canonical form. */
export function mayWhileActing(method: string, path: string): boolean {
	const isRead = method === "GET" || method === "HEAD";
	// The router asks for the names of the scripts of other pages.
	if (isRead && path === routeManifest) return true;
	const allowed: readonly Page[] = isRead ? readable : writable;
	return allowed.some((page) => matches(page, path));
}

function matches(page: Page, path: string): boolean {
	const [parts, given] = [page.split("/"), path.split("/")];
	// `new` is a page of its own, not an id.
	const fits = (part: string, index: number) =>
		part.startsWith(":") ? /^[a-z]{3}_\w+$/.test(given[index] ?? "") : part === given[index];
	return parts.length === given.length && parts.every(fits);
}

import type { Register } from "react-router";

/** Roles that someone with access to another customer's account can have there. */
export const memberRoles = ["manager", "technical", "billing"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** As what someone uses an account that is not theirs. `staff`: someone at the desk, for half an hour. */
export type ActingRole = "staff" | MemberRole;

/** Before the token of such a session, and before its hash. So the token itself says what it may do. */
const marks: Readonly<Record<ActingRole, string>> = { staff: "as.", manager: "am.", technical: "at.", billing: "ab." };

export const actingMark = (role: ActingRole): string => marks[role];

/** A pattern of the marks, for tokens. */
export const actingMarks = Object.values(marks)
	.map((mark) => mark.replace(".", "\\."))
	.join("|");

/** The role in a session, by its token or hash. Null for the account's own customer. */
export const actingRoleOf = (session: string): ActingRole | null =>
	(Object.keys(marks) as ActingRole[]).find((role) => session.startsWith(marks[role])) ?? null;

/** The role in which someone uses this account with a sign-in of their own. Null for the account's customer and for staff. */
export function memberRoleOf(owner: { readonly userId: string } | { readonly sessionHash: string } | null) {
	const role = owner && "sessionHash" in owner ? actingRoleOf(owner.sessionHash) : null;
	return role === "staff" ? null : role;
}

const routeManifest = "/__manifest";

const refusals = {
	staff:
		"Only the customer can do this. You are signed in as a customer, so you can change DNS records, projects and notifications, and see most other pages.",
	member: "Your role in this account does not allow this. Ask the account's owner.",
} as const;

/** Title of a page with a refusal. */
export const refusalTitle = "You can't do this in this account";

/** The reason for refusing anything else. */
export const refusalOf = (role: ActingRole): string => (role === "staff" ? refusals.staff : refusals.member);

/** The refusal in the body of an answer. Undefined if there is none. */
export const refusalIn = (body: string): string | undefined =>
	Object.values(refusals).find((text) => body.includes(text));

type Page = keyof Register["pages"];

interface Grant {
	readonly roles: readonly ActingRole[];
	readonly pages: readonly Page[];
}

const everyone: readonly ActingRole[] = ["staff", ...memberRoles];

/** A browser keeps the token of an access that has ended, and its reader has to be able to sign in. */
const signIn = ["/login", "/forgot-password", "/reset-password"] as const satisfies readonly Page[];

/** Pages that a link in an email opens, and forms of visitors. They show and change what the link names. */
const emailed = [
	"/billing-address",
	"/confirm-registrant",
	"/enquiries/:kind",
	"/pay-link",
	"/rate-answer",
	"/unsubscribe",
] as const satisfies readonly Page[];

/** What those who pay use. */
const paying = [
	"/dashboard/account-settings/billing",
	"/dashboard/quotes/:proposalId",
	"/orders/:orderId",
	"/pay/:invoiceId",
	"/sandbox/card/:ref",
	"/sandbox/phone/:ref",
] as const satisfies readonly Page[];

/**
 * Pages that can be seen in an account that is not one's own. Also the static ones, which show nothing of a customer. All
 * others are refused, so a new page is, too.
 */
const readable = [
	{
		roles: everyone,
		pages: [
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
			"/dashboard/account-settings/activity",
			"/dashboard/invoices",
			"/dashboard/invoices/:invoiceId",
			"/dashboard/invoices/:invoiceId/pdf",
			"/status",
			"/cloth/:file",
		],
	},
	// The cart page explains to staff where the customer's cart is.
	{ roles: ["staff", "manager"], pages: ["/cart", "/dashboard/cart"] },
	{ roles: ["staff"], pages: ["/dashboard/account-settings"] },
	{
		roles: memberRoles,
		pages: [
			"/dashboard/confirm",
			"/dashboard/domains/export.csv",
			"/dashboard/invoices.csv",
			"/dashboard/support/new",
			"/dashboard/support/:ticketId/files",
			"/domains/search",
			"/enquiries/sent",
			"/help/:slug",
			"/logout",
			...signIn,
			...emailed,
		],
	},
	{
		roles: ["manager", "technical"],
		pages: [
			"/dashboard/domains/:domainId/dns/export",
			"/dashboard/domains/:domainId/dns/import",
			"/dashboard/domains/:domainId/nameservers",
		],
	},
	{
		roles: ["manager", "billing"],
		pages: paying,
	},
	{
		roles: ["manager"],
		pages: [
			"/checkout",
			"/dashboard/domains/register",
			"/dashboard/domains/selected",
			"/dashboard/hosting/add",
			"/dashboard/hosting/:planId/change",
			"/select-domain",
			"/transfer",
		],
	},
] satisfies readonly Grant[];

/** Forms that can be sent in an account that is not one's own. */
const writable = [
	{ roles: everyone, pages: ["/dashboard/stop"] },
	// What a member reads is still new to the customer.
	{ roles: ["staff"], pages: ["/dashboard/notifications"] },
	{
		roles: ["staff", "manager", "technical"],
		pages: [
			"/dashboard/domains/:domainId/dns",
			"/dashboard/domains/:domainId/dns/templates",
			"/dashboard/projects/new",
			"/dashboard/projects/:projectId/edit",
		],
	},
	{
		roles: memberRoles,
		pages: [
			"/dashboard/confirm",
			"/dashboard/support/new",
			"/dashboard/support/:ticketId",
			"/dashboard/support/:ticketId/files",
			"/dashboard/support/:ticketId/upload",
			"/logout",
			...signIn,
			...emailed,
		],
	},
	{
		roles: ["manager", "technical"],
		pages: [
			"/dashboard/domains/:domainId/dns/import",
			"/dashboard/domains/:domainId/forwarding",
			"/dashboard/domains/:domainId/nameservers",
			"/dashboard/hosting/:planId/manage",
			"/dashboard/projects",
			"/dashboard/projects/:projectId/files",
			"/dashboard/projects/:projectId/upload",
		],
	},
	{
		roles: ["manager", "billing"],
		pages: ["/dashboard/invoices/:invoiceId", ...paying],
	},
	{
		roles: ["manager"],
		pages: [
			"/cart",
			"/checkout",
			"/dashboard/cart",
			"/dashboard/domains",
			"/dashboard/domains/:domainId",
			"/dashboard/domains/selected",
			"/dashboard/hosting",
			"/dashboard/hosting/:planId/change",
			"/domains/search",
			"/select-domain",
			"/transfer",
		],
	},
] satisfies readonly Grant[];

/** The search of the shop, which asks no account. */
const searchApi = "/api/domains/search";

/** What pages without an account ask for, and the suggestions beside a new ticket. */
const openApis = {
	read: ["/api/status", "/api/health", "/api/uptime"],
	write: ["/api/help/suggestions"],
} as const;

/** A page with query parameters that open its form. */
const formPage = { page: "/dashboard/domains/:domainId/dns", parameters: ["add", "edit"] } as const satisfies {
	readonly page: Page;
	readonly parameters: readonly string[];
};

/**
 * Whether a role allows this request in an account that is not one's own. `path` in canonical form, `search` with its
 * question mark.
 */
export function mayWhileActing(role: ActingRole, method: string, path: string, search = ""): boolean {
	const isRead = method === "GET" || method === "HEAD";
	if (isRead && opensForm(path, search) && !mayWhileActing(role, "POST", path)) return false;
	// The router asks for the names of the scripts of other pages.
	if (isRead && path === routeManifest) return true;
	if (isRead && path === searchApi) return role !== "staff";
	if (openApis[isRead ? "read" : "write"].some((api) => api === path)) return true;
	const grants: readonly Grant[] = isRead ? readable : writable;
	return grants.some(({ roles, pages }) => roles.includes(role) && pages.some((page) => matches(page, path)));
}

/**
 * Whether who acts in this account makes this request for it. Not with an emailed link, which names its own account, and
 * not when they sign in.
 */
export const isForAccount = (role: ActingRole, method: string, path: string): boolean =>
	mayWhileActing(role, method, path) && ![...signIn, ...emailed].some((page) => matches(page, path));

function opensForm(path: string, search: string): boolean {
	const given = new URLSearchParams(search);
	return matches(formPage.page, path) && formPage.parameters.some((name) => given.has(name));
}

function matches(page: Page, path: string): boolean {
	const [parts, given] = [page.split("/"), path.split("/")];
	return parts.length === given.length && parts.every((part, index) => fits(part, given[index] ?? ""));
}

function fits(part: string, given: string): boolean {
	if (!part.startsWith(":")) return part === given;
	if (part === ":ref" || part === ":slug" || part === ":kind") return /^[\w-]+$/.test(given);
	if (part === ":file") return /^[\w.-]+$/.test(given);
	// `new` is a page of its own, not an id.
	return /^[a-z]{3}_\w+$/.test(given);
}

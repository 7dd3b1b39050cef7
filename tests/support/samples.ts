import type { Register } from "react-router";

type Form = Record<string, string>;
/** An address pattern of app/routes.ts. A sample for a removed address does not compile. */
export type Pattern = keyof Register["pages"];

/** Ids of the demo customer's rows, for forms that name one. */
export interface OwnIds {
	readonly domainId: string;
	readonly notificationId: string;
	readonly recordId: string;
	readonly sessionId: string;
	readonly projectId: string;
	readonly taskId: string;
	readonly planId: string;
}

/**
 * For every private route with an action: forms that it accepts from their owner, with ids of the demo customer's rows.
 * portal-pages.test.ts fails for an action without forms, access.e2e.ts for an action that another customer can use.
 */
export const forms: Readonly<Partial<Record<Pattern, (ids: OwnIds) => Form[]>>> = {
	"/pay/:invoiceId": (): Form[] => [
		{ method: "card" },
		{ method: "credit", creditPays: "100", creditLeaves: "0" },
		{ method: "saved", card: "crd_absent" },
	],
	"/orders/:orderId": () => [{}],
	"/dashboard/invoices/:invoiceId": () => [{ intent: "new-link" }],
	"/dashboard/cart": (): Form[] => [
		{ intent: "quantity", id: "hardware-drawer-standard", quantity: "2" },
		{ intent: "promo", promo: "MATRIX" },
		{ intent: "remove", id: "hardware-drawer-standard" },
	],
	"/dashboard/domains": ({ domainId }): Form[] => [
		{ intent: "auto-renew", domainId, on: "off" },
		{ intent: "lock", domainId, on: "off" },
		{ intent: "refresh" },
	],
	"/dashboard/domains/selected": ({ domainId }): Form[] => [
		{ change: "auto-renew-off", domain: domainId },
		{ change: "unlock", domain: domainId },
		{ change: "renew", domain: domainId },
	],
	"/dashboard/domains/:domainId/dns": ({ recordId }): Form[] => [
		{ intent: "delete", version: "0", recordId },
		{ intent: "add", version: "0", type: "TXT", name: "matrix", value: "x", ttl: "3600" },
		{ intent: "dnssec", on: "on" },
	],
	"/dashboard/domains/:domainId/dns/import": () => [
		{ text: "matrix 3600 IN TXT x", version: "0", mode: "merge", intent: "apply" },
	],
	"/dashboard/domains/:domainId/dns/templates": () => [{ use: "google-workspace", version: "0", replace: "on" }],
	"/dashboard/domains/:domainId": (): Form[] => [
		{ intent: "lock", on: "off" },
		{ intent: "privacy", on: "off" },
		{ intent: "restore", total: "0", key: "matrixmatrixmatrixmatrix" },
	],
	"/dashboard/domains/:domainId/nameservers": () => [{ host0: "ns1.example.com", host1: "ns2.example.com" }],
	"/dashboard/domains/:domainId/forwarding": (): Form[] => [
		{ intent: "add", host: "matrix", target: "https://example.com", permanent: "yes" },
		{ intent: "remove", host: "matrix" },
	],
	"/dashboard/domains/:domainId/contacts": () => [
		{
			...{ "registrant.firstName": "Someone", "registrant.lastName": "Else", "registrant.email": "else@example.com" },
			...{ "registrant.phone": "0712345678", "registrant.address": "Box 1", "registrant.city": "Kisumu" },
			"registrant.country": "Kenya",
		},
	],
	"/dashboard/domains/:domainId/auth-code": () => [{}],
	"/dashboard/domains/:domainId/push": () => [{ email: "someone-else@example.com" }],
	"/dashboard/domains/offers/:pushId": (): Form[] => [{ intent: "refuse" }, { intent: "accept" }],
	"/dashboard/domains/:domainId/delete": () => [{ name: "example.com" }],
	"/dashboard/hosting": ({ planId }): Form[] => [
		{ intent: "cancel", planId },
		{ intent: "keep", planId },
	],
	"/dashboard/hosting/:planId/change": () => [
		{ to: "web-starter", total: "0", credit: "0", key: "matrixmatrixmatrixmatrix" },
	],
	"/dashboard/hosting/:planId/manage": (): Form[] => [
		{ intent: "open" },
		{ intent: "password", newPassword: "nne tembo wawili", confirmPassword: "nne tembo wawili" },
	],
	"/dashboard/projects": ({ projectId, taskId }): Form[] => [
		{ intent: "add-task", projectId, name: "Matrix" },
		{ intent: "tick-task", taskId, completed: "on" },
		{ intent: "rename-task", taskId, name: "Matrix" },
		{ intent: "move-task", taskId, to: "1" },
		{ intent: "read-posts", projectId },
		{ intent: "add-post", projectId, body: "Matrix" },
		{ intent: "complete", projectId },
		{ intent: "remove", id: projectId },
		{ intent: "remove", id: taskId },
		{ intent: "restore", id: projectId },
	],
	"/dashboard/projects/:projectId/edit": () => [{ name: "Matrix", priority: "low", status: "completed" }],
	"/dashboard/projects/:projectId/files": () => [{}],
	"/dashboard/projects/:projectId/upload": () => [{}],
	"/dashboard/projects/new": () => [{ name: "Matrix", priority: "medium" }],
	"/dashboard/support/new": () => [
		{ key: "matrixmatrixmatrixmatrix", department: "billing", subject: "Matrix", body: "Matrix" },
	],
	"/dashboard/support/:ticketId/files": () => [{}],
	"/dashboard/support/:ticketId/upload": () => [{}],
	"/dashboard/support/:ticketId": (): Form[] => [
		{ intent: "answer", key: "matrixmatrixmatrixmatrix", body: "Matrix" },
		{ intent: "close" },
		{ intent: "reopen" },
		{ intent: "rate", rating: "good", comment: "Matrix" },
	],
	"/dashboard/quotes/:proposalId": (): Form[] => [{ intent: "decline" }, { intent: "accept" }],
	"/dashboard/notifications": ({ notificationId }): Form[] => [
		{ intent: "open", notificationId },
		{ notificationId },
		{},
	],
	"/dashboard/confirm": () => [{ password: "wrong" }],
	"/dashboard/stop": () => [{}],
	"/dashboard/account-settings": () => [{ firstName: "Someone", lastName: "Else" }],
	"/dashboard/account-settings/email": () => [{ intent: "cancel" }],
	"/dashboard/account-settings/security": ({ sessionId }) => [{ intent: "revoke", sessionId }],
	"/dashboard/account-settings/security/two-factor": () => [{ intent: "off" }],
	"/dashboard/account-settings/security/passkeys": () => [{ intent: "remove", passkeyId: "pky_absent" }],
	"/dashboard/account-settings/people": (): Form[] => [
		{ intent: "remove", membershipId: "mem_absent" },
		{ intent: "change-role", membershipId: "mem_absent", role: "manager" },
		{ intent: "open", membershipId: "mem_absent" },
		{ intent: "accept", membershipId: "mem_absent" },
	],
	"/dashboard/account-settings/people/invite": () => [{ email: "someone-else@example.com", role: "billing" }],
	"/dashboard/account-settings/your-data": () => [{}],
	"/dashboard/account-settings/your-data/delete": () => [{ confirmation: "not that word" }],
	"/dashboard/account-settings/your-data/download": () => [{}],
	"/dashboard/account-settings/notifications": () => [{ email: "on" }],
	"/dashboard/account-settings/billing": (): Form[] => [
		{ name: "A", address: "B", city: "C" },
		{ intent: "remove-card", card: "crd_absent" },
		{ intent: "renewals-card", card: "crd_absent", on: "on" },
		{ intent: "prompts", phone: "0712 345 678", hour: "18" },
		{ intent: "prompts-off" },
		{ intent: "remove-billing-email", billingEmailId: "bem_absent" },
	],
};

/** A row of the demo customer, or a mail to them, for each parameter that an address may have, or for one address. */
export const examples: Readonly<Partial<Record<Pattern | `:${string}`, string>>> = {
	":domainId": "SELECT id AS value FROM domains WHERE user_id = ? AND status = 'active' ORDER BY name LIMIT 1",
	":pushId": "SELECT id AS value FROM domain_pushes WHERE recipient_id = ? LIMIT 1",
	":planId":
		"SELECT id AS value FROM hosting_plans WHERE user_id = ? AND status = 'active' ORDER BY created_at LIMIT 1",
	":proposalId": "SELECT id AS value FROM proposals WHERE user_id = ? LIMIT 1",
	":invoiceId": "SELECT id AS value FROM invoices WHERE user_id = ? ORDER BY issued_at DESC LIMIT 1",
	"/pay/:invoiceId": "SELECT id AS value FROM invoices WHERE user_id = ? AND state = 'open' LIMIT 1",
	":projectId": "SELECT id AS value FROM projects WHERE user_id = ? ORDER BY created_at DESC LIMIT 1",
	":ticketId": "SELECT id AS value FROM tickets WHERE user_id = ? LIMIT 1",
	":orderId": "SELECT id AS value FROM orders WHERE user_id = ? ORDER BY created_at DESC LIMIT 1",
	":messageId":
		"SELECT m.id AS value FROM inbox_messages m JOIN users u ON u.email = m.recipient WHERE u.id = ? LIMIT 1",
	":slug": "SELECT 'point-a-domain-to-hosting' AS value FROM users WHERE id = ?",
	":kind": "SELECT 'transfer' AS value FROM users WHERE id = ?",
};

/** What an address needs besides: without it the page leads elsewhere. */
export const queries: Readonly<Partial<Record<Pattern, string>>> = { "/enquiries/sent": "?number=ENQ-MAMA-2222" };

import type { MemberRole } from "~/lib/acting";
import { DAY } from "~/lib/durations";

/** People that one account can have, with those who are invited. */
export const maxMembers = 20;

/** How long an invitation can be accepted. */
export const invitationMs = 7 * DAY;

/** Emails about access to an account. */
export const memberEvents = ["invited", "joined", "role"] as const;

/** What a role may do, for the customer, after "You can". lib/acting.ts has the pages. */
export const roles: Readonly<Record<MemberRole, { readonly name: string; readonly may: string }>> = {
	manager: {
		name: "Manager",
		may: "order, pay, and manage domains, hosting and projects",
	},
	technical: {
		name: "Technical",
		may: "change DNS records and nameservers, and manage hosting and projects, but not order or pay",
	},
	billing: {
		name: "Billing",
		may: "pay invoices, also with a saved card, and change billing details and cards, but not domains or plans",
	},
};

/** What no role may do. */
export const ownerOnly =
	"Everyone with access sees your domains, plans, projects, tickets and invoices. Only you can invite and remove people, change your sign-in, unlock a domain, move it or change its owner, and close the account.";

import type { AccountStatus } from "~/features/accounts/account-status";
import { formatCount } from "~/lib/format-count";
import { type Currency, formatMoney, money } from "~/lib/money";

/** An account with what a merge would move. */
export interface MergeAccount {
	readonly id: string;
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly status: AccountStatus;
	readonly currency: Currency;
	readonly version: number;
	readonly domains: number;
	readonly plans: number;
	readonly addons: number;
	readonly projects: number;
	readonly tickets: number;
	readonly invoices: number;
	readonly openInvoices: number;
	readonly cards: number;
	/** Minor units. */
	readonly credit: number;
}

interface Pair {
	/** The account that is closed. */
	readonly from: MergeAccount;
	/** The account that stays. */
	readonly into: MergeAccount;
}

/**
 * Why two accounts can't be merged. Null if they can.
 * @param sharedNames domains that both have
 */
export function mergeObstacle({ from, into }: Pair, sharedNames: readonly string[]): string | null {
	if (from.id === into.id) return "This is the same account. Enter the other one.";
	if (into.status !== "active") return "Other accounts can only be merged into an active one.";
	if (from.status !== "active") return `Only active accounts can be merged, and ${from.email} is not.`;
	if (from.currency !== into.currency)
		return `${from.email} pays in ${from.currency} and ${into.email} in ${into.currency}. Credit and invoices can't move between currencies.`;
	if (sharedNames.length > 0)
		return `Both accounts have ${sharedNames.join(", ")}. Push or remove the domain in one of them first.`;
	return null;
}

/** What a merge does, in words. */
export function mergeEffects({ from, into }: Pair): string[] {
	const open = from.openInvoices > 0 ? ` (${from.openInvoices} open)` : "";
	const things = [
		from.domains > 0 && formatCount(from.domains, "domain"),
		from.plans > 0 && formatCount(from.plans, "hosting plan"),
		from.addons > 0 && formatCount(from.addons, "add-on"),
		from.projects > 0 && formatCount(from.projects, "project"),
		from.tickets > 0 && formatCount(from.tickets, "ticket"),
		from.invoices > 0 && `${formatCount(from.invoices, "invoice")}${open}`,
		from.credit > 0 && `${formatMoney(money(from.credit, from.currency))} of credit`,
	].filter((thing) => thing !== false);
	const removed =
		from.cards > 0 ? `sessions, passkeys and ${formatCount(from.cards, "saved card")}` : "sessions and passkeys";
	return [
		`Everything of ${from.email} moves to ${into.email}: ${[...things, "its orders, payments and history"].join(", ")}. Issued invoices keep the name that is on them.`,
		`${from.email} can't sign in any more: ${removed} are removed. Renewals are charged to a card of ${into.email}, if it has one for renewals.`,
		"Offers of domains to or from the closed account end. We email both addresses.",
		"This can't be undone.",
	];
}

import type { Change, Committed } from "~/db/change.server";
import type { Owner } from "~/db/owner";
import type { Actor } from "~/features/activity/actor";

/** What an order renews. */
export type Renewed =
	| { readonly addonId: string; readonly owner: Owner }
	| { readonly domainId: string }
	| { readonly planId: string };

/** What features need of orders when something does not renew any more. */
export interface RenewalWithdrawal {
	/**
	 * Commits a change after which this is not renewed, and takes its renewal off the unpaid invoice, unless that is not
	 * possible.
	 */
	commitWithoutRenewal(ended: Change, renewed: Renewed, actor: Actor, now: number): Promise<Committed>;
	/** The same for several that end together. */
	commitWithoutRenewals(ended: Change, renewed: readonly Renewed[], actor: Actor, now: number): Promise<Committed>;
}

import type { Change, Committed } from "~/db/change.server";
import type { Owner } from "~/db/owner";
import type { Actor } from "~/features/activity/actor";

/** What an order renews. */
export type Renewed =
	| { readonly addonId: string; readonly owner: Owner }
	| { readonly domainId: string }
	/** `isReplaced`: it is invoiced again. Otherwise stale unless the plan is cancelled or has ended. */
	| { readonly planId: string; readonly isReplaced?: true };

/** What happens to the unpaid renewal of something that does not renew any more. */
export type WithdrawnRenewal =
	| { readonly state: "none" }
	/** Stale if a payment is pending. */
	| { readonly state: "withdrawn"; readonly change: Change }
	/** It stays, because the invoice has other lines and a discount, shipping or used credit. `invoice`: its number. */
	| { readonly state: "stays"; readonly invoice: string };

/** What features need of orders when something does not renew any more. */
export interface RenewalWithdrawal {
	/**
	 * Commits a change after which this is not renewed, and takes its renewal off the unpaid invoice, unless that is not
	 * possible.
	 */
	commitWithoutRenewal(ended: Change, renewed: Renewed, actor: Actor, now: number): Promise<Committed>;
	/** Takes the renewal off its unpaid invoice, with those of the add-ons that renew with it. Voids an empty invoice. */
	renewalWithdrawn(renewed: Renewed, actor: Actor, now: number): Promise<WithdrawnRenewal>;
	/** `commitWithoutRenewal` for several that end together. */
	commitWithoutRenewals(ended: Change, renewed: readonly Renewed[], actor: Actor, now: number): Promise<Committed>;
}

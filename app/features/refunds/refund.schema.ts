import { z } from "zod";
import type { refundedServiceChoices, refundTargets } from "./refund-state";

/** Refunds of an invoice. Without `amount` and `lines`, everything that is left. */
export interface RefundInput {
	/** Who does it, for the credit note. */
	readonly by: string;
	readonly to: (typeof refundTargets)[number];
	/** The customer sees it. */
	readonly reason: string;
	/** Minor units. Not with `lines`. */
	readonly amount?: number | undefined;
	/** Ids of invoice lines. */
	readonly lines?: readonly string[] | undefined;
	/** What happens with the plans and domains that it pays back in full. Required if it can end one. */
	readonly services?: (typeof refundedServiceChoices)[number] | undefined;
}

/** Idempotency key of a request. */
export const refundKey = z.string().regex(/^[\w-]{16,100}$/, "Must be 16 to 100 letters, digits, - or _.");

/**
 * What staff do with a refund that needs them. `complete`: the customer got the money. `fail`: the provider refused it.
 * `retry`: ask the provider once more. `credit`: add it to the customer's credit instead.
 */
export type RefundAction = { readonly by: string } & (
	| { readonly action: "complete"; readonly reference: string }
	| { readonly action: "fail" | "credit"; readonly reason: string }
	| { readonly action: "retry" }
);

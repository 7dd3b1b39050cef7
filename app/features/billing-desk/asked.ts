import type { RefundInput } from "~/features/refunds/refund.schema";
import type { Money } from "~/lib/money";

/** What a change that waits for a second person does, as it is stored. */
export type Asked =
	| {
			readonly kind: "refund";
			readonly number: string;
			readonly refund: Omit<RefundInput, "by">;
			readonly money: Money;
	  }
	| { readonly kind: "credit"; readonly reason: string; readonly money: Money };

export const whatOf = (asked: Asked): string =>
	asked.kind === "refund" ? `a refund of invoice ${asked.number}` : "credit for a customer";

import type { RefundInput } from "~/features/refunds/refund.schema";
import type { Permission } from "~/features/staff/permissions";
import { formatMoney, type Money } from "~/lib/money";
import type { RecordPayment } from "./billing-desk.schema";

/** What a change that waits for a second person does, as it is stored. */
export type Asked =
	| {
			readonly kind: "refund";
			readonly number: string;
			readonly refund: Omit<RefundInput, "by">;
			readonly money: Money;
	  }
	| { readonly kind: "write-off"; readonly number: string; readonly money: Money }
	| { readonly kind: "credit"; readonly reason: string; readonly money: Money }
	| {
			readonly kind: "payment";
			readonly number: string;
			readonly payment: Omit<RecordPayment, "reason" | "amount">;
			readonly received: Money;
			/** What becomes credit. */
			readonly money: Money;
	  };

export function whatOf(asked: Asked): string {
	switch (asked.kind) {
		case "refund":
			return `a refund of invoice ${asked.number}`;
		case "write-off":
			return `writing off invoice ${asked.number}`;
		case "credit":
			return "credit for a customer";
		case "payment": {
			const { payment, received, number } = asked;
			return `credit from a payment of ${formatMoney(received)} by ${payment.method}, ${payment.reference}, for invoice ${number}`;
		}
	}
}

/** What the second person needs, too. */
export const permissionOf = {
	refund: "billing.refund",
	"write-off": "billing.write-off",
	credit: "billing.credit",
	payment: "billing.record",
} as const satisfies Readonly<Record<Asked["kind"], Permission>>;

import type { ReviewAssignment } from "~/features/payments/assign-review.server";
import type { LimitedTransfers } from "~/features/payments/bank-transfers.server";
import type { RefundInput } from "~/features/refunds/refund.schema";
import type { Permission } from "~/features/staff/permissions";
import { formatCount } from "~/lib/format-count";
import { formatMoney, type Money, money } from "~/lib/money";
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
	  }
	/** Transfers of a bank statement that become credit. */
	| ({ readonly kind: "statement"; readonly file: string; readonly money: Money } & LimitedTransfers)
	/** A transfer that waits in Today, for an invoice or a customer. */
	| {
			readonly kind: "assignment";
			readonly to: ReviewAssignment;
			readonly receipt: string;
			/** What becomes credit. */
			readonly money: Money;
	  };

/** Transfers that the text names. */
const shownTransfers = 5;

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
		case "statement": {
			const named = asked.transfers
				.slice(0, shownTransfers)
				.map(({ amount, currency, reference }) => `${formatMoney(money(amount, currency))} for ${reference}`);
			const more = asked.transfers.length - named.length;
			const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
			return `credit from ${formatCount(asked.transfers.length, "transfer")} of ${asked.file}, account ${asked.account}: ${all}`;
		}
		case "assignment": {
			const { to, receipt } = asked;
			return `credit from the transfer ${receipt}, for ${"invoice" in to ? `invoice ${to.invoice}` : to.customer}`;
		}
	}
}

/** What the person who asked is told. */
export const waitsForApproval = "This is above your limit, so it waits for a second person under Approvals.";

/** What the second person needs, too. */
export const permissionOf = {
	refund: "billing.refund",
	"write-off": "billing.write-off",
	credit: "billing.credit",
	payment: "billing.record",
	statement: "billing.record",
	assignment: "billing.record",
} as const satisfies Readonly<Record<Asked["kind"], Permission>>;

import type { RefundInput } from "~/features/refunds/refund.schema";
import type { Permission } from "~/features/staff/permissions";
import type { Money } from "~/lib/money";

/** What a change that waits for a second person does, as it is stored. */
export type Asked =
	| {
			readonly kind: "refund";
			readonly number: string;
			readonly refund: Omit<RefundInput, "by">;
			readonly money: Money;
	  }
	| { readonly kind: "write-off"; readonly number: string; readonly money: Money }
	| { readonly kind: "credit"; readonly reason: string; readonly money: Money };

export function whatOf(asked: Asked): string {
	switch (asked.kind) {
		case "refund":
			return `a refund of invoice ${asked.number}`;
		case "write-off":
			return `writing off invoice ${asked.number}`;
		case "credit":
			return "credit for a customer";
	}
}

/** What the second person needs, too. */
export const permissionOf = {
	refund: "billing.refund",
	"write-off": "billing.write-off",
	credit: "billing.credit",
} as const satisfies Readonly<Record<Asked["kind"], Permission>>;

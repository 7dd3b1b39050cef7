import { z } from "zod";
import { HOUR } from "~/lib/durations";
import type { Outcome, PaidWith, PaymentFailure } from "../payment-provider";

const minorUnits = z.coerce.number().int();

/** A transaction as `/transaction/verify` and `charge.success` report it. */
export const transactionSchema = z.object({
	id: z.union([z.number(), z.string()]).transform(String),
	status: z.string(),
	reference: z.string().min(1).max(100),
	amount: minorUnits,
	requested_amount: minorUnits.nullish(),
	currency: z.enum(["KES", "USD"]),
	message: z.string().nullish(),
	gateway_response: z.string().nullish(),
	created_at: z.iso.datetime().nullish(),
	authorization: z.unknown().optional(),
	customer: z.unknown().optional(),
});

export type Transaction = z.infer<typeof transactionSchema>;

const cardSchema = z.object({
	channel: z.literal("card"),
	authorization_code: z.string().min(1),
	brand: z.string().min(1),
	last4: z.string().regex(/^\d{4}$/),
	exp_month: z.coerce.number().int().min(1).max(12),
	exp_year: z.coerce.number().int().min(2000).max(2100),
	reusable: z.boolean(),
	signature: z.string().nullish(),
});

const customerSchema = z.object({ email: z.string().min(1) });

/** A charge of a saved card needs the email of the payment that saved it. `AUTH_…` has no space. */
export const cardToken = (code: string, email: string): string => `${code} ${email}`;

export function readCardToken(token: string): { readonly code: string; readonly email: string } {
	const [code = "", ...email] = token.split(" ");
	return { code, email: email.join(" ") };
}

const brands: Readonly<Record<string, string>> = {
	visa: "Visa",
	mastercard: "Mastercard",
	verve: "Verve",
	"american express": "American Express",
	amex: "American Express",
};

function paidWithOf({ authorization, customer }: Transaction): PaidWith | undefined {
	const card = cardSchema.safeParse(authorization);
	if (!card.success) return undefined;
	const { authorization_code: code, last4, exp_month: expMonth, exp_year: expYear, reusable, signature } = card.data;
	const brand = card.data.brand.trim();
	const payer = customerSchema.safeParse(customer);
	// The signature is the same for all authorizations of a card.
	const mayCharge = reusable && signature && payer.success;
	const authorizationOf = mayCharge ? { token: cardToken(code, payer.data.email), fingerprint: signature } : null;
	const name = brands[brand.toLowerCase()] ?? brand;
	return { kind: "card", brand: name, last4, expMonth, expYear, authorization: authorizationOf };
}

/** If the customer pays Paystack's fee, the fee is part of the amount. If the card had less, the amount is smaller. */
const receivedAmount = ({ amount, requested_amount }: Transaction): number =>
	Math.min(amount, requested_amount ?? amount);

/** When an abandoned transaction counts as failed. Nothing was paid, and the customer has left the page. */
const abandonedAfterMs = 12 * HOUR;

/**
 * The status of a transaction. `abandoned` is also the status before the customer has done anything. Source:
 * paystack.com/docs/payments/verify-payments. An unknown status is pending.
 */
export function outcomeOf(transaction: Transaction, now: number): Outcome {
	const { id, status, currency, created_at, gateway_response, message } = transaction;
	const paidWith = paidWithOf(transaction);
	switch (status) {
		case "success":
			return {
				...{ state: "succeeded", amount: receivedAmount(transaction), currency, receipt: id },
				...(paidWith && { paidWith }),
			};
		case "failed":
			return { state: "failed", code: failureOf(gateway_response ?? message) };
		case "reversed":
			return { state: "failed", code: "unknown" };
		case "abandoned": {
			const isOld = created_at && Date.parse(created_at) <= now - abandonedAfterMs;
			return isOld ? { state: "failed", code: "timed_out" } : { state: "pending" };
		}
		default:
			return { state: "pending" };
	}
}

/** The bank's or the phone company's reason. Paystack has no codes for them. */
const reasons: readonly (readonly [RegExp, PaymentFailure])[] = [
	[/insufficient|not sufficient|low balance/i, "insufficient_funds"],
	[/expired card/i, "card_expired"],
	[/\bpin\b.*(tries|locked|blocked)/i, "pin_locked"],
	[/\bpin\b/i, "wrong_pin"],
	[/limit/i, "over_limit"],
	[/time(d)? ?out|not completed in time|no response/i, "timed_out"],
	[/unreachable|could not be reached/i, "unreachable"],
	[/declined|do not honou?r|pick.?up|stolen|lost card|restricted|cancel|not permitted/i, "declined"],
];

export const failureOf = (reason: string | null | undefined): PaymentFailure =>
	reasons.find(([pattern]) => pattern.test(reason ?? ""))?.[1] ?? "unknown";

import { type PaymentMethod, paymentMethods } from "~/features/payments/payment-method";
import type { AcceptedMethods } from "./payment-provider";

/** What each provider takes, by its name in PAYMENTS. */
export const acceptedMethods = {
	sandbox: { mpesa: ["KES"], card: ["KES", "USD"] },
	mpesa: { mpesa: ["KES"] },
	// PayPal takes no shillings (developer.paypal.com/api/rest/reference/currency-codes).
	paypal: { paypal: ["USD"] },
	paystack: { mpesa: ["KES"], card: ["KES", "USD"] },
	pesapal: { card: ["KES", "USD"] },
} as const satisfies Readonly<Record<string, AcceptedMethods>>;

export type PaymentProviderName = keyof typeof acceptedMethods;

export const paymentProviderNames = Object.keys(acceptedMethods) as PaymentProviderName[];

/** The methods that at least one of the providers takes. Pages show only their marks. */
export const methodsOf = (providers: readonly PaymentProviderName[]): PaymentMethod[] => {
	const accepted: readonly AcceptedMethods[] = providers.map((name) => acceptedMethods[name]);
	return paymentMethods.filter((method) => accepted.some((takes) => takes[method] !== undefined));
};

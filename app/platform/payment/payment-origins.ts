import type { PaymentSettings } from "./payment-settings";

/** Where PayPal's customers approve a payment. */
const payPalOrigins = { sandbox: "https://www.sandbox.paypal.com", live: "https://www.paypal.com" } as const;

/** The origins of the pages where customers pay, for the content security policy. */
export const paymentOrigins = ({
	PAYMENTS,
	PAYPAL_ENVIRONMENT,
}: Pick<PaymentSettings, "PAYMENTS" | "PAYPAL_ENVIRONMENT">): string[] =>
	PAYMENTS.includes("paypal") ? [payPalOrigins[PAYPAL_ENVIRONMENT]] : [];

import type { PaymentProviderName } from "./accepted-methods";
import type { PaymentSettings } from "./payment-settings";

type Settings = Pick<PaymentSettings, "PAYMENTS" | "PAYPAL_ENVIRONMENT" | "PESAPAL_ENVIRONMENT">;

/** The page of each provider where customers pay. Absent if the provider has none. */
const pages: Readonly<Partial<Record<PaymentProviderName, (settings: Settings) => string>>> = {
	paypal: ({ PAYPAL_ENVIRONMENT }) =>
		({ sandbox: "https://www.sandbox.paypal.com", live: "https://www.paypal.com" })[PAYPAL_ENVIRONMENT],
	paystack: () => "https://checkout.paystack.com",
	pesapal: ({ PESAPAL_ENVIRONMENT }) =>
		({ sandbox: "https://cybqa.pesapal.com", live: "https://pay.pesapal.com" })[PESAPAL_ENVIRONMENT],
};

/** The origins of the pages where customers pay, for the content security policy. */
export const paymentOrigins = (settings: Settings): string[] =>
	settings.PAYMENTS.flatMap((name) => pages[name]?.(settings) ?? []);

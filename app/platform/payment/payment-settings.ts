import { z } from "zod";
import { fromJson, listOf, secret } from "~/platform/setting-types";
import { methodsOf, type PaymentProviderName, paymentProviderNames } from "./accepted-methods";
import { bankAccountSchema } from "./bank/bank-account";

const numberOf = (what: string) =>
	z
		.string()
		.regex(/^\d{5,8}$/, `must be ${what}: five to eight digits`)
		.optional();

const callbackToken = z
	.string()
	.regex(/^[0-9a-f]{32,64}$/, "must be 32 to 64 digits of openssl rand -hex 16")
	.optional();

const paystackKey = z
	.string()
	.trim()
	.regex(/^sk_(test|live)_\w+$/, "must begin with sk_test_ or sk_live_")
	.optional();

/** The settings of the payment providers. Part of the configuration. */
export const paymentSettings = {
	/** New payments go to the first that takes the chosen method. The others finish their open payments. */
	PAYMENTS: listOf(paymentProviderNames),
	/** Safaricom's test service takes no real money. */
	MPESA_ENVIRONMENT: z.enum(["sandbox", "live"]).default("sandbox"),
	/** The paybill, or the store number of a till. */
	MPESA_SHORTCODE: numberOf("a paybill or store number"),
	/** The till that gets the money. Without it, the paybill. */
	MPESA_TILL: numberOf("a till number"),
	MPESA_CONSUMER_KEY: secret,
	MPESA_CONSUMER_SECRET: secret,
	MPESA_PASSKEY: secret,
	/** Whether customers can pay to the paybill on their own. Turn it on when its addresses are registered. */
	MPESA_C2B: z.enum(["off", "on"]).default("off"),
	/** The secret part of the registered addresses. Hex, because Safaricom refuses addresses with some words. */
	MPESA_CALLBACK_TOKEN: callbackToken,
	/** The token of the addresses before. Accepted too. */
	MPESA_CALLBACK_TOKEN_PREVIOUS: callbackToken,
	/** The API user that may read the status of transactions and reverse them, and its encrypted password. */
	MPESA_INITIATOR: secret,
	MPESA_SECURITY_CREDENTIAL: secret,
	/** The accounts for bank transfers, as `[[vars.BANK_ACCOUNTS]]` or JSON. */
	BANK_ACCOUNTS: z.preprocess(fromJson, z.array(bankAccountSchema)).default([]),
	/** PayPal's test service takes no real money. */
	PAYPAL_ENVIRONMENT: z.enum(["sandbox", "live"]).default("sandbox"),
	PAYPAL_CLIENT_ID: secret,
	PAYPAL_CLIENT_SECRET: secret,
	/** The id of the webhook that is registered for our address. */
	PAYPAL_WEBHOOK_ID: secret,
	/** A test key takes no real money. */
	PAYSTACK_SECRET_KEY: paystackKey,
	/** Webhooks signed with it are accepted too. */
	PAYSTACK_SECRET_KEY_PREVIOUS: paystackKey,
	/** The currencies that Paystack has enabled for cards. */
	PAYSTACK_CURRENCIES: listOf(["KES", "USD"]).default(["KES"]),
	/** Pesapal's test service takes no real money. */
	PESAPAL_ENVIRONMENT: z.enum(["sandbox", "live"]).default("sandbox"),
	PESAPAL_CONSUMER_KEY: secret,
	PESAPAL_CONSUMER_SECRET: secret,
	/** The id of the address that is registered for notices. */
	PESAPAL_IPN_ID: secret,
	/** The secret part of that address. */
	PESAPAL_CALLBACK_TOKEN: callbackToken,
	PESAPAL_CALLBACK_TOKEN_PREVIOUS: callbackToken,
	/** The currencies that Pesapal has enabled. */
	PESAPAL_CURRENCIES: listOf(["KES", "USD"]).default(["KES"]),
};

const shape = z.object(paymentSettings);

export type PaymentSettings = Readonly<z.infer<typeof shape>>;

/** What each provider needs. */
const needs: Readonly<Record<PaymentProviderName, readonly (keyof PaymentSettings)[]>> = {
	sandbox: [],
	mpesa: ["MPESA_SHORTCODE", "MPESA_CONSUMER_KEY", "MPESA_CONSUMER_SECRET", "MPESA_PASSKEY"],
	paypal: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
	paystack: ["PAYSTACK_SECRET_KEY"],
	pesapal: ["PESAPAL_CONSUMER_KEY", "PESAPAL_CONSUMER_SECRET", "PESAPAL_IPN_ID", "PESAPAL_CALLBACK_TOKEN"],
};

type Listed = Pick<
	PaymentSettings,
	"PAYMENTS" | "MPESA_ENVIRONMENT" | "PAYPAL_ENVIRONMENT" | "PESAPAL_ENVIRONMENT" | "PAYSTACK_SECRET_KEY"
>;

/** Whether a provider only simulates payments. */
const isTest: Readonly<Record<PaymentProviderName, (settings: Listed) => boolean>> = {
	sandbox: () => true,
	mpesa: ({ MPESA_ENVIRONMENT }) => MPESA_ENVIRONMENT === "sandbox",
	paypal: ({ PAYPAL_ENVIRONMENT }) => PAYPAL_ENVIRONMENT === "sandbox",
	paystack: ({ PAYSTACK_SECRET_KEY }) => PAYSTACK_SECRET_KEY?.startsWith("sk_test_") === true,
	pesapal: ({ PESAPAL_ENVIRONMENT }) => PESAPAL_ENVIRONMENT === "sandbox",
};

const testProviders = (settings: Listed) => settings.PAYMENTS.filter((name) => isTest[name](settings));

/** Reports what is missing or does not fit together. */
export function checkPaymentSettings(
	settings: PaymentSettings & { readonly ENVIRONMENT: string },
	report: (setting: keyof PaymentSettings, message: string) => void,
): void {
	const { ENVIRONMENT, PAYMENTS } = settings;
	for (const provider of PAYMENTS)
		for (const name of needs[provider])
			if (!settings[name]) report(name, `is required when PAYMENTS lists ${provider}`);
	const tests = testProviders(settings);
	if (tests.length > 0 && tests.length < PAYMENTS.length)
		report("PAYMENTS", "lists a test provider together with one that takes real money");
	if (tests.length > 0 && ENVIRONMENT === "production")
		report("PAYMENTS", "lists a test provider, which takes no real money: choose a real one");
	if (new Set(settings.BANK_ACCOUNTS.map(({ currency }) => currency)).size < settings.BANK_ACCOUNTS.length)
		report("BANK_ACCOUNTS", "has two accounts of the same currency, so customers would not know which one to use");
	if (settings.MPESA_C2B === "on" && !settings.MPESA_CALLBACK_TOKEN)
		report("MPESA_CALLBACK_TOKEN", "is required when MPESA_C2B is on");
	if (settings.MPESA_C2B === "on" && settings.MPESA_TILL)
		report("MPESA_C2B", "needs a paybill: a till has no account number, so its payments can't be matched to invoices");
	if (!settings.MPESA_INITIATOR !== !settings.MPESA_SECURITY_CREDENTIAL)
		report("MPESA_SECURITY_CREDENTIAL", "and MPESA_INITIATOR need each other");
}

/** Whether payments are real. */
export const takesRealMoney = (settings: Listed): boolean => testProviders(settings).length === 0;

/** The paybill that customers can pay to on their own. Null if there is none. */
export const paybillOf = ({
	PAYMENTS,
	MPESA_C2B,
	MPESA_SHORTCODE,
}: Pick<PaymentSettings, "PAYMENTS" | "MPESA_C2B" | "MPESA_SHORTCODE">): string | null =>
	PAYMENTS.includes("mpesa") && MPESA_C2B === "on" ? (MPESA_SHORTCODE ?? null) : null;

/** The payment methods that are connected, in any currency. */
export const connectedMethods = ({ PAYMENTS }: Pick<PaymentSettings, "PAYMENTS">) => methodsOf(PAYMENTS);

import type { Clock } from "~/lib/clock";
import { sha256Hex } from "~/lib/sha256";
import { type AccessToken, sharedToken } from "~/platform/access-token/shared-token.workers";
import type { Config } from "~/platform/config";
import { serviceFetch } from "~/platform/service-fetch";
import { createMpesaProvider } from "./mpesa/mpesa-provider";
import type { PaymentProvider } from "./payment-provider";
import { createPayPalProvider } from "./paypal/paypal-provider";
import { createPaystackProvider } from "./paystack/paystack-provider";
import { createPesapalProvider } from "./pesapal/pesapal-provider";

interface Dependencies {
	readonly clock: Clock;
	readonly accessTokens: DurableObjectNamespace<AccessToken>;
	readonly sandbox: () => PaymentProvider;
}

/** The payment providers that the configuration lists, in its order. */
export function choosePaymentProviders(config: Config, dependencies: Dependencies): PaymentProvider[] {
	const create = {
		sandbox: dependencies.sandbox,
		mpesa: () => mpesa(config, dependencies),
		paypal: () => paypal(config, dependencies),
		paystack: () => paystack(config, dependencies),
		pesapal: () => pesapal(config, dependencies),
	} as const;
	return config.PAYMENTS.map((name) => create[name]());
}

/** The configuration ensures that every credential is set. */
function mpesa(
	{
		MPESA_ENVIRONMENT: environment,
		MPESA_SHORTCODE: shortcode = "",
		MPESA_TILL: till,
		MPESA_CONSUMER_KEY: consumerKey = "",
		MPESA_CONSUMER_SECRET: consumerSecret = "",
		MPESA_PASSKEY: passkey = "",
		MPESA_C2B,
		MPESA_CALLBACK_TOKEN: callbackToken = "",
		MPESA_CALLBACK_TOKEN_PREVIOUS: previousCallbackToken,
		MPESA_INITIATOR: name,
		MPESA_SECURITY_CREDENTIAL: securityCredential,
	}: Config,
	{ clock, accessTokens }: Dependencies,
): PaymentProvider {
	const account = `mpesa ${environment} ${sha256Hex(consumerKey)}`;
	const initiator = name && securityCredential ? { name, securityCredential } : undefined;
	return createMpesaProvider({
		paybill: MPESA_C2B === "on" ? { callbackToken, previousCallbackToken } : null,
		initiator,
		...{ environment, shortcode, till, consumerKey, consumerSecret, passkey, clock },
		sharedToken: sharedToken(accessTokens, account),
		fetch: serviceFetch("mpesa"),
	});
}

function paypal(
	{
		PAYPAL_ENVIRONMENT: environment,
		PAYPAL_CLIENT_ID: clientId = "",
		PAYPAL_CLIENT_SECRET: clientSecret = "",
		PAYPAL_WEBHOOK_ID: webhookId = "",
	}: Config,
	{ clock, accessTokens }: Dependencies,
): PaymentProvider {
	return createPayPalProvider({
		...{ environment, clientId, clientSecret, webhookId, clock },
		sharedToken: sharedToken(accessTokens, `paypal ${environment} ${sha256Hex(clientId)}`),
		fetch: serviceFetch("paypal"),
	});
}

const paystack = (
	{
		PAYSTACK_SECRET_KEY: secretKey = "",
		PAYSTACK_SECRET_KEY_PREVIOUS: previousSecretKey,
		PAYSTACK_CURRENCIES: currencies,
	}: Config,
	{ clock }: Dependencies,
): PaymentProvider =>
	createPaystackProvider({ secretKey, previousSecretKey, currencies, clock, fetch: serviceFetch("paystack") });

function pesapal(
	{
		PESAPAL_ENVIRONMENT: environment,
		PESAPAL_CONSUMER_KEY: consumerKey = "",
		PESAPAL_CONSUMER_SECRET: consumerSecret = "",
		PESAPAL_IPN_ID: notificationId = "",
		PESAPAL_CALLBACK_TOKEN: callbackToken = "",
		PESAPAL_CALLBACK_TOKEN_PREVIOUS: previousCallbackToken,
		PESAPAL_CURRENCIES: currencies,
	}: Config,
	{ clock, accessTokens }: Dependencies,
): PaymentProvider {
	return createPesapalProvider({
		...{
			environment,
			consumerKey,
			consumerSecret,
			notificationId,
			callbackToken,
			previousCallbackToken,
			currencies,
			clock,
		},
		sharedToken: sharedToken(accessTokens, `pesapal ${environment} ${sha256Hex(consumerKey)}`),
		fetch: serviceFetch("pesapal"),
	});
}

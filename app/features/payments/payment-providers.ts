import type { PaymentProvider } from "~/platform/payment/payment-provider";

/** The providers that take part now. New payments go to the newest, older ones finish what they began. */
export interface PaymentProviders {
	readonly newest: PaymentProvider;
	/** Undefined for a provider that no longer takes part. */
	get(id: string): PaymentProvider | undefined;
}

/**
 * @param list newest first
 * @throws TypeError if two have one id: it is in their webhooks' addresses and in the payments' rows
 */
export function paymentProviders(list: readonly [PaymentProvider, ...PaymentProvider[]]): PaymentProviders {
	const byId = new Map(list.map((provider) => [provider.id, provider]));
	if (byId.size !== list.length)
		throw new TypeError(`Two payment providers have one id: ${[...byId.keys()].join(", ")}`);
	return { newest: list[0], get: (id) => byId.get(id) };
}

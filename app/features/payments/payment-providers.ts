import type { PaymentProvider } from "~/platform/payment/payment-provider";

/** The configured providers. New payments go to the newest. The others only finish their open payments. */
export interface PaymentProviders {
	readonly newest: PaymentProvider;
	/** Undefined for a provider that is no longer configured. */
	get(id: string): PaymentProvider | undefined;
}

/**
 * @param list newest first
 * @throws TypeError if two have the same id, because webhook addresses and payment rows contain it
 */
export function paymentProviders(list: readonly [PaymentProvider, ...PaymentProvider[]]): PaymentProviders {
	const byId = new Map(list.map((provider) => [provider.id, provider]));
	if (byId.size !== list.length)
		throw new TypeError(`Two payment providers have one id: ${[...byId.keys()].join(", ")}`);
	return { newest: list[0], get: (id) => byId.get(id) };
}

import type { Currency } from "~/lib/money";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { type PaymentMethod, paymentMethods } from "./payment-method";

/** The configured providers. A payment finishes at the provider where it was started. */
export interface PaymentProviders {
	readonly all: readonly PaymentProvider[];
	/** The provider of new payments: the first one that takes the method in the currency. */
	taking(method: PaymentMethod, currency: Currency): PaymentProvider | undefined;
	/** The methods of new payments in the currency. */
	methods(currency: Currency): readonly PaymentMethod[];
	/** Undefined for a provider that is no longer configured. */
	get(id: string): PaymentProvider | undefined;
	/** The provider whose webhooks have this name in their address. */
	ofWebhook(name: string): PaymentProvider | undefined;
}

/**
 * @param list the preferred one first
 * @throws TypeError if two have the same id, because webhook addresses and payment rows contain it
 */
export function paymentProviders(list: readonly PaymentProvider[]): PaymentProviders {
	const byId = new Map(list.map((provider) => [provider.id, provider]));
	if (byId.size !== list.length)
		throw new TypeError(`Two payment providers have one id: ${[...byId.keys()].join(", ")}`);
	const taking = (method: PaymentMethod, currency: Currency) =>
		list.find(({ takes }) => takes[method]?.includes(currency));
	return {
		all: list,
		taking,
		methods: (currency) => paymentMethods.filter((method) => taking(method, currency)),
		get: (id) => byId.get(id),
		ofWebhook: (name) => list.find(({ id, webhookName = id }) => webhookName === name),
	};
}

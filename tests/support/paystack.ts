import { createPaystackProvider, type PaystackProviderOptions } from "~/platform/payment/paystack/paystack-provider";
import type { Overrides } from "~/services.server";
import { createPaystackServer, paystackKey } from "../services/paystack";
import { anOrder, aPhone, quietServices, thePayment } from "./orders";

type PageOptions = NonNullable<Parameters<ReturnType<typeof createPaystackServer>["payPage"]>[1]>;

type Buyer = NonNullable<NonNullable<Parameters<typeof anOrder>[1]>["customer"]>;

/** A Paystack of the test's own, a provider that uses it, and services that use the provider. `pass` moves the clock. */
export function aPaystack(options: Partial<PaystackProviderOptions> = {}) {
	let now = Date.now();
	const clock = () => now;
	const server = createPaystackServer({ clock });
	const provider = createPaystackProvider({
		...{ secretKey: paystackKey, currencies: ["KES", "USD"], clock, timeoutMs: 500 },
		fetch: (url, init) => server.fetch(new Request(url, init)),
		...options,
	});
	const servicesWith = (overrides: Overrides = {}) =>
		quietServices({ clock, paymentProviders: [provider], ...overrides });
	const services = servicesWith();

	/** Delivers a message to the only address that Paystack has. */
	const deliver = ({ raw, headers }: { readonly raw: Uint8Array; readonly headers: Headers }) =>
		services.payments.handleWebhook("paystack", null, raw, headers);

	/** An order with an open payment. */
	async function aPayment(
		method: "card" | "mpesa" = "card",
		{ keep, ...order }: Parameters<typeof anOrder>[1] & { keep?: "keep" | "renewals" } = {},
	) {
		const ordered = await anOrder(services, order);
		const input = method === "card" ? { method, ...(keep && { [keep]: "on" }) } : { method, phone: aPhone() };
		const started = await services.payments.start(ordered.user, ordered.invoiceId, input);
		if (!started.ok) throw new Error(started.error.message);
		const payment = await thePayment(started.value.paymentId);
		return { ...ordered, payment, ref: payment.providerRef ?? "", redirectUrl: started.value.redirectUrl };
	}

	return {
		server,
		provider,
		services,
		servicesWith,
		deliver,
		aPayment,
		pass: (ms: number) => {
			now += ms;
		},
		/** A customer whose card was saved with a payment. */
		async aCardHolder(customer: Buyer, card: PageOptions = {}) {
			const { ref } = await aPayment("card", { customer, keep: "keep" });
			await deliver(server.payPage(ref, card));
			const [saved] = await services.payments.cards.list({ userId: customer.id });
			if (!saved) throw new Error("no card is saved");
			return saved;
		},
	};
}

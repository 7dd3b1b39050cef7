import { env } from "cloudflare:workers";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { createPayPalProvider } from "~/platform/payment/paypal/paypal-provider";
import { createPayPalServer, payPalAccount } from "../services/paypal";
import { anOrder, quietServices, thePayment } from "./orders";

/** A PayPal of the test's own, a provider that uses it, and services that use the provider. `pass` moves the clock. */
export function aPayPal(others: readonly PaymentProvider[] = []) {
	let now = Date.now();
	const clock = () => now;
	const server = createPayPalServer({ clock });
	const provider = createPayPalProvider({
		...payPalAccount,
		clock,
		sharedToken: sharedToken(env.ACCESS_TOKENS, `test ${crypto.randomUUID()}`),
		fetch: (url, init) => server.fetch(new Request(url, init)),
		timeoutMs: 500,
	});
	const services = quietServices({ clock, paymentProviders: [provider, ...others] });
	const { payments } = services;

	return {
		server,
		provider,
		services,
		pass: (ms: number) => {
			now += ms;
		},
		deliver: ({ raw, headers }: ReturnType<typeof server.message>) =>
			payments.handleWebhook("paypal", null, raw, headers),
		/** A dollar order whose customer has been sent to PayPal. */
		async aRequest() {
			const order = await anOrder(services, { currency: "USD" });
			const started = await payments.start(order.user, order.invoiceId, { method: "paypal" });
			if (!started.ok) throw new Error(started.error.message);
			const payment = await thePayment(started.value.paymentId);
			const { redirectUrl } = started.value;
			const owner = { userId: order.user.id };
			return { ...order, owner, payment, ref: payment.providerRef ?? "", redirectUrl };
		},
		stateOf: async (userId: string, invoiceId: string) =>
			(await payments.overview({ userId }, invoiceId))?.invoice.state,
	};
}

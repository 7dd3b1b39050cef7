import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { outbox } from "~/db/schema";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { createMpesaProvider, type MpesaOptions } from "~/platform/payment/mpesa/mpesa-provider";
import { createDarajaServer, darajaAccount } from "../services/daraja";
import { anOrder, aPhone, quietServices, thePayment } from "./orders";

/** A Daraja of the test's own, a provider that uses it, and services that use the provider. `pass` moves the clock. */
export function aDaraja(options: Partial<MpesaOptions> = {}) {
	let now = Date.now();
	const clock = () => now;
	const server = createDarajaServer({ clock });
	const account = `test ${crypto.randomUUID()}`;
	/** As in another isolate: it shares only the token. */
	const aProvider = () =>
		createMpesaProvider({
			...darajaAccount,
			clock,
			sharedToken: sharedToken(env.ACCESS_TOKENS, account),
			fetch: (url, init) => server.fetch(new Request(url, init)),
			...options,
		});
	const services = quietServices({ clock, paymentProviders: [aProvider()] });

	/** Delivers a callback to its address, as Safaricom does. */
	async function deliver({ url, body }: { readonly url: string; readonly body: unknown }) {
		const [name = "", token = ""] = new URL(url).pathname.split("/").slice(-2);
		return services.payments.handleWebhook(name, token, new TextEncoder().encode(JSON.stringify(body)), new Headers());
	}

	/** Runs the customer's waiting events about payments, as the queue does. */
	async function runEvents(userId: string): Promise<void> {
		const db = createDatabase(env.DB);
		const waiting = and(eq(outbox.userId, userId), eq(outbox.state, "new"), like(outbox.kind, "payment.%"));
		const rows = await db.read(db.orm.select().from(outbox).where(waiting));
		for (const { id, nextAt } of rows) if (nextAt <= now) await services.outbox.deliver(id);
	}

	return {
		server,
		aProvider,
		services,
		deliver,
		runEvents,
		pass: (ms: number) => {
			now += ms;
		},
		/** An order with a request on the customer's phone. */
		async aRequest(phone = aPhone()) {
			const order = await anOrder(services);
			const started = await services.payments.start(order.user, order.invoiceId, { method: "mpesa", phone });
			if (!started.ok) throw new Error(started.error.message);
			const payment = await thePayment(started.value.paymentId);
			return { ...order, payment, ref: payment.providerRef ?? "", phone };
		},
	};
}

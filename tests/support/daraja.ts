import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { outbox } from "~/db/schema";
import { sharedToken } from "~/platform/access-token/shared-token.workers";
import { createMpesaProvider, type MpesaOptions } from "~/platform/payment/mpesa/mpesa-provider";
import { createDarajaServer, type DarajaMessage, darajaAccount } from "../services/daraja";
import { anOrder, aPhone, quietServices, thePayment } from "./orders";

/** A Daraja of the test's own, a provider that uses it, and services that use the provider. `pass` moves the clock. */
export const callbackToken = "0123456789abcdef0123456789abcdef";

/** Takes payments to the paybill. */
export const withPaybill = {
	paybill: { callbackToken },
	initiator: { name: "api", securityCredential: "encrypted" },
} as const;

export function aDaraja(options: Partial<MpesaOptions> = {}) {
	let now = Date.now();
	const clock = () => now;
	const server = createDarajaServer({ clock });
	const account = `test ${crypto.randomUUID()}`;
	/** As in another isolate: it shares only the token. */
	const aProvider = () =>
		createMpesaProvider({
			...darajaAccount,
			paybill: null,
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

	const text = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));

	/** Delivers a message about a payment to the paybill to its address. */
	async function deliverDirect({ url, body }: DarajaMessage) {
		const [name = "", kind, token = ""] = new URL(url).pathname.split("/").slice(-3);
		const { direct } = services.payments;
		if (kind === "validation") return direct.validate(name, token, text(body));
		return kind === "confirmation"
			? direct.receiveNotice(name, token, text(body))
			: direct.receiveConfirmation(name, token, text(body));
	}

	/** Delivers the results of reversals and of questions about them to their addresses. */
	async function deliverRefundResults(): Promise<string[]> {
		const answers: string[] = [];
		for (const { url, body } of server.takeResults()) {
			const [name = "", , token = ""] = new URL(url).pathname.split("/").slice(-3);
			answers.push(await services.refunds.receiveResult(name, token, text(body)));
		}
		return answers;
	}

	/** Delivers events of payments to the paybill until none is due, with the answers that they cause. */
	async function runDirect(receipt: string): Promise<void> {
		const db = createDatabase(env.DB);
		for (let round = 0; round < 5; round += 1) {
			const waiting = and(eq(outbox.state, "new"), like(outbox.dedupeKey, `%:mpesa:${receipt}`));
			const rows = await db.read(db.orm.select().from(outbox).where(waiting));
			for (const { id, nextAt } of rows) if (nextAt <= now) await services.outbox.deliver(id);
			for (const result of server.takeResults()) await deliverDirect(result);
		}
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
		deliverDirect,
		runDirect,
		deliverRefundResults,
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

import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { invoices, payments } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { quoteRestore } from "~/features/domains/restore";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { aCustomer, aSession } from "./factories";
import { aPhone } from "./orders";
import type { OutsideWorld } from "./outside-world";

const db = () => createDatabase(env.DB);

export type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** A customer who pays each invoice at most once, however often the page has to be opened. */
export async function aBuyer(world: OutsideWorld) {
	const { services } = world;
	const { cookie } = await aSession(await aCustomer({ phone: "+254712345678" }), { services });
	const user = (await services.sessions.viewer({ cookie }).customer()) as Customer;
	// Without the session, which ends while the clock moves.
	const owner = { userId: user.id } as unknown as ConfirmedOwner;

	const openInvoices = () =>
		db().read(
			db()
				.orm.select()
				.from(invoices)
				.where(and(eq(invoices.userId, user.id), eq(invoices.state, "open"))),
		);

	const stateOf = async (id: string) =>
		(await db().read(db().orm.select().from(invoices).where(eq(invoices.id, id))))[0]?.state;

	/** Tries until the phone rings, enters the PIN once, and waits. */
	async function payByPhone(invoiceId: string): Promise<void> {
		const known = new Set(world.daraja.pushes().map(({ checkoutId }) => checkoutId));
		for (let attempt = 0; attempt < 5; attempt += 1) {
			await services.payments.start(user, invoiceId, { method: "mpesa", phone: aPhone() }).catch(() => null);
			const ringing = world.daraja.pushes().find(({ checkoutId, result }) => !known.has(checkoutId) && result === null);
			if (ringing) {
				const { url, body } = world.daraja.answer(ringing.checkoutId);
				await world.receive("M-Pesa callback", () => deliver(url, body));
				break;
			}
			await world.pass(3 * MINUTE);
		}
		await world.settle();
	}

	async function deliver(url: string, body: unknown) {
		const [name = "", token = ""] = new URL(url).pathname.split("/").slice(-2);
		return services.payments.handleWebhook(name, token, new TextEncoder().encode(JSON.stringify(body)), new Headers());
	}

	/** Goes to the card form, pays there once, and waits. */
	async function payByCard(invoiceId: string): Promise<void> {
		for (let attempt = 0; attempt < 5; attempt += 1) {
			const started = await services.payments.start(user, invoiceId, { method: "card" }).catch(() => null);
			if (started?.ok && started.value.redirectUrl) {
				const [payment] = await db().read(
					db().orm.select().from(payments).where(eq(payments.id, started.value.paymentId)),
				);
				const { raw, headers } = world.paystack.payPage(payment?.providerRef ?? "");
				await world.receive("Paystack message", () => services.payments.handleWebhook("paystack", null, raw, headers));
				break;
			}
			await world.pass(3 * MINUTE);
		}
		await world.settle();
	}

	/** Presses the button of the domain's page until its order is placed. */
	async function restore(domainId: string): Promise<void> {
		const key = randomToken();
		for (let attempt = 0; attempt < 5; attempt += 1) {
			const domain = await services.portfolio.find(owner, domainId);
			const quote = domain && quoteRestore(domain, { currency: user.currency }, world.clock());
			if (!quote?.ok) throw new Error(quote?.error.message ?? "no domain");
			const total = quote.value.total.amount;
			const placed = await services.orders.restore(user, owner, domainId, { total, key }).catch(() => null);
			if (placed?.ok) return;
			await world.pass(3 * MINUTE);
		}
	}

	return { user, owner, restore, openInvoices, stateOf, payByPhone, payByCard };
}

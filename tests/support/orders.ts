import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { jobs, ledgerEntries, outbox, paymentReviews, payments, sandboxPayments } from "~/db/schema";
import type { PlaceOrderInput } from "~/features/orders/checkout.schema";
import { hmacSha256Hex } from "~/lib/hmac";
import { randomToken } from "~/lib/ids";
import type { Currency } from "~/lib/money";
import { sign, signatureHeader } from "~/platform/payment/sandbox/sandbox-signature";
import type { Overrides, Services } from "~/services.server";
import { aCustomer, testServices } from "./factories";
import { writeRows } from "./rows";

export const contact = {
	firstName: "Amina",
	lastName: "Otieno",
	email: "amina@example.com",
	phone: "+254712345678",
	address: "P.O. Box 100",
	city: "Nairobi",
	country: "Kenya",
};

/** Services whose queues deliver nothing. The test runs the work itself. */
export const quietServices = (overrides: Overrides = {}) =>
	testServices({ queues: { send: async () => {} }, ...overrides });

let next = 1;

/** A new name that the sandbox registry reports as available. */
export const aName = (tld = "co.ke") => `fresh-${next++}-${Math.random().toString(36).slice(2, 8)}.${tld}`;

export const registration = (domain = aName(), quantity = 1) => ({
	key: domain,
	productId: "domain-registration",
	domain,
	quantity,
});

/** A customer with the input for a checkout of the given items at today's prices. */
export async function aCheckout(
	services: Services,
	{
		items = [registration()],
		promo,
		currency = "KES",
		customer,
	}: {
		items?: PlaceOrderInput["items"];
		promo?: string;
		currency?: Currency;
		customer?: { id: string; currency: Currency; email: string };
	} = {},
) {
	const user = customer ?? { ...(await aCustomer({ currency })), currency };
	const quote = await services.cart.quote({ items, promo, currency }, { userId: user.id });
	const input: PlaceOrderInput = {
		idempotencyKey: randomToken(),
		items,
		promo,
		contact,
		expectedTotal: quote.total.amount,
	};
	return { user, input, quote };
}

/** An unpaid order. */
export async function anOrder(services: Services, options: Parameters<typeof aCheckout>[1] = {}) {
	const { user, input, quote } = await aCheckout(services, options);
	const placed = await services.orders.place(user, input);
	if (!placed.ok) throw new Error(placed.error.message);
	return { user, quote, ...placed.value };
}

/** An order with a pending payment. */
export async function aPendingPayment(services: Services, options: Parameters<typeof aCheckout>[1] = {}) {
	const order = await anOrder(services, options);
	const method =
		options?.currency === "USD" ? { method: "card" as const } : { method: "mpesa" as const, phone: aPhone() };
	const started = await services.payments.start(order.user, order.invoiceId, method);
	if (!started.ok) throw new Error(started.error.message);
	const payment = await thePayment(started.value.paymentId);
	const ref = payment.providerRef;
	if (!ref) throw new Error("the payment has no reference");
	return { ...order, paymentId: payment.id, ref, callbackToken: payment.callbackToken };
}

export const aPhone = () => `07${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;

const db = () => createDatabase(env.DB);

export async function thePayment(paymentId: string) {
	const [row] = await db().read(db().orm.select().from(payments).where(eq(payments.id, paymentId)));
	if (!row) throw new Error(`no payment ${paymentId}`);
	return row;
}

/** Ledger entries, events, reviews and jobs of one invoice. */
export async function moneyRecordsOf(invoiceId: string, userId: string) {
	const base = db();
	const [ledger, effects, reviews, attempts, queued] = await Promise.all([
		base.read(base.orm.select().from(ledgerEntries).where(eq(ledgerEntries.invoiceId, invoiceId))),
		base.read(base.orm.select().from(outbox).where(eq(outbox.userId, userId))),
		base.read(base.orm.select().from(paymentReviews)),
		base.read(base.orm.select().from(payments).where(eq(payments.invoiceId, invoiceId))),
		base.read(base.orm.select({ id: jobs.id }).from(jobs).where(eq(jobs.userId, userId))),
	]);
	const jobIds = new Set(queued.map(({ id }) => id));
	const mine = new Set(attempts.map(({ id }) => id));
	return {
		ledger,
		receipts: effects.filter(({ kind }) => kind === "mail.receipt"),
		/** The events that run the jobs. */
		jobs: effects.filter(({ kind, payload }) => kind === "job.run" && jobIds.has(String(payload.jobId))),
		reviews: reviews.filter(({ paymentId }) => paymentId !== null && mine.has(paymentId)),
	};
}

type Entry = typeof sandboxPayments.$inferInsert;

/** Changes the sandbox provider's record of a payment. */
export async function forgeProviderRecord(ref: string, values: Partial<Entry>): Promise<void> {
	await writeRows(db(), [db().orm.update(sandboxPayments).set(values).where(eq(sandboxPayments.ref, ref))]);
}

const webhookSecret = (services: Services) =>
	hmacSha256Hex(services.config.TOKEN_SECRET, new TextEncoder().encode("sandbox webhook"));

/** A signed message of the sandbox provider about a payment. */
export async function aWebhook(
	services: Services,
	ref: string,
	claim: Record<string, unknown> = {},
	{ secret = webhookSecret(services), at = services.clock() } = {},
) {
	const base = db();
	const [entry] = await base.read(base.orm.select().from(sandboxPayments).where(eq(sandboxPayments.ref, ref)));
	const { amount = 1, currency = "KES", state = "waiting", receipt = null } = entry ?? {};
	const event = `${ref}:${entry?.version ?? 0}`;
	const raw = new TextEncoder().encode(
		JSON.stringify({ event, ref, state, amount, currency, receipt: receipt ?? null, ...claim }),
	);
	const headers = new Headers({ "Content-Type": "application/json", [signatureHeader]: sign(secret, raw, at) });
	return { raw, headers };
}

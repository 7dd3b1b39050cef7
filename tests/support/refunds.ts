import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { creditNotes, invoices, ledgerEntries, payments, refunds } from "~/db/schema";
import type { RefundInput } from "~/features/refunds/refund.schema";
import { randomToken } from "~/lib/ids";
import type { Services } from "~/services.server";
import { aName, aPendingPayment, forgeProviderRecord, registration } from "./orders";

/** A paid invoice of two domains, paid by one payment through the sandbox. */
export async function aPaidInvoice(
	services: Services,
	options: Parameters<typeof aPendingPayment>[1] = { items: [registration(), registration(aName("com"))] },
) {
	const order = await aPendingPayment(services, options);
	await settleAtProvider(services, order.ref);
	const { number, state } = await invoiceOf(order.invoiceId);
	if (state !== "paid") throw new Error(`the invoice is ${state}`);
	const found = await services.refunds.invoice(number);
	if (!found) throw new Error(`no invoice ${number}`);
	return { ...order, number, left: found.left, lines: found.lines };
}

/** The customer pays on the phone, and the schedule finds out. */
export async function settleAtProvider(services: Services, ref: string): Promise<void> {
	await forgeProviderRecord(ref, { state: "approved", receipt: `R${ref}` });
	const [payment] = await db().read(db().orm.select().from(payments).where(eq(payments.providerRef, ref)));
	if (!payment) throw new Error(`no payment ${ref}`);
	await services.payments.confirm({ paymentId: payment.id, providerRef: ref, claimed: "succeeded" });
}

const db = () => createDatabase(env.DB);

export async function invoiceOf(invoiceId: string) {
	const [found] = await db().read(db().orm.select().from(invoices).where(eq(invoices.id, invoiceId)));
	if (!found) throw new Error(`no invoice ${invoiceId}`);
	return found;
}

export const refundsOf = (invoiceId: string) =>
	db().read(db().orm.select().from(refunds).where(eq(refunds.invoiceId, invoiceId)));

export const creditNotesOf = (...invoiceIds: readonly string[]) =>
	db().read(
		db()
			.orm.select()
			.from(creditNotes)
			.where(inArray(creditNotes.invoiceId, [...invoiceIds]))
			.orderBy(creditNotes.number),
	);

export const ledgerOf = (userId: string) =>
	db().read(db().orm.select().from(ledgerEntries).where(eq(ledgerEntries.userId, userId)));

/** Refunds an invoice. Without more, everything to the original payment. */
export const refund = (services: Services, number: string, input: Partial<RefundInput> = {}, key = randomToken()) =>
	services.refunds.issue(number, { by: "Neema", to: "payment", reason: "Ordered by mistake", ...input }, key);

/** Runs the check of each refund of the invoice that is due. */
export async function checkRefunds(services: Services, invoiceId: string): Promise<void> {
	for (const { id } of await refundsOf(invoiceId)) await services.refunds.check(id);
}

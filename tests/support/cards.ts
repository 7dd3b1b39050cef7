import { env } from "cloudflare:workers";
import type { ConfirmedOwner } from "~/db/owner";
import { sha256Hex } from "~/lib/sha256";
import type { TypedCard } from "~/platform/payment/sandbox/sandbox-customer";
import type { Services } from "~/services.server";
import { aCustomer, aSession } from "./factories";
import { anOrder, quietServices, thePayment } from "./orders";

export const visa: TypedCard = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034, bank: "approves" };
export const mastercard: TypedCard = { ...visa, brand: "Mastercard", last4: "4444" };
export const asking: TypedCard = { ...visa, last4: "3184", bank: "asks" };
export const refusing: TypedCard = { ...visa, last4: "0341", bank: "declines" };

export type Buyer = { id: string; email: string; currency: "KES" };

export async function aBuyer(): Promise<Buyer> {
	const { id, email } = await aCustomer({ currency: "KES" });
	return { id, email, currency: "KES" };
}

/** Pays an order with a typed card. */
export async function payOnce(
	services: Services,
	customer: Buyer,
	card: TypedCard,
	wish: "keep" | "renewals" | null = "keep",
) {
	const order = await anOrder(services, { customer });
	const started = await services.payments.start(customer, order.invoiceId, {
		method: "card",
		...(wish && { [wish]: "on" }),
	});
	if (!started.ok) throw new Error(started.error.message);
	const { providerRef } = await thePayment(started.value.paymentId);
	await services.sandbox?.payByCard(providerRef ?? "", card);
	return order;
}

/** A customer with one saved card. */
export async function aCardHolder(card = visa, services = quietServices()) {
	const customer = await aBuyer();
	await payOnce(services, customer, card);
	const owner = { userId: customer.id };
	const [saved] = await services.payments.cards.list(owner);
	if (!saved) throw new Error("no card is saved");
	return { services, customer, owner, confirmed: await aConfirmation(customer.id), card: saved.id };
}

/** A confirmed session of the customer that does not expire before 2040. */
export async function aConfirmation(userId: string): Promise<ConfirmedOwner> {
	const { token, sessionId } = await aSession({ id: userId });
	const until = Date.UTC(2040, 0, 1);
	await env.DB.prepare("update sessions set confirmed_at = ?1, expires_at = ?1, idle_expires_at = ?1 where id = ?2")
		.bind(until, sessionId)
		.run();
	return { sessionHash: sha256Hex(token), confirmedFrom: Date.now() };
}

import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { amountDue } from "~/features/invoices/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import type { Outcome } from "~/platform/payment/payment-provider";
import type { Cards } from "./cards.server";
import type { FailPayment } from "./fail-payment.server";
import { defaultSource, newAttempt } from "./new-attempt";
import { firstCheck } from "./payment-check.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import type { RequestPayment } from "./request-payment.server";
import { startTimeoutMs } from "./start-payment.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice">;
	readonly providers: Pick<PaymentProviders, "newest">;
	readonly cards: Pick<Cards, "chargeable">;
	readonly requestPayment: RequestPayment;
	readonly verify: (payment: PaymentRow) => Promise<Outcome["state"]>;
	readonly failPayment: FailPayment;
}

interface Charge {
	readonly customer: Pick<Customer, "id" | "email">;
	readonly invoiceId: string;
	/** The kept card that its customer chose for this. */
	readonly card: { readonly id: string; readonly name: string };
	/** When it is charged again if this fails, in ms; null when it is not. */
	readonly retryAt: number | null;
	/** Overtaken if the customer does not want it any more. */
	requireConsent(): Change;
	/** Overtaken if it was tried in the meantime, or is being paid in another way. */
	requireNoOtherPayment(): Change;
}

/** Charges of kept cards that nobody presses: the schedule makes them, on the customer's word. */
export function createChargeCard(deps: Dependencies) {
	const { db, clock, orders, providers, cards, requestPayment, verify, failPayment } = deps;
	const repo = createPaymentsRepo(db);

	async function loadCharge({ customer, invoiceId, card }: Charge) {
		const owner = { userId: customer.id };
		const [invoice, chargeable] = await Promise.all([
			orders.ownInvoice(owner, invoiceId),
			cards.chargeable(owner, card.id),
		]);
		return invoice?.state === "open" ? { invoice, chargeable } : undefined;
	}

	async function insert(charge: Charge, invoice: Invoice, provider: string): Promise<PaymentRow | undefined> {
		const { customer, invoiceId, card, retryAt } = charge;
		const source = { ...defaultSource, card };
		const amount = amountDue(invoice);
		const made = newAttempt({ userId: customer.id, invoiceId, provider, amount, source }, clock());
		const attempt = { ...made, automatic: true, retryAt, cardName: card.name };
		const inserted = change(
			charge.requireConsent(),
			charge.requireNoOtherPayment(),
			repo.insert(attempt),
			firstCheck(attempt),
		);
		// Overtaken or duplicate: not wanted any more, or the customer or another run was faster.
		return (await db.commit(inserted, attempt.createdAt)).state === "ok" ? repo.find(attempt.id) : undefined;
	}

	/** Asked again under its own id, it is the charge that it was. */
	async function requestAgain(payment: PaymentRow, charge: Charge): Promise<void> {
		if (payment.cardId !== charge.card.id || payment.createdAt + startTimeoutMs > clock()) return;
		const loaded = await loadCharge(charge);
		if (!loaded?.chargeable.ok) return;
		if ((await db.commit(change(charge.requireConsent(), charge.requireNoOtherPayment()), clock())).state !== "ok")
			return;
		const cardToken = loaded.chargeable.value.token;
		await requestPayment(payment, { email: charge.customer.email, invoice: loaded.invoice, cardToken });
	}

	return {
		/** One attempt, unless a guard refuses it. */
		async charge(charge: Charge): Promise<void> {
			const loaded = await loadCharge(charge);
			if (!loaded) return;
			const { invoice, chargeable } = loaded;
			if (!chargeable.ok && chargeable.error.code !== "card_expired") return;
			const provider = chargeable.ok ? chargeable.value.provider : providers.newest.id;
			const attempt = await insert(charge, invoice, provider);
			if (!attempt) return;
			// No bank need be asked to know what it says.
			if (!chargeable.ok) return failPayment(attempt, "failed", "card_expired");
			await requestPayment(attempt, { email: charge.customer.email, invoice, cardToken: chargeable.value.token });
		},

		/** Is it certain that no earlier charge of a kept card paid the invoice, or still may? Asks where it is not. */
		async resolveEarlierCharges(charge: Charge): Promise<boolean> {
			for (const unresolved of await repo.unresolvedCharges(charge.invoiceId)) {
				if (unresolved.providerRef === null) await requestAgain(unresolved, charge);
				const payment = (await repo.find(unresolved.id)) ?? unresolved;
				const { state, cardId, providerRef } = payment;
				// Another card may not be asked again; had it paid, its provider would have called us within a day.
				const forgotten = providerRef === null && cardId !== charge.card.id && payment.createdAt + DAY <= clock();
				if (state === "failed" || forgotten) continue;
				if (providerRef === null || (await verify(payment)) !== "failed") return false;
			}
			return true;
		},
	};
}

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
import { payableAmount } from "./payable";
import { firstCheck } from "./payment-check.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import type { RequestPayment } from "./request-payment.server";
import { startTimeoutMs } from "./start-payment.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice">;
	readonly providers: Pick<PaymentProviders, "taking">;
	readonly cards: Pick<Cards, "chargeable">;
	readonly requestPayment: RequestPayment;
	readonly verify: (payment: PaymentRow) => Promise<Outcome["state"]>;
	readonly failPayment: FailPayment;
}

interface Charge {
	readonly customer: Pick<Customer, "id" | "email">;
	readonly invoiceId: string;
	/** The saved card that the customer chose for renewals. */
	readonly card: { readonly id: string; readonly name: string };
	/** When it is charged again if this fails, in ms. Null if it is not. */
	readonly retryAt: number | null;
	/** Guard: overtaken if the customer has withdrawn the consent. */
	requireConsent(): Change;
	/** Guard: overtaken if another attempt was made in the meantime, or the invoice is being paid in another way. */
	requireNoOtherPayment(): Change;
}

/** Automatic charges of saved cards, with the customer's consent. */
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
		const amount = payableAmount(amountDue(invoice));
		const made = newAttempt({ userId: customer.id, invoiceId, provider, amount, source }, clock());
		const attempt = { ...made, automatic: true, retryAt, cardName: card.name };
		const inserted = change(
			charge.requireConsent(),
			charge.requireNoOtherPayment(),
			repo.insert(attempt),
			firstCheck(attempt),
		);
		// Stale or duplicate: the consent was withdrawn, or the customer or another run was faster.
		return (await db.commit(inserted, attempt.createdAt)).state === "ok" ? repo.find(attempt.id) : undefined;
	}

	/** Sends the charge again with the same id, so that the provider charges once. */
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
		/** Makes one attempt, unless a guard is overtaken. */
		async charge(charge: Charge): Promise<void> {
			const loaded = await loadCharge(charge);
			if (!loaded) return;
			const { invoice, chargeable } = loaded;
			if (!chargeable.ok && chargeable.error.code !== "card_expired") return;
			// An expired card is not charged, so any provider of cards can stand for its own.
			const provider = chargeable.ok ? chargeable.value.provider : providers.taking("card", invoice.currency)?.id;
			if (provider === undefined) return;
			const attempt = await insert(charge, invoice, provider);
			if (!attempt) return;
			// The bank would decline an expired card, so don't ask it.
			if (!chargeable.ok) return failPayment(attempt, "failed", "card_expired");
			await requestPayment(attempt, { email: charge.customer.email, invoice, cardToken: chargeable.value.token });
		},

		/**
		 * Checks unresolved charges of this invoice with their providers. Returns true if none was paid and none can be
		 * paid any more.
		 */
		async resolveEarlierCharges(charge: Charge): Promise<boolean> {
			for (const unresolved of await repo.unresolvedCharges(charge.invoiceId)) {
				if (unresolved.providerRef === null) await requestAgain(unresolved, charge);
				const payment = (await repo.find(unresolved.id)) ?? unresolved;
				const { state, cardId, providerRef } = payment;
				// A charge of another card is not sent again. If it was paid, its provider calls our webhook within a day.
				const abandoned = providerRef === null && cardId !== charge.card.id && payment.createdAt + DAY <= clock();
				if (state === "failed" || abandoned) continue;
				if (providerRef === null || (await verify(payment)) !== "failed") return false;
			}
			return true;
		},
	};
}

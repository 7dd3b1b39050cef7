import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import type { Currency, Money } from "~/lib/money";
import { ok } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import type { Secrets } from "~/lib/secrets";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createAssignReview } from "./assign-review.server";
import { type BankDependencies, createBankTransfers } from "./bank-transfers.server";
import { createCards } from "./cards.server";
import { createChargeCard } from "./charge-card.server";
import { createPaymentChecks } from "./check-payment.server";
import { createCredit } from "./credit.server";
import { createDirectPayments } from "./direct-payments.server";
import type { DirectWays } from "./direct-ways";
import { createFailPayment } from "./fail-payment.server";
import { createHandleWebhook } from "./handle-webhook.server";
import { createPayLinks } from "./pay-links.server";
import type { MpesaOffer } from "./payable";
import { paymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import { createPrompts } from "./prompts.server";
import { createRequestPayment } from "./request-payment.server";
import { createSettleInvoice, type Settlement } from "./settle-invoice.server";
import { createStartPayment } from "./start-payment.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<
		Orders,
		"invoice" | "invoiceByNumber" | "ownInvoice" | "markInvoicePaid" | "payerPhone" | "checkPayable"
	>;
	/** Of those that take a method, the first gets new payments. The others only finish their open payments. */
	readonly providers: readonly PaymentProvider[];
	/** Encrypts the tokens of saved cards. */
	readonly sealer: Sealer;
	readonly bank: Pick<BankDependencies, "accounts" | "readStatement">;
	readonly rateLimiter: RateLimiter;
	/** Sign pay links. */
	readonly linkSecrets: Secrets;
	readonly appOrigin: string;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

export type Payments = ReturnType<typeof createPayments>;

/** Payments for invoices: by card, M-Pesa, PayPal and from credit. */
export function createPayments(deps: Dependencies) {
	const { db, clock, orders, sealer, rateLimiter, linkSecrets, appOrigin, waitUntil } = deps;
	const providers = paymentProviders(deps.providers);
	const cards = createCards({ db, clock, sealer, providers });
	const settlements = createSettleInvoice({ db, clock, orders, cards });
	const { settleInvoice } = settlements;
	const failPayment = createFailPayment({ db, clock });
	const checks = createPaymentChecks({ db, clock, orders, providers, settleInvoice, failPayment });
	const { verify } = checks;
	const requestPayment = createRequestPayment({ db, clock, providers, verify, failPayment, appOrigin });
	const start = createStartPayment({ db, clock, orders, providers, cards, requestPayment });
	const credit = createCredit({ db, clock, orders });
	const repo = createPaymentsRepo(db);
	const bank = createBankTransfers({ db, clock, ...deps.bank });
	const direct = createDirectPayments({ db, clock, orders, providers, verify, ...settlements, appOrigin });

	const links = createPayLinks({ db, clock, orders, rateLimiter, secrets: linkSecrets, appOrigin, start });

	/** Runs checks that are due, so that the page does not wait for the queue. */
	function checkDue(attempts: readonly PaymentRow[]): void {
		const due = attempts.filter(
			({ state, nextCheckAt }) => state === "pending" && (nextCheckAt ?? Infinity) <= clock(),
		);
		for (const { id } of due) waitUntil(checks.check(id));
	}

	const takesMpesa = (currency: Currency): boolean => providers.methods(currency).includes("mpesa");

	const mpesaOffer = (currency: Currency): MpesaOffer => {
		if (takesMpesa(currency)) return "taken";
		return takesMpesa("KES") ? "shillings_only" : "none";
	};

	const directWays = (currency: Currency): DirectWays => ({
		paybill: direct.paybill(currency),
		bankAccount: bank.account(currency),
	});

	return {
		/** How customers can pay without a request from us. */
		directWays,
		start,
		prompts: createPrompts({ db, clock, start }),
		/** Whether customers can pay by M-Pesa in this currency. */
		takesMpesa,
		charges: createChargeCard({ db, clock, orders, providers, cards, requestPayment, verify, failPayment }),
		handleWebhook: createHandleWebhook({ db, clock, providers, verify }),
		/** What the answer to an accepted webhook contains. */
		acknowledgement: (name: string, raw: Uint8Array) => providers.ofWebhook(name)?.acknowledge?.(raw) ?? {},
		check: checks.check,
		confirm: checks.confirm,
		reconcile: checks.reconcile,
		settleInvoice,
		reviews: createAssignReview({ db, clock, orders, settleDirect: settlements.settleDirect }),
		/**
		 * Records money that staff received, through the one function that posts money. `already_settled`: the reference is
		 * known. @param recorded the entry of the audit log
		 */
		async recordByStaff(
			invoiceId: string,
			{ method, reference, amount, currency }: Money & { readonly method: "bank" | "cash"; readonly reference: string },
			recorded: Change,
		): Promise<Settlement> {
			const invoice = await orders.invoice(invoiceId);
			if (!invoice || (method === "bank" && (await bank.wasImported(reference, amount)))) return "already_settled";
			const provider = method === "bank" ? "bank" : "cash";
			return settlements.settleDirect(
				invoice,
				{ amount, currency, receipt: reference },
				{ provider, method },
				recorded,
			);
		},
		direct,
		bank,
		credit,
		cards,

		links: {
			...links,

			/** For a payer who comes back from the provider's page, which proves nothing. */
			async checkReturned(token: string): Promise<void> {
				const found = await links.find(token);
				if (found.ok) await checks.checkReturned(found.value.id);
			},

			/** What someone with the link sees of an invoice: nothing of the account. */
			async overview(token: string) {
				const found = await links.find(token);
				if (!found.ok) return found;
				const invoice = found.value;
				const attempts = invoice.state === "open" ? await repo.ofInvoice(invoice.id) : [];
				checkDue(attempts);
				const accepted = providers.methods(invoice.currency);
				const mpesa = mpesaOffer(invoice.currency);
				const ofAccount = { payerPhone: null, credits: [], cards: [], lastMethod: null };
				return ok({ invoice, attempts, accepted, mpesa, ...ofAccount, ...directWays(invoice.currency) });
			},
		},

		/** For a customer who comes back from the provider's page, which proves nothing. */
		async checkReturned(owner: Owner, invoiceId: string): Promise<void> {
			if (await orders.ownInvoice(owner, invoiceId)) await checks.checkReturned(invoiceId);
		},

		/** An invoice and its payment attempts, newest first. Undefined if the invoice is not the owner's. */
		async overview(owner: Owner, invoiceId: string) {
			const [invoice, attempts, payerPhone, credits, savedCards, lastMethod] = await Promise.all([
				orders.ownInvoice(owner, invoiceId),
				repo.ofInvoice(invoiceId),
				orders.payerPhone(owner, invoiceId),
				credit.balances(owner),
				cards.list(owner),
				repo.lastMethod(owner, clock()),
			]);
			if (!invoice) return undefined;
			checkDue(attempts);
			const accepted = providers.methods(invoice.currency);
			const ways = { accepted, mpesa: mpesaOffer(invoice.currency), ...directWays(invoice.currency) };
			return { invoice, attempts, payerPhone, credits, cards: savedCards, lastMethod, ...ways };
		},
	};
}

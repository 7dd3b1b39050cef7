import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Registrations } from "~/features/domains/registrations.server";
import type { Fiscal } from "~/features/fiscal/fiscal.server";
import { planEndedByStaff } from "~/features/hosting/hosting-changes.server";
import { setInvoiceRefunded } from "~/features/invoices/invoice-changes.server";
import { invoiceYear, normalizeInvoiceNumber } from "~/features/invoices/invoice-number";
import { shippingCancelled } from "~/features/orders/order-changes.server";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { createCallbackToken } from "~/features/payments/callback-token";
import { type LedgerEntry, ledgerEntryAdded } from "~/features/payments/ledger-changes.server";
import type { PaymentProviders } from "~/features/payments/payment-providers";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createId, derivedId } from "~/lib/ids";
import { type Money, money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import { planMadeRefund, planRefund, type RefundedInvoice, type RefundPlan } from "./plan-refund";
import type { RefundInput } from "./refund.schema";
import { refundReview } from "./refund-reviews.server";
import { type RefundedService, refundedServices } from "./refunded-services";
import { createRefundsRepo, type RefundRow } from "./refunds.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: PaymentProviders;
	readonly fiscal: Pick<Fiscal, "creditNoteIssued">;
	readonly registrations: Pick<Registrations, "takeBack">;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewals">;
	/** How long the content of an ended plan is kept. */
	readonly keptDays: number;
}

/** A refund before it is made. */
export interface PlannedRefund {
	readonly invoiceId: string;
	readonly userId: string;
	readonly number: string;
	readonly money: Money;
}

/** Decides whether a refund may be made. Returns the change to make before it: its entry in the audit log. */
export type Authorize = (refund: PlannedRefund) => Promise<Result<Change>>;

type Repo = ReturnType<typeof createRefundsRepo>;
export type InvoiceMoney = NonNullable<Awaited<ReturnType<Repo["invoice"]>>>;

/** An issued credit note and its refunds. */
export interface IssuedCreditNote {
	readonly creditNote: string;
	readonly invoice: string;
	/** Minor units. */
	readonly total: number;
	readonly tax: number;
	readonly refunds: readonly Pick<RefundRow, "id" | "target" | "provider" | "amount" | "state">[];
}

/** The invoice's facts that a refund depends on. */
export function refundedInvoice(found: InvoiceMoney, providers: PaymentProviders): RefundedInvoice {
	const { invoice, lines, paid, notes, noteLines, refunds, left } = found;
	const refunded = (paymentId: string) =>
		refunds
			.filter((refund) => refund.paymentId === paymentId && refund.state !== "credited")
			.reduce((sum, { amount }) => sum + amount, 0);
	return {
		...invoice,
		lines,
		left,
		payments: paid.map(({ entry: { provider, amount }, payment }) => ({
			payment,
			provider,
			amount,
			refunded: payment ? refunded(payment.id) : 0,
			part: (payment && providers.get(provider)?.refunds?.parts[payment.method]) ?? null,
		})),
		creditNotes: notes.map(({ id, number, tax, total }) => ({
			...{ number, tax, total },
			lineIds: noteLines.flatMap(({ creditNoteId, invoiceLineId }) =>
				creditNoteId === id && invoiceLineId ? [invoiceLineId] : [],
			),
		})),
	};
}

/** Refunds a paid invoice or a part of it, with a credit note. */
export function createIssueCreditNote({ db, clock, fiscal, providers, registrations, orders, keptDays }: Dependencies) {
	const repo = createRefundsRepo(db);

	async function viewOf(creditNoteId: string): Promise<Result<IssuedCreditNote>> {
		const [note, refunds] = await Promise.all([repo.creditNote(creditNoteId), repo.ofCreditNote(creditNoteId)]);
		const [first] = refunds;
		const found = note && first && (await repo.find(first.id));
		if (!found) throw new Error(`No credit note ${creditNoteId}`);
		const { number: creditNote, total, tax } = note;
		const sent = refunds.map(({ id, target, provider, amount, state }) => ({ id, target, provider, amount, state }));
		return ok({ creditNote, invoice: found.invoiceNumber, total, tax, refunds: sent });
	}

	/** Credit is posted at once. A payment's provider is asked after the commit. */
	function refundChange(refund: RefundRow, creditNote: string, now: number): Change {
		const { id, userId, invoiceId, target, amount, currency } = refund;
		switch (target) {
			case "credit":
				return ledgerEntryAdded(db, {
					...{ id: createId("led", now), userId, invoiceId, kind: "credit", provider: "refund" },
					...{ receipt: id, amount, currency, createdAt: now },
				});
			case "payment":
				return emit({ kind: "refund.check", payload: { refundId: id }, userId, once: `${id}:0` });
			case "by_hand":
				return refundReview(db, refund, { reason: "refund_by_hand", creditNote }, now);
		}
	}

	/** @param made the provider's reference of a refund that it has paid already. Null if it is to be asked. */
	function issued(
		found: InvoiceMoney,
		id: string,
		plan: RefundPlan,
		input: RefundInput,
		now: number,
		made: string | null = null,
	): Change {
		const { invoice, left } = found;
		const { id: invoiceId, userId, currency, number } = invoice;
		const { net, tax, total } = plan;
		const { to, reason, by: issuedBy } = input;
		const note = { id, invoiceId, userId, target: to, reason, issuedBy, requestHash: hashOf(input), currency };
		const lines = plan.lines.map((line, position) => ({
			...line,
			...{ id: createId("cnl", now), creditNoteId: id, position },
		}));
		const sent = plan.parts.map((part) => ({
			...newRefund({ creditNoteId: id, invoiceId, userId, currency, ...part }, now),
			...(made !== null && { state: "succeeded" as const, reference: made, nextCheckAt: null, settledAt: now }),
		}));
		const creditNote = repo.numberOf(id);
		const params = { money: money(total, currency), invoice: number, creditNote, to };
		return change(
			repo.insert({ ...note, net, tax, total, issuedAt: now }, lines, sent, { left, year: invoiceYear(now) }),
			fiscal.creditNoteIssued({ id, invoiceId, userId }, now),
			setInvoiceRefunded(db, invoiceId),
			...sent.map((refund) =>
				made === null ? refundChange(refund, id, now) : ledgerEntryAdded(db, refundEntry(refund, now)),
			),
			log({ kind: "refund.issued", actor: "staff", params, owner: { userId }, subjectId: invoiceId }),
			notify({ kind: "refund.issued", userId, params: { ...params, invoiceId }, once: id }),
			emit({ kind: "mail.credit-note", payload: { creditNoteId: id }, userId, once: id }),
		);
	}

	/**
	 * Records a refund that the provider has paid without a request from us, with a credit note, once for each reference.
	 * Returns how much of it the invoice takes, in minor units.
	 */
	async function recordMade(
		invoiceId: string,
		{ paymentId, provider, reference, amount }: MadeElsewhere,
	): Promise<number> {
		const id = derivedId("cno", invoiceId, provider, reference);
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			const found = await repo.invoiceOf(invoiceId);
			const earlier = found?.notes.find((note) => note.id === id);
			if (earlier) return earlier.total;
			const facts = found && refundedInvoice(found, providers);
			if (!found || !facts || facts.left <= 0) return 0;
			const plan = planMadeRefund(facts, { paymentId, provider, amount });
			const input = { to: "payment", by: provider, reason: "Refunded by the payment service" } as const;
			const now = clock();
			const { state } = await db.commit(issued(found, id, plan, { ...input, amount }, now, reference), now);
			if (state === "ok") return plan.total;
		}
		throw new Error(`Invoice ${invoiceId} was changed at the same time`);
	}

	/** Ends the services, each by the change that also ends it without a refund. */
	function ended(found: InvoiceMoney, services: readonly RefundedService[], reason: string, now: number) {
		const keptUntil = now + keptDays * DAY;
		const changes = services.map(({ kind, id }) => {
			const plan = kind === "plan" ? found.services.plans.find((row) => row.id === id) : undefined;
			const domain = kind === "domain" ? found.services.domains.find((row) => row.id === id) : undefined;
			const goods = kind === "goods" ? found.services.goods.find((row) => row.orderLineId === id) : undefined;
			return change(
				plan && planEndedByStaff(db, plan, { reason, keptUntil }, now),
				domain && registrations.takeBack(domain, now),
				goods?.jobId ? shippingCancelled(db, { ...goods, jobId: goods.jobId }, now) : null,
			);
		});
		const renewals = services
			.filter(({ kind }) => kind !== "goods")
			.map(({ kind, id }) => (kind === "plan" ? { planId: id } : { domainId: id }));
		return { change: change(...changes), renewals };
	}

	/**
	 * Idempotent: the same key again returns the same credit note. Fails with `conflict` if the key was used for another
	 * refund, and names the field if the refund is not possible.
	 * @param authorize for a refund by someone at the desk. Its failure is the result.
	 */
	async function issue(
		invoiceNumber: string,
		input: RefundInput,
		key: string,
		authorize: Authorize = async () => ok(change()),
	): Promise<Result<IssuedCreditNote>> {
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			const found = await repo.invoice(normalizeInvoiceNumber(invoiceNumber));
			if (!found) return fail("not_found", "There is no invoice with this number.");
			const id = derivedId("cno", found.invoice.id, key);
			const earlier = found.notes.find((note) => note.id === id);
			if (earlier?.requestHash === hashOf(input)) return viewOf(id);
			if (earlier) return fail("conflict", `This key was used for another refund, ${earlier.number}. Send a new key.`);
			const { to, amount = null, lines = null } = input;
			const facts = refundedInvoice(found, providers);
			const plan = planRefund(facts, { to, amount, lines });
			if (!plan.ok) return plan;
			const now = clock();
			const all = refundedServices(facts.lines, found.services, { keptDays, now });
			const chosen = servicesToEnd(paidBack(all, plan.value, facts), input.services);
			if (!chosen.ok) return chosen;
			const { id: invoiceId, userId, number, currency } = found.invoice;
			const authorized = await authorize({ invoiceId, userId, number, money: money(plan.value.total, currency) });
			if (!authorized.ok) return authorized;
			const { change: endings, renewals } = ended(found, chosen.value, input.reason, now);
			const refunded = change(authorized.value, issued(found, id, plan.value, input, now), endings);
			const { state } = await orders.commitWithoutRenewals(refunded, renewals, "staff", now);
			if (state === "ok") return viewOf(id);
		}
		return fail("conflict", "The invoice was changed at the same time. Send this again.");
	}

	return { issue, recordMade };
}

/** A refund that we did not ask for. `amount` in minor units. */
export interface MadeElsewhere {
	readonly paymentId: string;
	readonly provider: string;
	/** The provider's reference. */
	readonly reference: string;
	readonly amount: number;
}

/** The ledger entry of a refund that its provider has paid. */
export const refundEntry = (
	{ id, userId, invoiceId, paymentId, provider, amount, currency }: RefundRow,
	createdAt: number,
): LedgerEntry => ({
	...{ id: createId("led", createdAt), userId, invoiceId, paymentId, receipt: id, amount, currency, createdAt },
	...{ kind: "refund", provider },
});

/** The services whose lines the refund pays back in full. */
function paidBack(services: readonly RefundedService[], plan: RefundPlan, { left }: RefundedInvoice) {
	if (plan.total === left && plan.lines.every(({ invoiceLineId }) => invoiceLineId === null)) return services;
	return services.filter(({ lineId }) => plan.lines.some(({ invoiceLineId }) => invoiceLineId === lineId));
}

/** Fails with the field if staff have to choose, or chose what is not possible. It says what happens. */
function servicesToEnd(
	services: readonly RefundedService[],
	choice: RefundInput["services"],
): Result<readonly RefundedService[]> {
	const endings = services.map(({ ending }) => ending).join(" ");
	const endable = services.filter(({ canEnd }) => canEnd);
	if (choice === undefined && endable.length > 0)
		return failField("services", `Choose whether this refund ends what it pays back. If it does: ${endings}`);
	if (choice === "end" && endable.length === 0)
		return failField("services", `This refund can end nothing. ${endings}`.trim());
	return ok(choice === "end" ? endable : []);
}

const hashOf = ({ to, amount, lines, reason, services }: RefundInput): string =>
	sha256Hex(JSON.stringify([to, amount ?? null, lines ?? null, reason, ...(services ? [services] : [])]));

type NewRefund = Pick<
	RefundRow,
	"creditNoteId" | "invoiceId" | "userId" | "currency" | "target" | "paymentId" | "provider" | "amount"
>;

const newRefund = (refund: NewRefund, now: number): RefundRow => ({
	...refund,
	id: createId("rfd", now),
	state: refund.target === "credit" ? "succeeded" : "pending",
	callbackToken: createCallbackToken(),
	reference: null,
	failure: null,
	round: 0,
	checks: 0,
	nextCheckAt: refund.target === "payment" ? now : null,
	createdAt: now,
	settledAt: refund.target === "credit" ? now : null,
});

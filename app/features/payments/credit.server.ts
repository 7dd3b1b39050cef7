import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Invoice } from "~/db/schema";
import { amountDue } from "~/features/invoices/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { createId, derivedId } from "~/lib/ids";
import { formatMoney, isZero, type Money, money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import { createCreditRepo } from "./credit.repo.server";
import { ledgerEntryAdded } from "./ledger-changes.server";
import { creditUse, heldIn, payableAmount } from "./payable";
import type { CreditChange } from "./payments.kinds";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice" | "markInvoicePaid" | "checkPayable">;
}

interface Use {
	readonly actor: "customer" | "system";
	/** What the customer was shown, in minor units. Without it, pays as much as there is. */
	readonly shown?: { readonly pays: number; readonly left: number };
	/** Guard: overtaken if the customer has withdrawn the consent. */
	requireConsent?(): Change;
}

/**
 * Change: tells the customer of the credit, by notification and email.
 * @param once such as the payment's id, so that each credit is told of once
 */
export const tellOfCredit = (userId: string, about: CreditChange, once: string): Change =>
	change(
		notify({ ...about, userId, once }),
		emit({ kind: "mail.credit-changed", userId, payload: { userId, about, id: once }, once: `${once}:credit` }),
	);

/** Customers' credit, and paying invoices from it. */
export function createCredit({ db, clock, orders }: Dependencies) {
	const repo = createCreditRepo(db);

	/** Returns false if the credit or the invoice has changed, so that nothing was written. */
	async function spend(invoice: Invoice, amount: number, { actor, requireConsent }: Use): Promise<boolean> {
		const now = clock();
		const { id, userId, number, currency, creditUsed } = invoice;
		const used = { ...invoice, creditUsed: creditUsed + amount };
		const params = { money: money(amount, currency), invoice: number };
		const spent = change(
			requireConsent?.(),
			repo.spend(invoice, amount, now),
			log({ kind: "credit.used", actor, params, owner: { userId }, subjectId: id }),
			isZero(payableAmount(amountDue(used))) && (await orders.markInvoicePaid(used, now, actor)),
		);
		return (await db.commit(spent, now)).state === "ok";
	}

	return {
		/** Remaining credit per currency, in minor units. Omits zero balances. */
		balances: (owner: Owner) => repo.balances(owner, clock()),

		/**
		 * Change: staff add credit. A duplicate if the key was used before.
		 * @param key the same for each try, so that a form that is sent twice gives credit once
		 */
		given(userId: string, given: Money, { key, reason }: { readonly key: string; readonly reason: string }): Change {
			const now = clock();
			const entry = { id: createId("led", now), userId, invoiceId: "", kind: "credit" as const, provider: "staff" };
			const params = { money: given, reason };
			return change(
				ledgerEntryAdded(db, { ...entry, receipt: key, ...given, createdAt: now }),
				log({ kind: "credit.given", actor: "staff", params, owner: { userId } }),
				tellOfCredit(userId, { kind: "credit.given", params }, key),
			);
		},

		/**
		 * Staff have paid credit back, for example by M-Pesa or bank transfer. The same form sent twice is one. Fails with the
		 * field if there is less credit, or the reference was recorded before. @param allowed belongs to the same commit
		 */
		async payBack(
			userId: string,
			paid: Money,
			{ key, reference, reason }: { readonly key: string; readonly reference: string; readonly reason: string },
			allowed: Change,
		): Promise<Result<null>> {
			const now = clock();
			const id = derivedId("led", userId, key);
			const about = { kind: "credit.paid_back", params: { money: paid, reference, reason } } as const;
			const recorded = change(
				allowed,
				repo.payBack(id, userId, paid, reference, now),
				log({ ...about, actor: "staff", owner: { userId } }),
				tellOfCredit(userId, about, id),
			);
			const { state } = await db.commit(recorded, now);
			if (state === "ok" || (await repo.has(id))) return ok(null);
			if (state === "duplicate") return failField("reference", "A payment with this reference was recorded before.");
			const held = money(heldIn(await repo.balances({ userId }, now), paid.currency), paid.currency);
			if (held.amount < paid.amount) return failField("amount", `The customer has ${formatMoney(held)} of credit.`);
			return fail("conflict", "Your limit or your access has changed. Send the form again.");
		},

		/**
		 * Pays as much of an invoice from credit as there is, in whole shillings. Two calls at once can't spend the same
		 * money, and a second call with the same `shown` changes nothing. Fails with `conflict`: code `credit_short` if
		 * there is no credit, `credit_changed` if it would pay another amount than was shown.
		 */
		async pay(owner: Owner, invoiceId: string, use: Use = { actor: "customer" }): Promise<Result<null>> {
			for (let attempt = 1; attempt <= 3; attempt += 1) {
				const [invoice, balances] = await Promise.all([
					orders.ownInvoice(owner, invoiceId),
					repo.balances(owner, clock()),
				]);
				if (!invoice) return fail("not_found", "There is no such invoice.");
				if (use.shown?.left === 0 && invoice.state === "paid") return ok(null);
				if (invoice.state !== "open") return fail("conflict", "This invoice is not open.", { code: "not_payable" });
				const obstacle = await orders.checkPayable(invoice);
				if (obstacle) return { ok: false, error: obstacle };
				const due = amountDue(invoice);
				if (use.shown && payableAmount(due).amount === use.shown.left) return ok(null);
				const planned = creditUse(due, heldIn(balances, invoice.currency));
				if (!planned) break;
				const { pays, left } = planned;
				if (use.shown && (pays.amount !== use.shown.pays || left.amount !== use.shown.left)) {
					return fail("conflict", "Your credit or this invoice has changed. Check the amounts before you pay.", {
						code: "credit_changed",
					});
				}
				if (await spend(invoice, pays.amount, use)) return ok(null);
			}
			return fail("conflict", "You have no credit left for this invoice. Pay it another way.", {
				code: "credit_short",
			});
		},
	};
}

import { type Database, NothingChanged, type Statement, violates } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Invoice } from "~/db/schema";
import { amountDue } from "~/features/orders/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { formatMoney, isZero, money } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { createCreditRepo } from "./credit.repo.server";
import { dueFromCredit } from "./payable";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice" | "paid" | "whyNotPay">;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

/** Whose doing it is, and what may undo it. */
interface Use {
	readonly actor: "customer" | "system";
	guards(): readonly Statement[];
}

const byHand: Use = { actor: "customer", guards: () => [] };

/** Money that the shop holds for a customer, and invoices paid from it. */
export function createCredit({ db, clock, orders, dispatch }: Dependencies) {
	const repo = createCreditRepo(db);

	/** False when credit or invoice changed meanwhile, and nothing was written. */
	async function spend(invoice: Invoice, amount: number, { actor, guards }: Use): Promise<boolean> {
		const now = clock();
		const sum = formatMoney(money(amount, invoice.currency));
		const used = { ...invoice, creditUsed: invoice.creditUsed + amount };
		const paid = isZero(dueFromCredit(amountDue(used)))
			? await orders.paid(used, now, actor)
			: { statements: [], effects: [] };
		try {
			await db.write([...guards(), ...repo.spend(invoice, amount, { sum, actor }, now), ...paid.statements]);
		} catch (error) {
			if (error instanceof NothingChanged || violates(error, "ledger_entries.receipt")) return false;
			throw error;
		}
		dispatch(paid.effects);
		return true;
	}

	return {
		/** What is left, by currency; none where there is nothing. */
		balances: (owner: Owner) => repo.balances(owner, clock()),

		/**
		 * Pays an invoice from credit, all of it or as much as there is: the rest is paid in another way. Two at once can't
		 * spend the same money.
		 */
		async pay(owner: Owner, invoiceId: string, use = byHand): Promise<Result<null>> {
			for (let attempt = 1; attempt <= 3; attempt += 1) {
				const [invoice, balances] = await Promise.all([
					orders.ownInvoice(owner, invoiceId),
					repo.balances(owner, clock()),
				]);
				if (!invoice) return fail("not_found", "There is no such invoice.");
				if (invoice.state !== "open") return fail("conflict", "This invoice is not open.", { code: "not_payable" });
				const obstacle = await orders.whyNotPay(invoice);
				if (obstacle) return { ok: false, error: obstacle };
				const held = balances.find(({ currency }) => currency === invoice.currency)?.amount ?? 0;
				const amount = Math.min(held, amountDue(invoice).amount);
				if (amount <= 0) break;
				if (await spend(invoice, amount, use)) return ok(null);
			}
			return fail("conflict", "You have no credit left for this invoice. Pay it another way.", {
				code: "credit_short",
			});
		},
	};
}

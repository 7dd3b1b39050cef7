import { type Database, NothingChanged, violates } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { formatMoney, money } from "../../lib/money";
import { fail, ok, type Result } from "../../lib/result";
import type { Clock } from "../../platform/clock";
import type { Orders } from "../orders/orders.server";
import { creditRepo } from "./credit.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "ownInvoice" | "paid">;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

/** Money that the shop holds for a customer, and invoices paid from it. */
export function createCredit({ db, clock, orders, dispatch }: Dependencies) {
	const repo = creditRepo(db);
	return {
		/** What is left, by currency; none where there is nothing. */
		balances: (owner: Owner) => repo.balances(owner, clock()),

		/** All of an invoice or nothing: an invoice has one payment. Two at once can't spend the same money. */
		async pay(owner: Owner, invoiceId: string): Promise<Result<null>> {
			const invoice = await orders.ownInvoice(owner, invoiceId);
			if (!invoice) return fail("not_found", "There is no such invoice.");
			if (invoice.state !== "open") return fail("conflict", "This invoice is not open.", { code: "not_payable" });
			const now = clock();
			const paid = await orders.paid(invoice, now);
			const sum = formatMoney(money(invoice.total, invoice.currency));
			try {
				await db.write([...repo.spend(invoice, sum, now), ...paid.statements]);
			} catch (error) {
				if (violates(error, "ledger_entries.receipt")) return ok(null);
				if (!(error instanceof NothingChanged)) throw error;
				return fail("conflict", "Your credit does not cover this invoice. Pay it another way.", {
					code: "credit_short",
				});
			}
			dispatch(paid.effects);
			return ok(null);
		},
	};
}

import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { createFailedChargeRepo } from "./failed-charge.repo.server";
import type { FailureCode } from "./payment-failure";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

export type FailPayment = ReturnType<typeof createFailPayment>;

/**
 * The customer did not pay, as far as anybody knows now. A payment that succeeded is left alone. Who pressed a button
 * sees it on the page; of a charge by the schedule its customer is told.
 */
export function createFailPayment({ db, clock, dispatch }: Dependencies) {
	const repo = createPaymentsRepo(db);
	const charges = createFailedChargeRepo(db);

	return async function failPayment(
		payment: PaymentRow,
		state: "failed" | "expired",
		code: FailureCode,
	): Promise<void> {
		const failed = repo.setFailed(payment.id, state, code);
		if (!payment.automatic) {
			await db.write([failed]);
			return;
		}
		const told = charges.tell(payment, code, await charges.facts(payment.invoiceId), clock());
		// Refused where it was paid after all, or told already.
		if (await db.attempt([failed, db.mustChange(), ...told.statements])) dispatch(told.effects);
	};
}

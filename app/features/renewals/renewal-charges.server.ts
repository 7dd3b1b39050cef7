import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { cardName } from "~/features/payments/payment-card";
import type { Payments } from "~/features/payments/payments.server";
import {
	chargeLeadMs,
	minRetryGapMs,
	nextCharge,
	type PlannedPayment,
	plannedPayment,
	type Renewable,
} from "~/features/payments/renewal-charge";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { createRenewalChargesRepo, type RenewalRow } from "./renewal-charges.repo.server";

export interface RenewalChargesDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly payments: Pick<Payments, "charges" | "credit">;
}

export type RenewalCharges = ReturnType<typeof createRenewalCharges>;

const kinds = ["domain", "plan"] as const satisfies readonly Renewable[];

/** How long we ask a provider about a charge that it did not answer. */
const unansweredForMs = 30 * DAY;

/** Pays renewals automatically, with the card that their customer chose. */
export function createRenewalCharges({ db, clock, payments }: RenewalChargesDependencies) {
	const repo = createRenewalChargesRepo(db);

	function chargeOf(row: RenewalRow) {
		const { kind, thingId, endsAt, userId, email, invoiceId, cardId, lastTry } = row;
		const card = cardOf(row);
		if (invoiceId === null || cardId === null || card === null) return undefined;
		return {
			customer: { id: userId, email },
			invoiceId,
			card: { id: cardId, name: cardName(card) },
			retryAt: nextCharge({ ...row, lastTry: clock() }, clock()),
			requireConsent: () => repo.requireConsent({ kind, thingId, endsAt, cardId, invoiceId }),
			requireNoOtherPayment: () => repo.requireNoOtherPayment(invoiceId, lastTry, clock()),
		};
	}

	/** Pays with credit first, then charges the card for the rest. Does nothing if the renewal has changed since it was read. */
	async function pay(row: RenewalRow): Promise<void> {
		const charge = chargeOf(row);
		const at = nextCharge(row, clock());
		if (!charge || at === null || at > clock() || !(await payments.charges.resolveEarlierCharges(charge))) return;
		const { customer, invoiceId, requireConsent, requireNoOtherPayment } = charge;
		await payments.credit.pay({ userId: customer.id }, invoiceId, {
			actor: "system",
			requireConsent: () => change(requireConsent(), requireNoOtherPayment()),
		});
		await payments.charges.charge(charge);
	}

	/** Logs failures and continues with the next row. The next run tries again. */
	async function runEach(rows: readonly RenewalRow[], run: (row: RenewalRow) => Promise<unknown>): Promise<void> {
		for (const row of rows) {
			await run(row).catch((error) => console.warn("renewal charge", row.invoiceId, errorMessage(error)));
		}
	}

	async function planPayment(rows: Promise<RenewalRow[]>[]): Promise<PlannedPayment | null> {
		const [row] = (await Promise.all(rows)).flat();
		return row ? plannedPayment({ ...row, on: row.on === 1, card: cardOf(row) }, clock()) : null;
	}

	return {
		/** Charges renewals that are due. Safe to run in parallel, and after a run that was interrupted. */
		async run(limit = 200): Promise<void> {
			const now = clock();
			for (const kind of kinds) {
				const unanswered = await repo.unanswered(kind, now - unansweredForMs, limit);
				await runEach(unanswered, async (row) => {
					const charge = chargeOf(row);
					if (charge) await payments.charges.resolveEarlierCharges(charge);
				});
				const window = { by: now + chargeLeadMs(kind), triedBefore: now - minRetryGapMs };
				await runEach(await repo.due(kind, window, now, limit), pay);
			}
		},

		/** How the next renewal of a domain or plan will be paid. Null if there is nothing to pay. */
		paymentForRenewal: (owner: Owner, kind: Renewable, id: string) =>
			planPayment([repo.findRenewal(owner, kind, id, clock())]),

		/** How the renewal on this invoice will be paid. Null for any other invoice. */
		paymentForInvoice: (owner: Owner | null, invoiceId: string) =>
			planPayment(kinds.map((kind) => repo.findRenewalOfInvoice(owner, kind, invoiceId, clock()))),
	};
}

function cardOf({ brand, last4, expMonth, expYear }: RenewalRow) {
	if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
	return { brand, last4, expMonth, expYear };
}

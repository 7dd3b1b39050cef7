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

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly payments: Pick<Payments, "charges" | "credit">;
}

export type RenewalCharges = ReturnType<typeof createRenewalCharges>;

const kinds = ["domain", "plan"] as const satisfies readonly Renewable[];

/** A try whose provider gave no answer is asked about for this long. */
const unansweredForMs = 30 * DAY;

/** Renewals that are paid by themselves, with the card that their customer chose for it. */
export function createRenewalCharges({ db, clock, payments }: Dependencies) {
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

	/** Credit first, the card for the rest. Whatever has changed since the row was read undoes it. */
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

	/** What fails for one customer stops no other; the next run does it again. */
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
		/** Safe to run twice at once, and after a run that broke off anywhere. */
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

		/** How the next renewal of a domain or plan is paid; null where there is nothing to pay. */
		paymentForRenewal: (owner: Owner, kind: Renewable, id: string) =>
			planPayment([repo.findRenewal(owner, kind, id, clock())]),

		/** How the renewal that this invoice is for is paid; null for any other invoice. */
		paymentForInvoice: (owner: Owner | null, invoiceId: string) =>
			planPayment(kinds.map((kind) => repo.findRenewalOfInvoice(owner, kind, invoiceId, clock()))),
	};
}

function cardOf({ brand, last4, expMonth, expYear }: RenewalRow) {
	if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
	return { brand, last4, expMonth, expYear };
}

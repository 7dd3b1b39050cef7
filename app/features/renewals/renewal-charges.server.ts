import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import type { Owner } from "~/db/owner";
import { done, type Outcome } from "~/features/outbox/outbox";
import { cardName } from "~/features/payments/payment-card";
import type { Payments } from "~/features/payments/payments.server";
import {
	chargeDayBegun,
	chargeLeadMs,
	nextCharge,
	type PlannedPayment,
	plannedPayment,
	type Renewable,
} from "~/features/payments/renewal-charge";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { timeBudget } from "~/lib/time-budget";
import {
	createRenewalChargesRepo,
	type OpenInvoice,
	type RenewalRow,
	type UnansweredCharge,
} from "./renewal-charges.repo.server";

export interface RenewalChargesDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly payments: Pick<Payments, "charges" | "credit" | "takesMpesa">;
}

export type RenewalCharges = ReturnType<typeof createRenewalCharges>;

/** `expiresAt` in ms. */
interface Item {
	readonly id: string;
	readonly expiresAt: number;
}

/** `createdAt` in ms. */
interface Unanswered {
	readonly paymentId: string;
	readonly invoiceId: string;
	readonly createdAt: number;
}

const kinds = ["domain", "plan"] as const satisfies readonly Renewable[];

/** How long we ask a provider about a charge that it did not answer. */
const unansweredForMs = 30 * DAY;

/** How long before the expiry an unpaid renewal of a domain needs a person. Its customer had two reminders by then. */
const atRiskMs = 3 * DAY;

/** Few of them are to be charged. One statement then takes a few milliseconds. */
const invoicesPerPage = 1_000;

/** How long to wait for the customer, another payment or the provider. */
const retryMs = HOUR;

/** Pays renewals automatically, with the card that their customer chose. */
export function createRenewalCharges({ db, clock, payments }: RenewalChargesDependencies) {
	const repo = createRenewalChargesRepo(db);

	function chargeOf(row: RenewalRow) {
		const { thing, thingId, endsAt, userId, email, invoiceId, cardId, lastTry } = row;
		const card = cardOf(row);
		if (invoiceId === null || cardId === null || card === null) return undefined;
		return {
			customer: { id: userId, email },
			invoiceId,
			card: { id: cardId, name: cardName(card) },
			retryAt: nextCharge({ ...row, lastTry: clock() }, clock()),
			requireConsent: () => repo.requireConsent({ thing, thingId, endsAt, cardId, invoiceId }),
			requireNoOtherPayment: () => repo.requireNoOtherPayment(invoiceId, lastTry, clock()),
		};
	}

	async function find(kind: Renewable, id: string): Promise<RenewalRow | undefined> {
		return (await repo.findRenewal(null, kind, id, clock()))[0];
	}

	/** Pays with credit first, then charges the card for the rest. Does nothing if the renewal has changed since it was read. */
	async function pay(charge: NonNullable<ReturnType<typeof chargeOf>>): Promise<void> {
		const { customer, invoiceId, requireConsent, requireNoOtherPayment } = charge;
		await payments.credit.pay({ userId: customer.id }, invoiceId, {
			actor: "system",
			requireConsent: () => change(requireConsent(), requireNoOtherPayment()),
		});
		await payments.charges.charge(charge);
	}

	const charge =
		(kind: Renewable) =>
		async ({ id, expiresAt }: Item): Promise<Outcome> => {
			const row = await find(kind, id);
			const isOver = row?.endsAt !== expiresAt || expiresAt <= clock() || row.invoiceState !== "open";
			if (isOver) return done;
			const at = nextCharge(row, clock());
			if (at === null || at > clock()) return done;
			const chargeable = chargeOf(row);
			// The customer may turn it on again before the expiry.
			if (!chargeable || row.on !== 1) return waiting("The customer does not pay it automatically");
			if (!(await payments.charges.resolveEarlierCharges(chargeable))) return waiting("An earlier charge is undecided");
			await pay(chargeable);
			const after = await find(kind, id);
			const isTried = after?.invoiceState !== "open" || after.lastTry !== row.lastTry;
			return isTried ? done : waiting("Another payment is in progress");
		};

	const waiting = (reason: string): Outcome => ({ state: "postponed", reason, until: clock() + retryMs });

	/** One item for each day of charges, so that one that failed does not stop the next day's. */
	const chargesOf = (kind: Renewable, now: number) => ({
		kind: `renewal.charge-${kind}` as const,
		// The invoice of a renewal is due when the domain or plan expires.
		page: repo.chargeable(kind, { from: now, to: now + chargeLeadMs(kind) }),
		event({ renewal }: OpenInvoice) {
			if (!renewal) return null;
			const { id, endsAt } = renewal;
			const due = { kind, ...renewal };
			const at = nextCharge(due, now);
			if (at === null || at > now) return null;
			return { payload: { id, expiresAt: endsAt }, once: `${id}:${endsAt}:${chargeDayBegun(due, now)}` };
		},
	});

	const unansweredCharges = (now: number) => ({
		kind: "renewal.resolve-charge" as const,
		page: repo.unanswered({ from: now - unansweredForMs, to: now }),
		event: ({ id, invoiceId, createdAt }: UnansweredCharge) => ({
			payload: { paymentId: id, invoiceId, createdAt },
			once: id,
		}),
	});

	async function planPayment(rows: Promise<RenewalRow[]>[]): Promise<PlannedPayment | null> {
		const [row] = (await Promise.all(rows)).flat();
		if (!row) return null;
		const prompt = payments.takesMpesa(row.currency) ? promptOf(row) : null;
		return plannedPayment({ ...row, on: row.on === 1, card: cardOf(row), prompt }, clock());
	}

	return {
		/** Queues renewals whose card has to be charged now, and charges without an answer. Returns the number of new items. */
		async queueDue(): Promise<number> {
			const now = clock();
			const run = { db, clock, isOver: timeBudget() };
			const unanswered = await queueDueItems(run, [unansweredCharges(now)]);
			const sources = kinds.map((kind) => chargesOf(kind, now));
			return unanswered + (await queueDueItems({ ...run, pageSize: invoicesPerPage }, sources));
		},

		/** Puts domains that expire in some days, and whose renewal is not paid, into the queue of the desk, each expiry once. */
		async reportUnpaid(): Promise<void> {
			const now = clock();
			await db.commit(repo.reportUnpaid({ from: now, to: now + atRiskMs }, now), now);
		},

		/** Charges the renewal of a domain. Does nothing if it is paid, has another expiry date or was just tried. */
		chargeDomain: charge("domain"),

		/** Charges the renewal of a plan. Does nothing if it is paid, has another expiry date or was just tried. */
		chargePlan: charge("plan"),

		/** Asks the provider again about a charge that it did not answer, until it answers or 30 days have passed. */
		async resolveCharge({ paymentId, invoiceId, createdAt }: Unanswered): Promise<Outcome> {
			if (createdAt + unansweredForMs <= clock() || !(await repo.isUnanswered(paymentId))) return done;
			const rows = await Promise.all(kinds.map((kind) => repo.findRenewalOfInvoice(null, kind, invoiceId, clock())));
			const [row] = rows.flat();
			if (row?.invoiceState !== "open") return done;
			const chargeable = chargeOf(row);
			if (chargeable) await payments.charges.resolveEarlierCharges(chargeable);
			return (await repo.isUnanswered(paymentId)) ? waiting("The provider has not answered") : done;
		},

		/** How the next renewal of a domain or plan will be paid. Null if there is nothing to pay. */
		paymentForRenewal: (owner: Owner, kind: Renewable, id: string) =>
			planPayment([repo.findRenewal(owner, kind, id, clock())]),

		/** How the renewal on this invoice will be paid. Null for any other invoice. */
		paymentForInvoice: (owner: Owner | null, invoiceId: string) =>
			planPayment(kinds.map((kind) => repo.findRenewalOfInvoice(owner, kind, invoiceId, clock()))),
	};
}

const promptOf = ({ promptPhone: phone, promptHour: hour, promptDeclined }: RenewalRow) =>
	phone === null || hour === null || promptDeclined ? null : { phone, hour };

function cardOf({ brand, last4, expMonth, expYear }: RenewalRow) {
	if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
	return { brand, last4, expMonth, expYear };
}

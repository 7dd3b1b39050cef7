import { change } from "~/db/change.server";
import { type Database, receiptLifetime } from "~/db/client.server";
import { createTaskPosition } from "~/db/task-position.server";
import { shownDays } from "~/features/health/uptime";
import { sealContext as cardContext } from "~/features/payments/payment-card";
import { sealContext as appContext } from "~/features/two-factor/app-secret";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { Sealer } from "~/lib/seal";
import { markOf, type Secrets } from "~/lib/secrets";
import { timeBudget, untilNone } from "~/lib/time-budget";
import { createUpkeepRepo, type SealedPlace, type SealedText, sealedPlaces } from "./upkeep.repo.server";

/** How long rows are kept, in milliseconds. */
const retention = {
	/** Longer than any rate limit's window. */
	rateCounters: 2 * DAY,
	/** Longer than any link is valid. */
	tokenUses: 7 * DAY,
	/** Of unverified addresses. The newest is also in the account. */
	signUps: 30 * DAY,
	inbox: 30 * DAY,
	/** Longer than they are compared with our payments. */
	listedPayments: 6 * DAY,
	/** Longer than the same event can come again. */
	notificationKeys: 60 * DAY,
	/** As long as the events of their emails, and longer than any of them is due. */
	reminders: 30 * DAY,
	/** Longer than an order takes. The next renewal of a domain starts from another expiry. */
	registrarOrders: 180 * DAY,
	/** After its last use, if it is used for no domain here. As long as the orders. */
	registrarContacts: 180 * DAY,
	/** Long enough to ask what happened. What was done to each row is in the audit log for good. */
	bulkActions: 90 * DAY,
	/** Longer than anyone imports an old file again. The ledger knows what was posted for good. */
	bankBookings: 400 * DAY,
	/** As stated in the privacy policy. */
	tickets: 730 * DAY,
	/** Long enough to look into an attack. */
	securityEvents: 180 * DAY,
	/** As long as the service checks that may explain them. */
	resolvedProblems: shownDays * DAY,
	/** As many days as the status page shows. */
	serviceChecks: shownDays * DAY,
} as const;

/** Of a run that seals texts again. Each changed one is a statement. */
const textsPerCommit = 100;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly sealers: { readonly cards: Sealer; readonly staff: Sealer; readonly twoFactor: Sealer };
	/** Those that texts are sealed with. */
	readonly secrets: Secrets;
}

/** Deletes old rows in slices, on a schedule. A run that ends early is continued by the next one. */
export function createUpkeep({ db, clock, sealers, secrets }: Dependencies) {
	const repo = createUpkeepRepo(db);
	const renewalPosition = createTaskPosition(db, "older secrets");
	const sealerOf = { cards: sealers.cards, customers: sealers.twoFactor, staff: sealers.staff };

	const contextOf = ({ id, userId = "", fingerprint }: SealedText): string =>
		fingerprint === undefined ? appContext(id) : cardContext({ userId, fingerprint });

	/** Seals the next texts again, and stores how far it has come. Returns how many it changed, and where to continue. */
	async function renewNext(place: SealedPlace, after: string) {
		const texts = await repo.sealed(place, after, textsPerCommit);
		const renewed = await Promise.all(
			texts.map(async (text) => {
				const sealed = await sealerOf[place].renew(text.sealed, contextOf(text));
				return sealed === null ? [] : [repo.reseal(place, text, sealed)];
			}),
		);
		const changes = renewed.flat();
		const [last] = texts.slice(textsPerCommit - 1);
		const next = last ? { place, after: last.id } : { place: sealedPlaces[sealedPlaces.indexOf(place) + 1], after: "" };
		const position = [markOf(secrets), next.place, next.after].join(" ");
		const saved = next.place === undefined ? renewalPosition.clear() : renewalPosition.save(position, clock());
		await db.commit(change(...changes, saved), clock());
		return { changed: changes.length, next };
	}

	return {
		/** Every write adds a receipt, so this runs often. */
		deleteWriteReceipts: () => untilNone(() => repo.deleteReceipts(clock() - receiptLifetime), timeBudget()),

		/** Deletes rows that are no longer needed. A failure stops no other kind of row. @throws the failures, at the end */
		async cleanUp(): Promise<void> {
			const now = clock();
			const steps: (() => Promise<void>)[] = [
				() => untilNone(() => repo.deleteTokenUses(now - retention.tokenUses)),
				() => untilNone(() => repo.deleteSignUps(now - retention.signUps)),
				() => untilNone(() => repo.deleteReminders(now - retention.reminders)),
				() => untilNone(() => repo.deleteBankBookings(now - retention.bankBookings)),
				() => untilNone(() => repo.deleteRegistrarOrders(now - retention.registrarOrders)),
				() => untilNone(() => repo.deleteInbox(now - retention.inbox)),
				() => untilNone(() => repo.deleteListedPayments(now - retention.listedPayments)),
				() => untilNone(() => repo.deleteBulkRows(now - retention.bulkActions)),
				() => untilNone(() => repo.deleteBulkActions(now - retention.bulkActions)),
				() => untilNone(() => repo.deleteTickets(now - retention.tickets)),
				() => untilNone(() => repo.deleteSecurityEvents(now - retention.securityEvents)),
				() => untilNone(() => repo.deleteServiceDays(now - retention.serviceChecks)),
				() => untilNone(() => repo.deleteServiceIncidents(now - retention.serviceChecks)),
				() => untilNone(() => repo.deleteResolvedProblems(now - retention.resolvedProblems)),
				() => untilNone(() => repo.clearNotificationKeys(now - retention.notificationKeys)),
				() => walk((after) => repo.deleteRegistrarContacts(after, now - retention.registrarContacts)),
				() => walk((after) => repo.deleteSessions(after, now)),
				() => walk((after) => repo.deleteRateCounters(after, now - retention.rateCounters)),
			];
			const failures: unknown[] = [];
			for (const step of steps) await step().catch((error) => failures.push(error));
			if (failures.length > 0) throw new AggregateError(failures, "Some rows were not deleted");
		},

		/**
		 * Seals with the current secret what the previous one has sealed and no one has used since, so that the previous one
		 * can be deleted. Each night until there is no previous one. Continues where an earlier run was cut off.
		 */
		async renewSealed(isOver = timeBudget()): Promise<void> {
			if (secrets.length === 1) return;
			const [mark, stored, from = ""] = (await renewalPosition.read())?.split(" ") ?? [];
			// Other secrets: the position is of an earlier change.
			const isSame = mark === markOf(secrets);
			let place = sealedPlaces.find((one) => isSame && one === stored) ?? sealedPlaces[0];
			let after = isSame ? from : "";
			for (let count = 0; ; ) {
				const { changed, next } = await renewNext(place, after);
				count += changed;
				if (next.place === undefined) return logger.info("secrets_renewed", { count, outcome: "done" });
				if (isOver()) return logger.info("secrets_renewed", { count, outcome: "continues" });
				({ place, after } = { place: next.place, after: next.after });
			}
		},

		/** Keeps the statistics that SQLite chooses indexes by. */
		optimize: () => repo.optimize(),
	};
}

/** Through a whole table. What is left at the start of it is read again, so this has more time. */
async function walk(deleteAmongNext: (after: number) => Promise<number | null>): Promise<void> {
	const isOver = timeBudget();
	let after: number | null = 0;
	while (after !== null && !isOver()) after = await deleteAmongNext(after);
}

export type Upkeep = ReturnType<typeof createUpkeep>;

import { type Database, receiptLifetime } from "~/db/client.server";
import { shownDays } from "~/features/health/uptime";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { timeBudget, untilNone } from "~/lib/time-budget";
import { createUpkeepRepo } from "./upkeep.repo.server";

/** How long rows are kept, in milliseconds. */
const retention = {
	/** Longer than any rate limit's window. */
	rateCounters: 2 * DAY,
	/** Longer than any link is valid. */
	tokenUses: 7 * DAY,
	/** Of unverified addresses. The newest is also in the account. */
	signUps: 30 * DAY,
	inbox: 30 * DAY,
	/** Longer than the same event can come again. */
	notificationKeys: 60 * DAY,
	/** As long as the events of their emails, and longer than any of them is due. */
	reminders: 30 * DAY,
	/** Longer than an order takes. The next renewal of a domain starts from another expiry. */
	registrarOrders: 180 * DAY,
	/** After its last use, if it is used for no domain here. As long as the orders. */
	registrarContacts: 180 * DAY,
	/** As stated in the privacy policy. */
	tickets: 730 * DAY,
	/** Long enough to look into an attack. */
	securityEvents: 180 * DAY,
	/** As long as the service checks that may explain them. */
	resolvedProblems: shownDays * DAY,
	/** As many days as the status page shows. */
	serviceChecks: shownDays * DAY,
} as const;

/** Deletes old rows in slices, on a schedule. A run that ends early is continued by the next one. */
export function createUpkeep({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createUpkeepRepo(db);

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
				() => untilNone(() => repo.deleteRegistrarOrders(now - retention.registrarOrders)),
				() => untilNone(() => repo.deleteInbox(now - retention.inbox)),
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

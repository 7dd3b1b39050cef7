import { type Database, receiptLifetime } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createUpkeepRepo } from "./upkeep.repo.server";

/** How long rows that nobody needs any more are kept, in milliseconds. */
const retention = {
	/** Longer than any window that is counted. */
	rateCounters: 2 * DAY,
	/** Longer than any link lives. */
	tokenUses: 7 * DAY,
	/** Of addresses that nobody has proven; the newest lives on in the account. */
	signUps: 30 * DAY,
	/** Sent effects; longer than a queue can hold a message, so that a late duplicate still finds its row. */
	sentEffects: 90 * DAY,
	inbox: 30 * DAY,
	/** As the privacy notice says. */
	enquiries: 730 * DAY,
	/** Long enough to look into an attack. */
	securityEvents: 180 * DAY,
} as const;

/** What the crons clear away, and after how long. */
export function createUpkeep({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createUpkeepRepo(db);
	return {
		/** Every write leaves a receipt, so these go often. */
		async dropWriteReceipts(): Promise<void> {
			await repo.deleteReceipts(clock() - receiptLifetime);
		},

		/** Deletes what has had its time, in one transaction. Running it again deletes nothing more. */
		async cleanUp(): Promise<void> {
			const now = clock();
			await repo.deleteExpired({
				now,
				rateCounters: now - retention.rateCounters,
				tokenUses: now - retention.tokenUses,
				signUps: now - retention.signUps,
				sentEffects: now - retention.sentEffects,
				inbox: now - retention.inbox,
				enquiries: now - retention.enquiries,
				securityEvents: now - retention.securityEvents,
			});
		},
	};
}

export type Upkeep = ReturnType<typeof createUpkeep>;

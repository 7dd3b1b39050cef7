import { type Database, receiptLifetime } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createUpkeepRepo } from "./upkeep.repo.server";

/** How long rows are kept, in milliseconds. */
const retention = {
	/** Longer than any rate limit's window. */
	rateCounters: 2 * DAY,
	/** Longer than any link is valid. */
	tokenUses: 7 * DAY,
	/** Of unverified addresses. The newest is also in the account. */
	signUps: 30 * DAY,
	/** Longer than a queue can hold a message, so that a late duplicate still finds its row. */
	sentEvents: 90 * DAY,
	inbox: 30 * DAY,
	/** As stated in the privacy policy. */
	enquiries: 730 * DAY,
	/** Long enough to look into an attack. */
	securityEvents: 180 * DAY,
} as const;

/** Deletes old rows, on a schedule. */
export function createUpkeep({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createUpkeepRepo(db);
	return {
		/** Every write adds a receipt, so this runs often. */
		async dropWriteReceipts(): Promise<void> {
			const now = clock();
			await db.commit(repo.deleteReceipts(now - receiptLifetime), now);
		},

		/** Deletes expired rows in one transaction. */
		async cleanUp(): Promise<void> {
			const now = clock();
			const expired = repo.deleteExpired({
				now,
				rateCounters: now - retention.rateCounters,
				tokenUses: now - retention.tokenUses,
				signUps: now - retention.signUps,
				sentEvents: now - retention.sentEvents,
				inbox: now - retention.inbox,
				enquiries: now - retention.enquiries,
				securityEvents: now - retention.securityEvents,
			});
			await db.commit(expired, now);
		},
	};
}

export type Upkeep = ReturnType<typeof createUpkeep>;

import { and, eq, lt, or } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import {
	enquiries,
	inboxMessages,
	outbox,
	rateCounters,
	securityEvents,
	sessions,
	signUps,
	tokenUses,
	writeReceipts,
} from "~/db/schema";

/** Times in ms since the epoch. Rows from before them are deleted. */
interface Cutoffs {
	now: number;
	rateCounters: number;
	tokenUses: number;
	signUps: number;
	sentEvents: number;
	inbox: number;
	enquiries: number;
	securityEvents: number;
}

/** Deletes rows that are no longer needed. */
export function createUpkeepRepo({ orm }: Pick<Database, "orm">) {
	return {
		deleteReceipts: (before: number): Change =>
			write(orm.delete(writeReceipts).where(lt(writeReceipts.createdAt, before))),

		deleteExpired: (before: Cutoffs): Change =>
			write(
				orm.delete(rateCounters).where(lt(rateCounters.windowStart, before.rateCounters)),
				orm.delete(tokenUses).where(lt(tokenUses.usedAt, before.tokenUses)),
				orm.delete(signUps).where(lt(signUps.createdAt, before.signUps)),
				orm.delete(sessions).where(or(lt(sessions.expiresAt, before.now), lt(sessions.idleExpiresAt, before.now))),
				orm.delete(outbox).where(and(eq(outbox.state, "sent"), lt(outbox.sentAt, before.sentEvents))),
				orm.delete(inboxMessages).where(lt(inboxMessages.createdAt, before.inbox)),
				orm.delete(enquiries).where(lt(enquiries.createdAt, before.enquiries)),
				orm.delete(securityEvents).where(lt(securityEvents.lastAt, before.securityEvents)),
			),
	};
}

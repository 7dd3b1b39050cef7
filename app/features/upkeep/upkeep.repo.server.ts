import { and, eq, lt, or } from "drizzle-orm";
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

/** Times in ms since the epoch: rows from before them go. */
interface Cutoffs {
	now: number;
	rateCounters: number;
	tokenUses: number;
	signUps: number;
	sentEffects: number;
	inbox: number;
	enquiries: number;
	securityEvents: number;
}

/** Deletes what is of no use any more. */
export function createUpkeepRepo({ orm, write }: Database) {
	return {
		async deleteReceipts(before: number): Promise<void> {
			await write([orm.delete(writeReceipts).where(lt(writeReceipts.createdAt, before))]);
		},

		async deleteExpired(before: Cutoffs): Promise<void> {
			await write([
				orm.delete(rateCounters).where(lt(rateCounters.windowStart, before.rateCounters)),
				orm.delete(tokenUses).where(lt(tokenUses.usedAt, before.tokenUses)),
				orm.delete(signUps).where(lt(signUps.createdAt, before.signUps)),
				orm.delete(sessions).where(or(lt(sessions.expiresAt, before.now), lt(sessions.idleExpiresAt, before.now))),
				orm.delete(outbox).where(and(eq(outbox.state, "sent"), lt(outbox.sentAt, before.sentEffects))),
				orm.delete(inboxMessages).where(lt(inboxMessages.createdAt, before.inbox)),
				orm.delete(enquiries).where(lt(enquiries.createdAt, before.enquiries)),
				orm.delete(securityEvents).where(lt(securityEvents.lastAt, before.securityEvents)),
			]);
		},
	};
}

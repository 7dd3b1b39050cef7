import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { sandboxCards, sandboxPayments } from "~/db/schema";

export type SandboxEntry = typeof sandboxPayments.$inferSelect;
type NewEntry = typeof sandboxPayments.$inferInsert;

export type SandboxCard = typeof sandboxCards.$inferSelect;

export type SandboxPaymentsRepo = ReturnType<typeof createSandboxPaymentsRepo>;

/** Payments and cards of the payment provider's stand-in. Only the sandbox reads them. */
export function createSandboxPaymentsRepo(db: Database) {
	const { orm } = db;
	const byRef = (ref: string) => eq(sandboxPayments.ref, ref);

	return {
		/** Creates the entry of this attempt, or returns the one from an earlier call. */
		async open(entry: NewEntry): Promise<SandboxEntry> {
			await db.commit(write(orm.insert(sandboxPayments).values(entry).onConflictDoNothing()), entry.createdAt);
			const rows = await db.read(
				orm.select().from(sandboxPayments).where(eq(sandboxPayments.attemptId, entry.attemptId)),
			);
			const opened = rows[0];
			if (!opened) throw new Error(`No sandbox entry for attempt ${entry.attemptId}`);
			return opened;
		},

		async find(ref: string): Promise<SandboxEntry | undefined> {
			return (await db.read(orm.select().from(sandboxPayments).where(byRef(ref))))[0];
		},

		/** Stores the customer's answer. An approval can be late, other answers only count while the request is waiting. */
		async answer(
			ref: string,
			state: "approved" | "declined" | "timed_out",
			{ receipt, card, now }: { receipt: string | null; card?: SandboxCard | undefined; now: number },
		): Promise<void> {
			const open: SandboxEntry["state"][] = state === "approved" ? ["waiting", "timed_out"] : ["waiting"];
			const kept = card && write(orm.insert(sandboxCards).values(card));
			const answered = write(
				orm
					.update(sandboxPayments)
					.set({
						state,
						receipt,
						...(card && { cardToken: card.token }),
						version: sql`${sandboxPayments.version} + 1`,
						answeredAt: now,
					})
					.where(and(byRef(ref), inArray(sandboxPayments.state, open))),
			);
			await db.commit(change(kept, answered), now);
		},

		async card(token: string): Promise<SandboxCard | undefined> {
			return (await db.read(orm.select().from(sandboxCards).where(eq(sandboxCards.token, token))))[0];
		},

		revokeCard: (token: string, now: number) =>
			db.commit(write(orm.update(sandboxCards).set({ revokedAt: now }).where(eq(sandboxCards.token, token))), now),

		/** Times out a request that was opened at `openedBefore` (ms) or earlier. */
		async expire(ref: string, openedBefore: number, now: number): Promise<void> {
			const expired = write(
				orm
					.update(sandboxPayments)
					.set({ state: "timed_out", version: sql`${sandboxPayments.version} + 1`, answeredAt: now })
					.where(and(byRef(ref), eq(sandboxPayments.state, "waiting"), lte(sandboxPayments.createdAt, openedBefore))),
			);
			await db.commit(expired, now);
		},
	};
}

import { and, eq, lte, ne, sql } from "drizzle-orm";
import { write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { sandboxPayments, sandboxRefunds } from "~/db/schema";

export type SandboxRefund = typeof sandboxRefunds.$inferSelect;

export type SandboxRefundsRepo = ReturnType<typeof createSandboxRefundsRepo>;

/** Refunds of the payment provider's stand-in. Only the sandbox reads them. */
export function createSandboxRefundsRepo(db: Database) {
	const { orm } = db;

	async function find(refundId: string): Promise<SandboxRefund | undefined> {
		return (await db.read(orm.select().from(sandboxRefunds).where(eq(sandboxRefunds.refundId, refundId))))[0];
	}

	return {
		find,

		/** Creates the refund, or returns the one from an earlier call. Undefined if more would be paid back than was paid. */
		async open(refund: typeof sandboxRefunds.$inferInsert): Promise<SandboxRefund | undefined> {
			const refunded = orm
				.select({ amount: sql`coalesce(sum(${sandboxRefunds.amount}), 0)` })
				.from(sandboxRefunds)
				.where(and(eq(sandboxRefunds.paymentRef, refund.paymentRef), ne(sandboxRefunds.state, "failed")));
			const paid = and(
				eq(sandboxPayments.ref, refund.paymentRef),
				eq(sandboxPayments.state, "approved"),
				eq(sandboxPayments.currency, refund.currency),
				sql`${sandboxPayments.amount} >= ${refunded} + ${refund.amount}`,
			);
			const inserted = insertSelect(db, sandboxRefunds, refund, sql`from ${sandboxPayments} where ${paid}`);
			await db.commit(write(inserted.onConflictDoNothing()), refund.createdAt);
			return find(refund.refundId);
		},

		/** Ends a pending refund that was requested at `requestedBefore` (ms) or earlier. */
		async finish(refundId: string, requestedBefore: number, now: number): Promise<void> {
			const pending = and(
				eq(sandboxRefunds.refundId, refundId),
				eq(sandboxRefunds.state, "pending"),
				lte(sandboxRefunds.createdAt, requestedBefore),
			);
			await db.commit(write(orm.update(sandboxRefunds).set({ state: "succeeded" }).where(pending)), now);
		},
	};
}

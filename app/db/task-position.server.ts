import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { DnsHost } from "~/platform/dns/dns-host";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { type Change, guarded, write } from "./change.server";
import type { Database } from "./client.server";
import { type ComparisonState, parseState } from "./comparison-round";
import { taskPositions } from "./schema";

/** Tasks that continue where their last run stopped. */
export type TaskName =
	| "comparison of zones"
	| `comparison of zones at ${DnsHost["id"]}`
	| `copied payments at ${string}`
	| "customer figures"
	| "daily figures"
	| "later figures"
	| `comparison with ${RegistrarId}`
	| "hosting usage"
	| "older secrets"
	| `list of payments at ${string}`
	| "plan domains"
	| "stray files"
	| "stray job files"
	| "stray ticket files"
	| "visit figures"
	| "webhook bodies";

/** Where the next run of a task continues. */
export function createTaskPosition({ orm, read }: Pick<Database, "orm" | "read">, task: TaskName) {
	return {
		/** Null: the task starts at the beginning. */
		async read(): Promise<string | null> {
			const rows = await read(orm.select().from(taskPositions).where(eq(taskPositions.task, task)));
			return rows[0]?.position ?? null;
		},

		save: (position: string, now: number): Change =>
			write(
				orm
					.insert(taskPositions)
					.values({ task, position, updatedAt: now })
					.onConflictDoUpdate({ target: taskPositions.task, set: { position, updatedAt: now } }),
			),

		/** Stale unless the stored position is still `from`. */
		replace: (from: string | null, position: string, now: number): Change =>
			guarded(
				from === null
					? orm.insert(taskPositions).values({ task, position, updatedAt: now }).onConflictDoNothing()
					: orm
							.update(taskPositions)
							.set({ position, updatedAt: now })
							.where(and(eq(taskPositions.task, task), eq(taskPositions.position, from))),
			),

		clear: (): Change => write(orm.delete(taskPositions).where(eq(taskPositions.task, task))),
	};
}

/** A nightly comparison, as far as it was stored. */
export interface StoredComparison extends ComparisonState {
	readonly task: string;
}

/** All nightly comparisons, by name. */
export async function storedComparisons({ orm, read }: Pick<Database, "orm" | "read">): Promise<StoredComparison[]> {
	const rows = await read(
		orm
			.select()
			.from(taskPositions)
			.where(and(gte(taskPositions.task, "comparison "), lt(taskPositions.task, "comparison!")))
			.orderBy(asc(taskPositions.task)),
	);
	return rows.flatMap(({ task, position }) => {
		const state = parseState(position);
		return state ? [{ task, ...state }] : [];
	});
}

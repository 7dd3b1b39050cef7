import { createId } from "~/lib/ids";
import type { WorkKind } from "~/registry";
import type { Database } from "./client.server";
import { outbox } from "./schema";

export interface Effect {
	/** Mails by their names in features/mail. */
	readonly kind: `mail.${string}` | WorkKind;
	/** Ids and plain facts; never a secret. */
	readonly payload: Record<string, unknown>;
	readonly userId?: string;
	/** Two effects with the same key are one; the second is left out. */
	readonly dedupeKey?: string;
	/** Milliseconds to wait first. */
	readonly delay?: number;
}

/**
 * The statement that makes an effect part of a write batch, and the id to `dispatch` once the batch is committed.
 * A dispatch that gets lost is made up for by the sweep.
 */
export function enqueue(db: Database, effect: Effect, now: number) {
	const id = createId("out", now);
	const statement = db.orm
		.insert(outbox)
		.values({
			id,
			kind: effect.kind,
			payload: effect.payload,
			userId: effect.userId ?? null,
			dedupeKey: effect.dedupeKey ?? null,
			nextAt: now + (effect.delay ?? 0),
			createdAt: now,
		})
		.onConflictDoNothing({ target: outbox.dedupeKey });
	return { id, statement };
}

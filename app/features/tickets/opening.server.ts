import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { derivedId } from "~/lib/ids";
import { ticketNumber } from "./ticket";
import { createTicketsRepo } from "./tickets.repo.server";

/** Numbers to try. Each has 40 random bits. */
const maxAttempts = 5;

interface NewTicketId {
	readonly id: string;
	readonly prefix: "T" | "ENQ";
}

/**
 * Commits a change that opens a ticket. If another ticket has its number, tries another number, so that nothing is lost.
 * Returns the number, also of a ticket that was opened before with this id. Null if there is none.
 * @param build makes the change for a number
 */
export async function commitOpening(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	{ id, prefix }: NewTicketId,
	build: (number: string) => Change,
): Promise<{ readonly isNew: boolean; readonly number: string } | null> {
	const repo = createTicketsRepo(db);
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const number = ticketNumber(attempt === 0 ? id : derivedId("tck", id, String(attempt)), prefix);
		const committed = await db.commit(build(number), clock());
		if (committed.state === "ok") return { isNew: true, number };
		const existing = await repo.byId(id);
		if (existing) return { isNew: false, number: existing.number };
		if (committed.state === "stale" || committed.key !== "tickets.number") return null;
	}
	return null;
}

import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { canBeRated } from "./rating";
import { ticketOfRating } from "./rating-link";
import { createTicketsRepo, type TicketRow } from "./tickets.repo.server";
import type { RatingForm } from "./tickets.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	/** Of rating links. */
	readonly secrets: Secrets;
}

export const ratingRateLimit = { limit: 20, windowMs: HOUR } as const;

export type TicketRatings = ReturnType<typeof createTicketRatings>;

/** Ratings by the link in an email, for senders without an account. */
export function createTicketRatings({ db, clock, rateLimiter, secrets }: Dependencies) {
	const repo = createTicketsRepo(db);

	async function ticketOf(token: string): Promise<Result<TicketRow>> {
		const id = ticketOfRating(secrets, token, clock());
		if (id === null) return fail("invalid", "This link is not valid. Copy the whole address from our email.");
		if (id === "expired") return fail("invalid", "This link has expired. Answer our email if you still need help.");
		const ticket = await repo.current(id);
		if (!ticket) return fail("not_found", "This ticket was deleted.");
		return canBeRated(ticket)
			? ok(ticket)
			: fail("conflict", "You can rate our answer once we have answered your last message.");
	}

	return {
		/** The ticket of a link, with the rating so far. Changes nothing. */
		find: ticketOf,

		/** Stores a rating, or changes it. */
		async rate(token: string, form: RatingForm): Promise<Result<null>> {
			const found = await ticketOf(token);
			if (!found.ok) return found;
			const { id } = found.value;
			const { allowed, retryAfter } = await rateLimiter.take(["ticket:rating", id], ratingRateLimit);
			if (!allowed)
				return fail("rate_limited", `You have changed your rating often. Try again in ${formatSeconds(retryAfter)}.`, {
					retryAfter,
				});
			const { state } = await db.commit(repo.rate(id, form, clock()), clock());
			return state === "ok" ? ok(null) : fail("conflict", "The rating was not saved. Send it again.");
		},
	};
}

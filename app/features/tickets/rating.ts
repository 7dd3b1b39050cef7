import type { TicketStatus } from "./ticket";

export const ratings = ["good", "bad"] as const;
export type Rating = (typeof ratings)[number];

export const ratingName: Readonly<Record<Rating, string>> = { good: "Good", bad: "Not good" };

/** Characters of its comment. */
export const longestRatingComment = 1_000;

/** Whether the sender can rate our answers: someone has answered, and nothing waits for us. */
export const canBeRated = (ticket: { readonly answeredAt: number | null; readonly status: TicketStatus }): boolean =>
	ticket.answeredAt !== null && (ticket.status === "waiting" || ticket.status === "closed");

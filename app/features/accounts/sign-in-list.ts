import { formatDistance, formatMoment } from "~/lib/dates";
import type { Customer } from "./customer";
import type { SessionEntry } from "./session";

export type ListedSignIn = ReturnType<typeof listSignIn>;

/** A session, formatted for the customer. */
export const listSignIn = (session: SessionEntry, customer: Customer, now: number) => ({
	id: session.id,
	current: session.current,
	device: session.device,
	place: session.place,
	signedIn: formatMoment(session.createdAt, customer),
	seen: formatDistance(session.seenAt, now, customer),
});

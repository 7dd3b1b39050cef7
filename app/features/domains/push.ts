import { formatDay, type Locale } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { stateMachine } from "~/lib/state-machine";

/**
 * `declined`: the recipient refused it. `withdrawn`: the sender took it back. `expired`: the recipient did not
 * answer before the deadline.
 */
export type PushState = "pending" | "accepted" | "declined" | "withdrawn" | "expired";

export const pushStates = stateMachine<PushState>("offer of a domain", {
	pending: ["accepted", "declined", "withdrawn", "expired"],
	accepted: [],
	declined: [],
	withdrawn: [],
	expired: [],
});

/** How long the recipient has to answer. */
export const pushDays = 7;
export const pushMs = pushDays * DAY;

/** What the sender and the recipient get emails about. */
export const pushEvents = ["offered", "accepted", "declined", "expired"] as const;
export type PushEvent = (typeof pushEvents)[number];

/** Until when a domain can't go to another registrar after a push. Null if it can. `until` in ms. */
export const transferLock = (until: number | null, now: number, reader: Locale): string | null =>
	until !== null && until > now ? formatDay(until, reader) : null;

/** Why a customer of another database can't accept a domain. */
export const otherShard =
	"This domain can't be moved to your account directly, because your account and the sender's are stored separately. Ask the sender for its authorization code, and transfer it with that.";

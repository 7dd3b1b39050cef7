import type { Writer } from "~/features/accounts/customer";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDistance, formatMoment, type Locale } from "~/lib/dates";
import { actorNames } from "./activity";
import { activityText } from "./activity-text";
import type { Actor } from "./actor";

interface Entry {
	readonly id: string;
	readonly actor: Actor;
	/** The name of a member. */
	readonly actorName: string | null;
	readonly kind: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly message: string;
	readonly createdAt: number;
}

export type ListedActivity = ReturnType<typeof listActivity>;

/** A log entry, formatted for its reader. */
export const listActivity = (
	{ id, actor, actorName: name, createdAt, ...entry }: Entry,
	reader: Locale & Writer,
	now: number,
) => ({
	id,
	message: toUnicode(activityText(entry, reader)),
	actor: name ?? actorNames(reader)[actor],
	iso: new Date(createdAt).toISOString(),
	ago: formatDistance(createdAt, now, reader),
	moment: formatMoment(createdAt, reader),
});

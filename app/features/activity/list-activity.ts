import { toUnicode } from "~/features/domains/to-unicode";
import { formatDistance, formatMoment, type Locale } from "~/lib/dates";
import { actorName } from "./activity";
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

/** A log entry, formatted for the customer. */
export const listActivity = (
	{ id, actor, actorName: name, createdAt, ...entry }: Entry,
	locale: Locale,
	now: number,
) => ({
	id,
	message: toUnicode(activityText(entry, locale)),
	actor: name ?? actorName[actor],
	iso: new Date(createdAt).toISOString(),
	ago: formatDistance(createdAt, now, locale),
	moment: formatMoment(createdAt, locale),
});

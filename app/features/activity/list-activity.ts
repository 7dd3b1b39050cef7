import { formatDistance, formatMoment, type Locale } from "../../lib/dates";

const actors = { customer: "You", system: "Kikoa, by itself", staff: "Our staff" } as const;

interface Entry {
	readonly id: string;
	readonly actor: keyof typeof actors;
	readonly message: string;
	readonly createdAt: number;
}

export type ListedActivity = ReturnType<typeof listActivity>;

/** An entry of the log in its customer's words. */
export const listActivity = ({ id, actor, message, createdAt }: Entry, locale: Locale, now: number) => ({
	id,
	message,
	actor: actors[actor],
	iso: new Date(createdAt).toISOString(),
	ago: formatDistance(createdAt, now, locale.language),
	moment: formatMoment(createdAt, locale),
});

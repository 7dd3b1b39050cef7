import type { Actor } from "../../db/schema";
import { formatDistance, formatMoment, type Locale } from "../../lib/dates";
import { readable } from "../domains/readable";
import { actorName } from "./activity";

interface Entry {
	readonly id: string;
	readonly actor: Actor;
	readonly message: string;
	readonly createdAt: number;
}

export type ListedActivity = ReturnType<typeof listActivity>;

/** An entry of the log in its customer's words. */
export const listActivity = ({ id, actor, message, createdAt }: Entry, locale: Locale, now: number) => ({
	id,
	message: readable(message),
	actor: actorName[actor],
	iso: new Date(createdAt).toISOString(),
	ago: formatDistance(createdAt, now, locale),
	moment: formatMoment(createdAt, locale),
});

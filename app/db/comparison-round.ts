import { z } from "zod";
import { DAY } from "~/lib/durations";

/** One round through all rows, and what it found so far. */
const roundSchema = z.object({
	/** When it started: days since the epoch, UTC. */
	night: z.number(),
	/** First the service's list is read, then rows are compared one by one. */
	stage: z.enum(["listing", "checking"]),
	/** Where the service's list continues. Null at its beginning. */
	cursor: z.string().nullable(),
	/** How many pages of the list were read. */
	pages: z.number(),
	/** The last row that the second stage has passed. */
	after: z.string(),
	finished: z.boolean(),
	compared: z.number(),
	/** Rows about which the service did not answer. */
	unread: z.number(),
	/** Runs in a row in which the service answered nothing. */
	silences: z.number(),
	/** Differences by kind. */
	found: z.record(z.string(), z.number()),
	/** Whether staff know that it was not finished in its night. */
	isLate: z.boolean(),
});

export type Round = Readonly<z.infer<typeof roundSchema>>;

const stateSchema = z.object({
	round: roundSchema,
	/** Until when another run works on it (ms). 0: no run does. */
	busyUntil: z.number(),
	/** The last round that was finished. */
	last: z
		.object({
			...{ endedAt: z.number(), compared: z.number(), unread: z.number(), isLate: z.boolean() },
			found: z.record(z.string(), z.number()),
		})
		.nullable(),
});

/** What is stored about a comparison. */
export type ComparisonState = Readonly<z.infer<typeof stateSchema>>;

/** Undefined for the position of an older release. The comparison then starts again. */
export function parseState(stored: string | null): ComparisonState | undefined {
	return stored === null ? undefined : stateSchema.safeParse(JSON.parse(stored)).data;
}

/** The night begins at midnight UTC, which is 3:00 in Nairobi. */
export const nightOf = (now: number): number => Math.floor(now / DAY);

export const firstRound = (night: number): Round => ({
	...{ night, stage: "listing", cursor: null, pages: 0, after: "", finished: false },
	...{ compared: 0, unread: 0, silences: 0, found: {}, isLate: false },
});

export function addKinds(found: Round["found"], kinds: readonly string[]): Round["found"] {
	const sum = { ...found };
	for (const kind of kinds) sum[kind] = (sum[kind] ?? 0) + 1;
	return sum;
}

export const differencesIn = ({ found }: Pick<Round, "found">): number =>
	Object.values(found).reduce((sum, count) => sum + count, 0);

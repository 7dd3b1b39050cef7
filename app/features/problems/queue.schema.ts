import { z } from "zod";
import { reason } from "~/features/staff/members.schema";
import { longestCursor } from "~/lib/page";
import { queuePartNames } from "./problem";
import { queueStates, type Snooze, snoozes } from "./queue";

/** The query of the queue. An invalid value counts as none. */
export const queueSchema = z.object({
	part: z.enum(queuePartNames).optional().catch(undefined),
	/** `1`: only what the person has taken, or has done. */
	mine: z
		.literal("1")
		.transform(() => true)
		.optional()
		.catch(undefined),
	state: z.enum(queueStates).catch("waiting"),
	/** The key of the open row. */
	open: z.string().max(400).optional().catch(undefined),
	after: z.string().max(longestCursor).optional().catch(undefined),
});
export type QueueQuery = z.output<typeof queueSchema>;

/** The problem that a form is about, as it was when the form was loaded. */
export const problemForm = z.object({ key: z.string().max(400), version: z.coerce.number().int() });

/** The length of a snooze. */
export const snoozeFields = z.object({
	for: z.enum(Object.keys(snoozes) as Snooze[], { error: "Choose for how long." }),
	/** In Nairobi: 2026-11-24T08:00. */
	at: z
		.string()
		.trim()
		.transform((text) => (text === "" ? undefined : Date.parse(`${text}:00+03:00`)))
		.refine((time) => time === undefined || !Number.isNaN(time), "Enter a date and a time.")
		.optional(),
});

export const snoozeForm = problemForm
	.extend(snoozeFields.shape)
	.refine((form) => form.for !== "time" || form.at !== undefined, { path: ["at"], error: "Enter a date and a time." });

export const handledForm = problemForm.extend({
	note: z.string().trim().max(300, "Use at most 300 characters.").optional(),
});

export const reasonForm = problemForm.extend({ reason });

import { z } from "zod";
import { recordTypes } from "./record";

const text = (longest: number) => z.string().max(longest, `Use at most ${longest} characters.`).default("");
const id = z.string().max(64);

/** The version of the zone that the form was made from. */
const version = z.coerce.number().int().min(0);

const recordFields = {
	type: z.enum(recordTypes, { error: "Choose a type." }),
	name: text(300),
	ttl: text(10),
	value: text(5_000),
	priority: text(10),
	weight: text(10),
	port: text(10),
	flags: text(10),
	tag: text(20),
};

/** What can be done to single records of a zone. */
export const zoneEditSchema = z.discriminatedUnion(
	"intent",
	[
		z.object({ intent: z.literal("add"), version, ...recordFields }),
		z.object({ intent: z.literal("change"), version, recordId: id, ...recordFields }),
		z.object({ intent: z.literal("delete"), version, recordId: id }),
		z.object({ intent: z.literal("undo"), version, changeId: id }),
	],
	{ error: "This form is not known here. Reload the page and try again." },
);
export type ZoneEdit = z.output<typeof zoneEditSchema>;

/** The editor's address: which form is open, what it starts with, and which change has just been made. */
export const zonePageSchema = z.object({
	add: z.enum(recordTypes).optional().catch(undefined),
	edit: id.optional().catch(undefined),
	done: id.optional().catch(undefined),
});

/** The form's own fields, to show again. */
export const recordFormFields = ["name", "ttl", "value", "priority", "weight", "port", "flags", "tag"] as const;
export type RecordFormValues = Partial<Record<(typeof recordFormFields)[number], string>>;

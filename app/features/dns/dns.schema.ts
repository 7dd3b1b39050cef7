import { z } from "zod";
import { rowId, unknownForm } from "~/lib/fields.schema";
import { cursorText, searchText } from "~/lib/list.schema";
import { recordTypes } from "./record";

const text = (longest: number) => z.string().max(longest, `Use at most ${longest} characters.`).default("");

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
		z.object({ intent: z.literal("change"), version, recordId: rowId, ...recordFields }),
		z.object({ intent: z.literal("delete"), version, recordId: rowId }),
		z.object({ intent: z.literal("undo"), version, changeId: rowId }),
	],
	{ error: unknownForm },
);
export type ZoneEdit = z.output<typeof zoneEditSchema>;

/** The editor's address: which records are listed, which form is open, and which change has just been made. */
export const zonePageSchema = z.object({
	type: z.enum(recordTypes).optional().catch(undefined),
	q: searchText,
	after: cursorText,
	add: z.enum(recordTypes).optional().catch(undefined),
	edit: rowId.optional().catch(undefined),
	done: rowId.optional().catch(undefined),
});

export type ZoneQuery = z.output<typeof zonePageSchema>;

/** The form's own fields, to show again. */
export const recordFormFields = ["name", "ttl", "value", "priority", "weight", "port", "flags", "tag"] as const;
export type RecordFormValues = Partial<Record<(typeof recordFormFields)[number], string>>;

/** Bytes of a zone file: more than the records that a domain may have. */
const maxFile = 40_000;

export const importSchema = z.object({
	intent: z.enum(["preview", "apply"]),
	text: z
		.string({ error: "Paste the records, or choose a file." })
		.trim()
		.min(1, "Paste the records, or choose a file.")
		.max(maxFile, `The file is too large: ${maxFile} characters is the most.`),
	mode: z.enum(["merge", "replace"], { error: "Choose what happens to your present records." }),
	version,
});

/** The address of the templates: which one is looked at, and what it was told. */
export const templatePageSchema = z.object({
	use: z.string().max(64).optional().catch(undefined),
	field: z.string().max(253).optional().catch(undefined),
});

export const templateSchema = z.object({
	use: z.string().max(64),
	field: text(253),
	version,
	/** Ticked where records have to go. */
	replace: z.literal("on").optional(),
});

import { z } from "zod";
import { rowId, unknownForm } from "~/lib/fields.schema";
import { cursorText, searchText } from "~/lib/list.schema";
import { recordTypes } from "./record";

const text = (longest: number) => z.string().max(longest, `Use at most ${longest} characters.`).default("");

/** Version of the zone that the form shows. */
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

/** Edits of single records of a zone, and the switch of DNSSEC. */
export const zoneEditSchema = z.discriminatedUnion(
	"intent",
	[
		z.object({ intent: z.literal("add"), version, ...recordFields }),
		z.object({ intent: z.literal("change"), version, recordId: rowId, ...recordFields }),
		z.object({ intent: z.literal("delete"), version, recordId: rowId }),
		z.object({ intent: z.literal("undo"), version, changeId: rowId }),
		z.object({ intent: z.literal("dnssec"), on: z.enum(["on", "off"]) }),
	],
	{ error: unknownForm },
);
export type ZoneEdit = z.output<typeof zoneEditSchema>;

/** Search parameters of the editor: filter, open form, and the change just saved (`done`). */
export const zonePageSchema = z.object({
	type: z.enum(recordTypes).optional().catch(undefined),
	q: searchText,
	after: cursorText,
	add: z.enum(recordTypes).optional().catch(undefined),
	edit: rowId.optional().catch(undefined),
	done: rowId.optional().catch(undefined),
});

export type ZoneQuery = z.output<typeof zonePageSchema>;

/** Fields of the record form, kept when it has errors. */
export const recordFormFields = ["name", "ttl", "value", "priority", "weight", "port", "flags", "tag"] as const;
export type RecordFormValues = Partial<Record<(typeof recordFormFields)[number], string>>;

/** Characters in a zone file. Enough for the most records that a domain may have. */
const maxFile = 40_000;

export const importSchema = z.object({
	intent: z.enum(["preview", "apply"]),
	text: z
		.string({ error: "Paste the records, or choose a file." })
		.trim()
		.min(1, "Paste the records, or choose a file.")
		.max(maxFile, `The file is too large. Use at most ${maxFile} characters.`),
	mode: z.enum(["merge", "replace"], { error: "Choose what happens to your current records." }),
	version,
});

/** Search parameters of the templates page: the chosen template and the value of its field. */
export const templatePageSchema = z.object({
	use: z.string().max(64).optional().catch(undefined),
	field: z.string().max(253).optional().catch(undefined),
});

export const templateSchema = z.object({
	use: z.string().max(64),
	field: text(253),
	version,
	/** Ticked to remove records that conflict. */
	replace: z.literal("on").optional(),
});

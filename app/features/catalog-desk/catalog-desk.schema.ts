import { z } from "zod";
import { reason } from "~/features/staff/members.schema";
import { requiredLine } from "~/lib/fields.schema";
import { choiceFilter, cursorText, textFilter } from "~/lib/list.schema";
import type { PagePath } from "~/lib/page-path";
import { costOperations } from "~/platform/registrar/costs";
import { pricePaths } from "~/static-paths";
import { addedKinds } from "./draft";
import { momentOf } from "./kenyan-moment";
import { entryKinds } from "./kind-names";

/** The query of the list. */
export const entriesQuerySchema = z.object({
	kind: choiceFilter(entryKinds).transform((kind) => kind ?? "extension"),
	q: textFilter(60),
});
export type EntriesQuery = z.output<typeof entriesQuerySchema>;

/** `updatedAt` of the draft's row when the form was loaded. Empty if there was none. */
export const rowVersion = z
	.string()
	.regex(/^\d{0,16}$/, "Reload the page and try again.")
	.transform((text) => (text === "" ? null : Number(text)));

/** `entryMark` when the form was loaded. */
const seenEntry = z.string().max(40);

export const saveSchema = z.object({ version: seenEntry });
export const suggestedSchema = z.object({
	version: seenEntry,
	price: z.enum(costOperations, "Reload the page and try again."),
	/** `suggestionMark` of the suggestion. */
	seen: z.string().max(60),
});
export type SuggestedPrice = z.output<typeof suggestedSchema>;
export const costSchema = z.object({ version: rowVersion }).catchall(z.string());
export const discardSchema = z.object({ key: z.string().max(100), version: z.coerce.number().int() });
export const addSchema = z.object({ kind: z.enum(["extension", ...addedKinds]) });
/** The first page of a preview. */
export const previewSchema = z.object({ page: z.enum(pricePaths).catch("/pricing" satisfies PagePath) });
export const addExtensionSchema = z.object({ tld: requiredLine("Enter an extension such as co.ke.", 63) });

const kenyanMoment = z
	.string()
	.transform((text) => momentOf(text) ?? Number.NaN)
	.refine((at) => !Number.isNaN(at), "Enter a day and a time.");

export const publishSchema = z.object({
	seen: z.string().max(100),
	note: requiredLine("Say what changes, for the list of versions.", 200),
	at: z.preprocess((text) => (text === "" || text === undefined ? null : text), kenyanMoment.nullable()),
});

/** The query of the list of versions. */
export const versionsQuerySchema = z.object({ after: cursorText });

export const versionNumberSchema = z.coerce.number().int().min(1);

/** `seen`: the version that applied when the form was loaded. */
export const rollBackSchema = z.object({ seen: z.coerce.number().int(), reason });
export type RollBack = z.output<typeof rollBackSchema>;

/** `changes`: what happens to those of the version. */
export const cancelVersionSchema = z.object({
	changes: z.enum(["keep", "drop"], "Choose what happens to its changes."),
	reason,
});
export type CancelVersion = z.output<typeof cancelVersionSchema>;

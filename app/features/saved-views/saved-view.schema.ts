import { z } from "zod";
import { deskLists } from "~/desk-pages";
import { requiredLine, rowId } from "~/lib/fields.schema";

/** Filters of a list as its address has them, without the page. */
const query = z
	.string()
	.max(500, "This list has too many filters to save.")
	.transform((text) => {
		const params = new URLSearchParams(text);
		for (const name of ["after", "open"]) params.delete(name);
		return params.toString();
	});

const list = z.enum(deskLists, { error: "This list can't be saved." });

export const saveViewSchema = z.object({
	list,
	query,
	name: requiredLine("Give the view a name.", 40),
	/** A ticked checkbox. */
	shared: z.literal("on").optional(),
});
export type SaveView = z.output<typeof saveViewSchema>;

export const removeViewSchema = z.object({ list, viewId: rowId });

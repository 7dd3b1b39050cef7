import { z } from "zod";
import { rowId } from "~/lib/fields.schema";

/** The forms of an add-on, on the page of its domain or plan. */
export const addonForms = [
	z.object({ intent: z.literal("cancel-addon"), addonId: rowId }),
	z.object({ intent: z.literal("keep-addon"), addonId: rowId }),
] as const;

export const addonFormSchema = z.discriminatedUnion("intent", addonForms);

export type AddonForm = z.output<typeof addonFormSchema>;

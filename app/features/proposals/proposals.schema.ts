import { z } from "zod";
import { choiceFilter, cursorText } from "~/lib/list.schema";
import { shownStates } from "./proposal";

export const proposalsQuerySchema = z.object({
	state: choiceFilter(shownStates),
	after: cursorText,
});
export type ProposalsQuery = z.output<typeof proposalsQuerySchema>;

export const proposalFormSchema = z.object({
	intent: z.enum(["accept", "decline"], { error: "Reload the page and try again." }),
	/** The total that the page showed, in minor units. */
	total: z
		.string()
		.regex(/^\d{0,12}$/, "Reload the page and try again.")
		.transform((text) => (text === "" ? undefined : Number(text))),
});

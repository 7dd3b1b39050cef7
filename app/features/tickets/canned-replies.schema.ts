import { z } from "zod";
import { reason, version } from "~/features/staff/members.schema";
import { requiredLine } from "~/lib/fields.schema";
import { choiceFilter, cursorText, textFilter } from "~/lib/list.schema";
import { cannedReplyLimits, placeholders, unknownPlaceholder } from "./canned-reply";
import { departmentNames } from "./ticket";
import { textBody } from "./tickets.schema";

/** The query of the list. */
export const cannedRepliesQuerySchema = z.object({
	q: textFilter(),
	department: choiceFilter(departmentNames),
	after: cursorText,
});
export type CannedRepliesQuery = z.output<typeof cannedRepliesQuerySchema>;

const known = Object.keys(placeholders)
	.map((name) => `{{${name}}}`)
	.join(", ");

export const cannedReplySchema = z.object({
	title: requiredLine("Enter a title.", cannedReplyLimits.title),
	/** Empty for all departments. */
	department: z
		.enum(["", ...departmentNames], { error: "Choose a department." })
		.transform((name) => (name === "" ? null : name)),
	body: textBody("Write the reply.").superRefine((text, context) => {
		const unknown = unknownPlaceholder(text);
		if (unknown !== null) context.addIssue(`There is no placeholder ${unknown}. Use ${known}.`);
	}),
});
export type CannedReplyInput = z.output<typeof cannedReplySchema>;

export const changeCannedReplySchema = cannedReplySchema.extend({ version });
export type ChangeCannedReply = z.output<typeof changeCannedReplySchema>;

export const deleteCannedReplySchema = z.object({ version, reason });
export type DeleteCannedReply = z.output<typeof deleteCannedReplySchema>;

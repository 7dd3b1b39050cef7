import { z } from "zod";
import { snoozeFields } from "~/features/problems/queue.schema";
import { reason, version } from "~/features/staff/members.schema";
import { requiredLine, rowId } from "~/lib/fields.schema";
import { choiceFilter, cursorText, switchFilter, textFilter } from "~/lib/list.schema";
import { departmentNames, ticketLimits, ticketStatuses } from "./ticket";
import { messageBody, messageKey } from "./tickets.schema";

export const ticketLists = ["open", "snoozed", "waiting", "on-hold", "closed"] as const;
export type TicketList = (typeof ticketLists)[number];

const isSet = z
	.literal("1")
	.transform(() => true)
	.optional()
	.catch(undefined);

/** The query of the desk's list. */
export const ticketsQuerySchema = z.object({
	/** Looks in every list. */
	q: textFilter(),
	list: choiceFilter(ticketLists).transform((list) => list ?? "open"),
	/** `1`: only what the person works on. */
	mine: switchFilter,
	department: choiceFilter(departmentNames),
	/** In lower case, as it is stored. */
	tag: textFilter(ticketLimits.tag).transform((tag) => tag.toLowerCase()),
	after: cursorText,
});
export type TicketsQuery = z.output<typeof ticketsQuerySchema>;

const status = z.enum(ticketStatuses, { error: "Choose a status." });

/** Separated by commas, in lower case, each once. */
const tags = z
	.string()
	.max(1_000)
	.transform((text) => [
		...new Set(
			text
				.toLowerCase()
				.split(",")
				.map((tag) => tag.normalize("NFC").replace(/\s+/g, " ").trim())
				.filter(Boolean),
		),
	])
	.pipe(
		z
			.array(z.string().max(ticketLimits.tag, `Use at most ${ticketLimits.tag} characters for a tag.`))
			.max(ticketLimits.tags, `Use at most ${ticketLimits.tags} tags.`),
	);

/** The forms of a ticket's page. */
export const deskTicketFormSchema = z.discriminatedUnion("intent", [
	/** `next`: the status after the answer. */
	z.object({ intent: z.literal("answer"), version, key: messageKey, body: messageBody, next: status }),
	z.object({ intent: z.literal("note"), key: messageKey, body: messageBody }),
	/** `assignee`: empty for no one. */
	z.object({ intent: z.literal("assign"), version, assignee: rowId }),
	z.object({ intent: z.literal("take"), version }),
	z.object({ intent: z.literal("status"), version, status }),
	z.object({ intent: z.literal("move"), version, department: z.enum(departmentNames) }),
	z.object({ intent: z.literal("tag"), version, tags }),
	z.object({ intent: z.literal("snooze"), version, ...snoozeFields.shape }),
	z.object({ intent: z.literal("wake"), version }),
	z.object({ intent: z.literal("delete-file"), fileId: rowId, reason }),
]);
export type DeskTicketForm = z.output<typeof deskTicketFormSchema>;
export type DeskTicketFormOf<Intent extends DeskTicketForm["intent"]> = Extract<DeskTicketForm, { intent: Intent }>;

/** The button of the answer's form that inserts a canned reply, without script. */
export const insertReplySchema = z.object({
	canned: rowId.min(1, "Choose a reply from the list."),
	body: z.string().max(2 * ticketLimits.message),
});

/** `into`: the id of the other ticket, with its version when the preview was loaded. */
export const mergeSchema = z.object({ version, into: rowId, intoVersion: version, reason });
export type MergeForm = z.output<typeof mergeSchema>;

/** The query of the page that merges: the other ticket. */
export const mergeQuerySchema = z.object({ into: rowId.catch("") });

export const splitSchema = z.object({
	version,
	key: messageKey,
	messages: z.array(rowId).min(1, "Choose at least one message.").max(100, "Choose at most 100 messages."),
	subject: requiredLine("Say in a few words what it is about.", ticketLimits.subject),
	department: z.enum(departmentNames, { error: "Choose a department." }),
	reason,
});
export type SplitForm = z.output<typeof splitSchema>;

/** What the page of a ticket asks while it is open. */
export const replyingSchema = z.object({
	version,
	/** The id of the newest message on the page. Empty on an older page of messages. */
	seen: rowId,
	/** `1`: the person is writing an answer. */
	typing: isSet,
});
export type Replying = z.output<typeof replyingSchema>;

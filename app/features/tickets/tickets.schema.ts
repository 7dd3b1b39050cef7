import { z } from "zod";
import { requiredLine } from "~/lib/fields.schema";
import { cursorText } from "~/lib/list.schema";
import { longestRatingComment, ratings } from "./rating";
import { departmentNames, ticketLimits } from "./ticket";

/** Control characters except line breaks and tabs, and text direction marks. */
const unprintable = /(?![\n\t])\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu;

/** Text of several lines, as someone typed or sent it, without characters that can't be seen. */
export const cleanText = (value: string) =>
	value.replace(/\r\n?/g, "\n").replace(unprintable, "").normalize("NFC").trim();

const tooLong = `Use at most ${ticketLimits.message.toLocaleString("en")} characters.`;

/** @param missing what to say if it is empty */
export const textBody = (missing: string) =>
	z.string({ error: missing }).transform(cleanText).pipe(z.string().min(1, missing).max(ticketLimits.message, tooLong));

export const messageBody = textBody("Write your message.");

/** Idempotency key. The same text with the same key is stored once. */
export const messageKey = z.string().regex(/^[\w-]{16,100}$/, "Must be 16 to 100 letters, digits, - or _.");

export const newTicketSchema = z.object({
	key: messageKey,
	department: z.enum(departmentNames, { error: "Choose what it is about." }),
	subject: requiredLine("Say in a few words what it is about.", ticketLimits.subject),
	body: messageBody,
});
export type NewTicketInput = z.output<typeof newTicketSchema>;

const ratingFields = {
	rating: z.enum(ratings, { error: "Choose how our answer was." }),
	comment: z
		.string()
		.transform(cleanText)
		.pipe(z.string().max(longestRatingComment, `Use at most ${longestRatingComment} characters.`))
		.default(""),
};

/** What a sender thinks of our answers. */
export const ratingSchema = z.object(ratingFields);
export type RatingForm = z.output<typeof ratingSchema>;

/** The forms of a customer's ticket. */
export const ticketFormSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("answer"), key: messageKey, body: messageBody }),
	z.object({ intent: z.literal("close") }),
	z.object({ intent: z.literal("reopen") }),
	z.object({ intent: z.literal("rate"), ...ratingFields }),
]);
export type TicketForm = z.output<typeof ticketFormSchema>;

/** The query of a customer's list. */
export const ticketListSchema = z.object({
	tab: z.enum(["all", "open", "closed"]).catch("all"),
	after: cursorText,
});
export type TicketListQuery = z.output<typeof ticketListSchema>;

/** `after`: cursor of the messages. */
export const ticketPageSchema = z.object({ after: cursorText });

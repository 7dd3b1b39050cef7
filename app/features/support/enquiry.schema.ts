import { z } from "zod";
import { email, personName } from "~/features/accounts/account.schema";
import { parseExternalDomain } from "~/features/domains/external-domain";
import { phoneOf } from "~/lib/phone.schema";
import { type EnquiryInput, type EnquiryKind, enquiryLimits, enquiryTopics, type KindWithTopic } from "./enquiry";

const tooLong = `Use at most ${enquiryLimits.message.toLocaleString("en")} characters.`;

/** Control characters except line breaks and tabs, and text direction marks. */
const unprintable = /(?![\n\t])\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu;

const cleanText = (value: string) => value.replace(/\r\n?/g, "\n").replace(unprintable, "").normalize("NFC").trim();

const text = z.string().transform(cleanText).pipe(z.string().max(enquiryLimits.message, tooLong));

const required = (message: string) => z.string({ error: message }).pipe(text).pipe(z.string().min(1, message));

const optional = text.default("").transform((value) => value || null);

const phone = z
	.string()
	.trim()
	.max(40, "Use at most 40 characters.")
	.default("")
	.transform((value, context) => (value === "" ? null : phoneOf(value, "Kenya", context)));

const topicOf = (kind: KindWithTopic) =>
	z.enum(Object.keys(enquiryTopics[kind]), { error: "Choose what it is about." });

function wholeNumber(most: number) {
	const message = `Enter a whole number from 1 to ${most.toLocaleString("en")}.`;
	const number = z.number({ error: message }).int(message).min(1, message).max(most, message);
	return z.union([z.string(), z.number()], { error: message }).transform(Number).pipe(number);
}

/** Names separated by line breaks, commas, semicolons or spaces. */
const domains = z
	.string({ error: "Enter the domain names." })
	.max(enquiryLimits.message, tooLong)
	.transform((value, context) => {
		const names = value.split(/[\s,;]+/).filter(Boolean);
		const parsed = names.map((name) => ({ name, ascii: parseExternalDomain(name) }));
		const wrong = parsed.find(({ ascii }) => !ascii.ok);
		const message =
			names.length === 0
				? "Enter the domain names."
				: names.length > enquiryLimits.domains
					? `Enter at most ${enquiryLimits.domains} names. List the others in the message.`
					: wrong && `${wrong.name.slice(0, 80)} is not a domain name.`;
		if (message === undefined)
			return [...new Set(parsed.flatMap(({ ascii }) => (ascii.ok ? [ascii.value.ascii] : [])))];
		context.addIssue({ code: "custom", message });
		return z.NEVER;
	});

const sender = {
	name: personName("Enter your name."),
	email,
	phone,
	/** A honeypot: people don't see this field, and bots fill in every field. */
	website: z.literal("", { error: "Leave this field empty." }).default(""),
	/** See form-token.ts. */
	stamp: z.string().max(200).default(""),
};

type CheckedForm = EnquiryInput & { readonly formToken: string };

const senderFields = ({
	name,
	email,
	phone,
	stamp,
}: {
	name: string;
	email: string;
	phone: string | null;
	stamp: string;
}) => ({
	name,
	email,
	phone,
	formToken: stamp,
	topic: null,
	message: null,
	details: {},
});

/** Schemas of the forms and of `POST /api/enquiries/<kind>`, by kind. */
export const enquirySchemas = {
	contact: z
		.object({ ...sender, topic: topicOf("contact"), message: required("Write your message.") })
		.transform((form): CheckedForm => ({ ...senderFields(form), topic: form.topic, message: form.message })),
	quote: z
		.object({ ...sender, topic: topicOf("quote"), requirements: required("Tell us what you need.") })
		.transform((form): CheckedForm => ({ ...senderFields(form), topic: form.topic, message: form.requirements })),
	"custom-plan": z
		.object({
			...sender,
			accounts: wholeNumber(enquiryLimits.accounts),
			disk: wholeNumber(enquiryLimits.disk),
			message: optional,
		})
		.transform(
			({ accounts, disk, ...form }): CheckedForm => ({
				...senderFields(form),
				message: form.message,
				details: { accounts, disk },
			}),
		),
	transfer: z
		.object({ ...sender, domains, message: optional })
		.transform(
			({ domains, ...form }): CheckedForm => ({ ...senderFields(form), message: form.message, details: { domains } }),
		),
} as const satisfies Record<EnquiryKind, z.ZodType<CheckedForm>>;

/** All fields of all forms, to show a rejected form again with its values. */
export const enquiryFields = [
	"name",
	"email",
	"phone",
	"topic",
	"message",
	"requirements",
	"accounts",
	"disk",
	"domains",
	"website",
	"stamp",
] as const;
export type EnquiryField = (typeof enquiryFields)[number];

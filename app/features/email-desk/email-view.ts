import { type EmailKind, emailKinds } from "~/features/email/email";
import { emailNames } from "~/features/email/email-names";
import {
	isCustomerEmail,
	isOwnText,
	type OwnText,
	ownTextOf,
	placeholdersOf,
	withOwnText,
} from "~/features/email/own-texts";
import { readableEmail } from "~/features/email/readable-email";
import { renderHtml } from "~/features/email/render-html";
import { renderText } from "~/features/email/render-text";
import { auditText } from "~/features/staff/audit-view";
import { formatMoment, kenya } from "~/lib/dates";
import { parse } from "~/lib/parse";
import type { Failure } from "~/lib/result";
import { longest, ownTextSchema, sampleNumber } from "./email-desk.schema";
import type { EmailDesk } from "./email-desk.server";
import { emailFacts } from "./email-facts";

/** A kind as its page's address has it: `receipt`. */
const slugOf = (kind: EmailKind) => kind.slice("mail.".length);

export const emailOfSlug = (slug: string): EmailKind | undefined => emailKinds.find((kind) => slugOf(kind) === slug);

export function emailListView(rows: Awaited<ReturnType<EmailDesk["list"]>>) {
	return rows.map(({ kind, sample, own, changedAt }) => ({
		id: slugOf(kind),
		name: emailNames[kind],
		subject: sample ? withOwnText(sample, own).subject : "",
		...emailFacts[kind],
		state:
			kind === "mail.billing-copy"
				? "Copy"
				: !isCustomerEmail(kind)
					? "To staff"
					: changedAt === null
						? ""
						: `Changed ${formatMoment(changedAt, kenya)}`,
	}));
}
export type EmailRowView = ReturnType<typeof emailListView>[number];

type Found = Awaited<ReturnType<EmailDesk["find"]>>;

/** Texts that were typed but not saved, from the address of the page. Null if there are none. */
function draftOf(kind: EmailKind, query: URLSearchParams) {
	if (!isCustomerEmail(kind) || !query.has("subject")) return null;
	const typed = {
		subject: query.get("subject") ?? "",
		opening: query.get("opening") ?? "",
		closing: query.get("closing") ?? "",
	};
	const parsed = parse(ownTextSchema(kind), typed);
	const failure: Failure | null = parsed.ok ? null : parsed.error;
	return { typed, own: parsed.ok ? parsed.value : null, failure };
}

/** The chosen sample with the text of staff, or with the one that was typed. */
function shownEmail({ kind, samples, own }: Found, query: URLSearchParams) {
	const chosen = sampleNumber.parse(query.get("sample") ?? 0);
	const number = samples[chosen] ? chosen : 0;
	const sample = samples[number];
	if (!sample) throw new Error(`No sample of ${kind}`);
	return { number, content: readableEmail(withOwnText(sample, draftOf(kind, query)?.own ?? own)) };
}

/** The HTML part, for the frame on the page. */
export const emailHtml = (found: Found, query: URLSearchParams): string => renderHtml(shownEmail(found, query).content);

export function emailTextView(found: Found, query: URLSearchParams) {
	const { kind, samples, own, version, history } = found;
	const { number, content } = shownEmail(found, query);
	const draft = draftOf(kind, query);
	return {
		slug: slugOf(kind),
		name: emailNames[kind],
		...emailFacts[kind],
		samples: samples.map(({ subject }, index) => `${index + 1}. ${subject}`),
		shown: { number, subject: content.subject, text: renderText(content), isDraft: draft !== null },
		/** The address of the frame's content, below that of the page. */
		query: query.toString(),
		texts: isCustomerEmail(kind)
			? {
					version,
					own,
					typed: draft?.typed ?? null,
					failure: draft?.failure ?? null,
					limits: longest,
					isChanged: isOwnText(own),
					shopSubject: samples[number]?.subject ?? "",
					placeholders: placeholdersOf(kind).map((name) => ({ name: `{${name}}`, means: meanings[name] })),
				}
			: null,
		history: history.map((row) => ({
			id: row.id,
			at: formatMoment(row.at, kenya),
			person: row.staffName,
			text: auditText(row),
			before: textsBefore(ownTextOf(row.params.before)),
		})),
	};
}
export type EmailTextView = ReturnType<typeof emailTextView>;

const textsBefore = ({ subject, opening, closing }: OwnText) =>
	[
		["Subject", subject],
		["Opening", opening],
		["Closing", closing],
	].filter(([, text]) => text !== "");

const meanings: Readonly<Record<ReturnType<typeof placeholdersOf>[number], string>> = {
	shop: "our name",
	subject: "what the shop's own subject says",
	invoice: "the invoice's number",
	amount: "the amount with its currency",
	domain: "the domain",
	plan: "the hosting plan",
	item: "what the email is about, such as a domain",
	project: "the project",
	ticket: "the ticket's number",
};

import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import { plainText } from "~/lib/markdown";
import { button, type EmailContent, message, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface TicketAnswer {
	readonly ticketId: string;
	readonly number: string;
	readonly subject: string;
	/** The member who opened it in the owner's account. Null if the owner did. */
	readonly openedBy: string | null;
	readonly author: string;
	/** Markdown, as typed. */
	readonly body: string;
	/** Null while the answer can't be rated. The token is for senders without an account. */
	readonly rating: { readonly token: string } | null;
}

/** With the ticket's number in the subject, which an answer by email keeps. */
const headOf = ({ number, subject, body }: Pick<TicketAnswer, "number" | "subject" | "body">) => ({
	subject: headerText(`Re: ${subject} (${number})`),
	values: { ticket: number },
	preview: headerText(plainText(body), 120),
	heading: "Our answer",
});

/** Sent for each answer of our team. `owner`: null for a sender without an account, who has no page to read it on. */
export function ticketAnswer(
	owner: Recipient | null,
	{ ticketId, number, subject, openedBy, author, body, rating }: TicketAnswer,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		...headOf({ number, subject, body }),
		blocks: [
			text(owner ? greeting(owner) : "Hello,"),
			text(
				`${author} from the ${brand.name} team answered ${number}, “${subject}”${openedBy === null ? "" : `, which ${openedBy} wrote in your account`}:`,
			),
			message(body),
			...(owner
				? [button("Read and answer", `${appOrigin}${href("/dashboard/support/:ticketId", { ticketId })}`)]
				: []),
			...(rating
				? [
						button(
							"Rate our answer",
							owner
								? `${appOrigin}${href("/dashboard/support/:ticketId", { ticketId })}#rating`
								: `${appOrigin}${href("/rate-answer")}?token=${rating.token}`,
						),
					]
				: []),
			note("To answer, reply to this email from the same address."),
		],
	};
}

interface AnswerToMember extends Pick<TicketAnswer, "number" | "subject" | "author" | "body"> {
	/** The address of the account in which they wrote. */
	readonly account: string;
}

/** The same for someone who wrote in another customer's account. Their reply by email would be that of a stranger. */
export function ticketAnswerToMember(
	to: Recipient,
	{ account, number, subject, author, body }: AnswerToMember,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		...headOf({ number, subject, body }),
		blocks: [
			text(greeting(to)),
			text(`${author} from the ${brand.name} team answered ${number}, “${subject}”, in the account of ${account}:`),
			message(body),
			button("Open the account", `${appOrigin}${href("/dashboard/account-settings/people")}`),
			note("To answer, open the account and then the ticket. Replies to this email do not reach it."),
		],
	};
}

import { formatCount } from "~/lib/format-count";
import { type TicketStatus, ticketStatusName } from "./ticket";

interface MergedTicket {
	readonly id: string;
	readonly number: string;
	readonly subject: string;
	readonly status: TicketStatus;
	readonly userId: string | null;
	/** As entered in a form or sent with an email. */
	readonly email: string | null;
	/** Of the account. */
	readonly customerEmail: string | null;
	readonly mergedInto: string | null;
}

/** Where answers go. */
const addressOf = ({ email, customerEmail }: MergedTicket) => email ?? customerEmail;

/**
 * Why a ticket can't be merged into another one. Null if it can. Both must have the same account, or both none, and the
 * same address: otherwise someone would get messages of another person.
 */
export function mergeProblem(from: MergedTicket, into: MergedTicket): string | null {
	if (from.id === into.id) return "Choose another ticket.";
	const merged = [from, into].find(({ mergedInto }) => mergedInto !== null);
	if (merged) return `${merged.number} was merged into another ticket already.`;
	const isSameSender = from.userId === into.userId && addressOf(from) !== null && addressOf(from) === addressOf(into);
	return isSameSender ? null : "Both tickets must be from the same sender, with answers to the same address.";
}

/** What the merge does, in sentences. */
export function mergeEffect(
	from: MergedTicket,
	into: MergedTicket,
	{ messages, files }: { readonly messages: number; readonly files: number },
): readonly string[] {
	const moved = `${formatCount(messages, "message")}${files > 0 ? ` and ${formatCount(files, "file")}` : ""}`;
	return [
		`${moved} of ${from.number} move to ${into.number}, “${into.subject}”, with their authors and times.`,
		`${from.number} is closed. Its page and the sender's link to it lead to ${into.number}.`,
		`Emails that answer ${from.number} arrive in ${into.number}. Answers go to ${addressOf(into) ?? ""}.`,
		from.status !== "open"
			? `${into.number} keeps its status: ${ticketStatusName[into.status]}.`
			: into.status === "open"
				? `${into.number} stays open, and is due when the earlier of both was.`
				: `${into.number} is opened again, because ${from.number} waits for an answer.`,
		"Nothing is sent to the sender.",
	];
}

import { formatSize } from "~/features/files/file-rules";
import { formatDistance, formatMoment, kenya, type Locale } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { listNames } from "~/lib/list-names";
import { plainText } from "~/lib/markdown";
import type { CannedReplyRow } from "./canned-replies.server";
import { canBeRated, ratingName } from "./rating";
import { customerStatusName, departments, type MessageKind, ticketStatusName, ticketViaName } from "./ticket";
import type { Tickets } from "./tickets.server";
import type { TicketsDesk } from "./tickets-desk.server";

interface MessageRow {
	readonly id: string;
	readonly kind: MessageKind;
	readonly author: string;
	readonly body: string;
	readonly createdAt: number;
}

interface FileRow {
	readonly id: string;
	readonly messageId: string | null;
	readonly name: string;
	readonly size: number;
}

const messageView = (
	{ id, kind, author, body, createdAt }: MessageRow,
	files: readonly FileRow[],
	now: number,
	locale: Locale,
) => ({
	id,
	kind,
	author,
	body,
	ago: formatDistance(createdAt, now, locale),
	moment: formatMoment(createdAt, locale),
	iso: new Date(createdAt).toISOString(),
	files: files
		.filter(({ messageId }) => messageId === id)
		.map(({ id, name, size }) => ({ id, name, size: formatSize(size) })),
});
export type TicketMessage = ReturnType<typeof messageView>;

/** A row of the customer's list. */
export const listedTicket = (
	{ id, number, subject, status, createdAt, updatedAt }: Awaited<ReturnType<Tickets["list"]>>["items"][number],
	locale: Locale,
) => ({
	id,
	number,
	subject,
	status,
	state: customerStatusName[status],
	opened: formatMoment(createdAt, locale),
	changed: formatMoment(updatedAt, locale),
});
export type ListedTicketView = ReturnType<typeof listedTicket>;

/** A ticket as its customer sees it. */
export function ticketView(
	{ ticket, messages, files }: NonNullable<Awaited<ReturnType<Tickets["find"]>>>,
	now: number,
	locale: Locale,
) {
	const { id, number, subject, status, department, rating, ratingComment } = ticket;
	return {
		id,
		number,
		subject,
		status,
		state: customerStatusName[status],
		department: departments[department].label,
		canBeRated: canBeRated(ticket),
		rating,
		ratingComment: ratingComment ?? "",
		messages: messages.items.map((row) => messageView(row, files, now, locale)),
		next: messages.next,
	};
}
export type TicketView = ReturnType<typeof ticketView>;

type DeskRow = Awaited<ReturnType<TicketsDesk["list"]>>["items"][number];

const senderOf = ({ userId, name, email, firstName, lastName, customerEmail }: DeskRow) => ({
	id: userId,
	name: name ?? (`${firstName ?? ""} ${lastName ?? ""}`.trim() || (customerEmail ?? "")),
	/** Where answers go. */
	email: email ?? customerEmail ?? "",
});

/** A row of the desk's lists. */
export const deskTicketRow = (row: DeskRow, now: number) => ({
	id: row.id,
	number: row.number,
	subject: row.subject,
	status: row.status,
	state: row.mergedInto === null ? ticketStatusName[row.status] : "Merged",
	department: departments[row.department].label,
	tags: row.tags.join(", "),
	sender: senderOf(row),
	assignee: row.assigneeName ?? "",
	due: row.status === "open" ? formatMoment(row.dueAt, kenya) : "",
	isLate: row.status === "open" && row.dueAt < now,
	snoozed: row.snoozedUntil !== null && row.snoozedUntil > now ? formatMoment(row.snoozedUntil, kenya) : null,
	changed: formatMoment(row.updatedAt, kenya),
});
export type DeskTicketRow = ReturnType<typeof deskTicketRow>;

/** A ticket as staff see it. */
export function deskTicketView(
	{ ticket, messages, people, files, repliers, lastSent }: NonNullable<Awaited<ReturnType<TicketsDesk["find"]>>>,
	now: number,
) {
	return {
		...deskTicketRow(ticket, now),
		version: ticket.version,
		/** Who gets answers by email. */
		answersTo: listNames([senderOf(ticket).email, ...ticket.members.map(({ email }) => `${email} (has access)`)]),
		/** The ticket into which it was merged. */
		merged: ticket.mergedInto === null ? null : { id: ticket.mergedInto, number: ticket.mergedNumber ?? "" },
		departmentId: ticket.department,
		assigneeId: ticket.assignee,
		via: ticketViaName[ticket.via],
		phone: ticket.phone ?? ticket.customerPhone,
		created: formatMoment(ticket.createdAt, kenya),
		answered: ticket.answeredAt === null ? null : formatMoment(ticket.answeredAt, kenya),
		rating:
			ticket.rating === null || ticket.ratedAt === null
				? null
				: {
						text: `${ratingName[ticket.rating]}, ${formatMoment(ticket.ratedAt, kenya)}`,
						comment: ticket.ratingComment ?? "",
					},
		/** The address differs from that of the account, so its owner may be someone else. */
		otherAddress: ticket.userId !== null && ticket.email !== null && ticket.email !== ticket.customerEmail,
		messages: messages.items.map((row) => messageView(row, files, now, kenya)),
		next: messages.next,
		people,
		repliers: repliers.map(({ name }) => name),
		/** Change when the person at the desk has sent an answer or a note. */
		lastSent,
	};
}
export type DeskTicketView = ReturnType<typeof deskTicketView>;

/** What the page that merges shows. */
export const mergeView = ({
	ticket,
	targets,
	chosen,
	effect,
}: NonNullable<Awaited<ReturnType<TicketsDesk["mergePreview"]>>>) => ({
	id: ticket.id,
	number: ticket.number,
	subject: ticket.subject,
	version: ticket.version,
	isMerged: ticket.mergedInto !== null,
	targets: targets.map(({ id, number, subject, status }) => ({
		id,
		text: `${number} · ${subject} · ${ticketStatusName[status]}`,
	})),
	chosen: chosen && { id: chosen.id, number: chosen.number, version: chosen.version },
	effect,
});
export type MergeView = ReturnType<typeof mergeView>;

/** A canned reply, for its page and the list. */
export const cannedReplyView = ({ id, title, department, body, updatedAt }: CannedReplyRow) => ({
	id,
	title,
	department: department ?? "",
	departmentLabel: department === null ? "All departments" : departments[department].label,
	body,
	start: headerText(plainText(body), 100),
	changed: formatMoment(updatedAt, kenya),
	version: updatedAt,
});
export type CannedReplyView = ReturnType<typeof cannedReplyView>;

import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { changeOpenProblem, reportProblem, resolveProblem } from "~/db/problems.server";
import { memberOf, type Writer, writerName } from "~/features/accounts/customer";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { createId, derivedId } from "~/lib/ids";
import type { IncomingFile } from "~/lib/multipart";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { untilNone } from "~/lib/time-budget";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { answerDueAt, type SupportSettings } from "./departments";
import type { Departments } from "./departments.server";
import { commitOpening } from "./opening.server";
import { canBeRated } from "./rating";
import { type Department, fileMessage } from "./ticket";
import type { TicketFiles } from "./ticket-files.server";
import { createTicketsRepo, messagesPerPage, type NewTicket, type TicketRow } from "./tickets.repo.server";
import type { NewTicketInput, TicketForm, TicketListQuery } from "./tickets.schema";

export type { TicketRow };

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly ticketFiles: Pick<TicketFiles, "add" | "listOwn">;
	readonly departments: Pick<Departments, "current">;
}

/** A customer who is signed in. */
interface Sender {
	readonly owner: Owner;
	readonly customer: Writer & { readonly id: string };
}

/** What a form or an email opens. The same id opens one ticket. */
export interface Opening
	extends Pick<NewTicket, "id" | "userId" | "name" | "email" | "phone" | "via" | "subject" | "number"> {
	readonly department: Department;
	readonly body: string;
}

interface FirstMessage {
	readonly messageId?: string;
	readonly memberId?: string | null;
	/** The Message-ID of its email. */
	readonly emailId?: string | null;
	readonly insert?: (row: NewTicket) => Change;
}

/** Messages of one customer. Enough for a long conversation. */
export const messageRateLimit = { limit: 30, windowMs: HOUR } as const;

/** How long a ticket waits for its customer, before it is closed. */
export const waitForCustomerMs = 14 * DAY;

const missing = "There is no such ticket.";

export type Tickets = ReturnType<typeof createTickets>;

/** Requests for help, as customers see them. */
export function createTickets({ db, clock, rateLimiter, ticketFiles, departments }: Dependencies) {
	const repo = createTicketsRepo(db);

	/** Shows the ticket in the queue of the desk, with the person who works on it. */
	const queued = ({ id, assignee = null }: { id: string; assignee?: string | null }, dueAt: number, now: number) =>
		change(
			reportProblem(db, { kind: "ticket", subject: id, about: null, dueAt }, now),
			changeOpenProblem(
				db,
				{ kind: "ticket", subject: id },
				{ snoozedUntil: null, ...(assignee !== null && { takenBy: assignee, takenAt: now }) },
			),
		);

	/** A new ticket that waits for us, with its first message. */
	function opening(
		{ body, ...ticket }: Opening,
		/** Null: the customer. */
		author: string | null,
		settings: SupportSettings,
		{ messageId = derivedId("tkm", ticket.id), memberId, emailId = null, insert = repo.open }: FirstMessage = {},
	): Change {
		const now = clock();
		const { id, department } = ticket;
		const dueAt = answerDueAt(department, now, true, settings);
		const row = { ...ticket, status: "open", tags: [], dueAt } as const;
		return change(
			insert({ ...row, createdAt: now, updatedAt: now }),
			repo.addMessage({ id: messageId, ticketId: id, kind: "customer", author, memberId, body, emailId }, now),
			queued({ id }, dueAt, now),
		);
	}

	/** A message of the customer, which opens the ticket again. `add`: writes the message. */
	function waking(ticket: TicketRow, add: Change, settings: SupportSettings): Change {
		const now = clock();
		const dueAt = answerDueAt(ticket.department, now, ticket.answeredAt === null, settings);
		return change(add, repo.wakeUp(ticket.id, dueAt, now), queued(ticket, dueAt, now));
	}

	async function withinLimit(customerId: string): Promise<Result<null>> {
		const { allowed, retryAfter } = await rateLimiter.take(["ticket:customer", customerId], messageRateLimit);
		if (allowed) return ok(null);
		const wait = formatSeconds(retryAfter);
		return fail("rate_limited", `You have sent many messages in a short time. Try again in ${wait}.`, { retryAfter });
	}

	/**
	 * Commits a change of the customer's own ticket, or of the one into which it was merged. Builds it again if the ticket was
	 * merged in between.
	 */
	async function changeOwn(
		owner: Owner,
		id: string,
		build: (ticket: TicketRow, now: number) => Change | null,
	): Promise<Result<null>> {
		for (let attempt = 1; attempt <= 2; attempt += 1) {
			const now = clock();
			const ticket = await repo.findCurrent(owner, id, now);
			const changed = ticket && build(ticket, now);
			if (!changed) return ticket ? ok(null) : fail("not_found", missing);
			const { state } = await db.commit(changed, now);
			// The same message was sent a moment ago.
			if (state !== "stale") return ok(null);
		}
		return fail("not_found", missing);
	}

	const entry = (kind: "opened" | "closed" | "reopened" | "rated", owner: Owner, id: string) =>
		log({ kind: `ticket.${kind}`, actor: "customer", params: { ticket: repo.titleOf(id) }, owner, subjectId: id });

	return {
		/** The change that opens a ticket for a public form or an email. */
		opening,
		/** The change that adds a message of the customer, who may write in this ticket. */
		waking,
		/** How departments work now, for the two above. */
		settings: departments.current,
		byId: repo.byId,
		firstMessage: repo.firstMessage,
		addMessage: repo.addMessage,

		async list(owner: Owner, { tab, after }: TicketListQuery) {
			const isClosed = tab === "all" ? undefined : tab === "closed";
			const rows = await repo.list(owner, isClosed, decodeCursor(after), clock());
			return toPage(rows, ({ createdAt, id }) => [createdAt, id]);
		},

		/** A ticket with a page of its messages, newest first. Null if it is not the owner's. */
		async find(owner: Owner, id: string, after?: string) {
			const [ticket, messages, files] = await Promise.all([
				repo.find(owner, id, clock()),
				repo.messages(owner, id, decodeCursor(after), clock()),
				ticketFiles.listOwn(owner, id),
			]);
			return ticket
				? { ticket, files, messages: toPage(messages, (row) => [row.createdAt, row.id], messagesPerPage) }
				: null;
		},

		/** Opens a ticket. The same form sent twice is one. */
		async open({ owner, customer }: Sender, input: NewTicketInput): Promise<Result<{ id: string }>> {
			const { key, ...fields } = input;
			const id = derivedId("tck", customer.id, key, fields.subject, fields.body);
			const [allowed, settings] = await Promise.all([withinLimit(customer.id), departments.current()]);
			if (!allowed.ok) return allowed;
			const author = writerName(customer);
			const opened = await commitOpening({ db, clock }, { id, prefix: "T" }, (number) =>
				change(
					opening({ id, ...fields, number, via: "portal" }, author, settings, {
						memberId: memberOf(customer),
						insert: (row) => repo.openOwn(owner, row, clock()),
					}),
					entry("opened", owner, id),
				),
			);
			if (opened && (opened.isNew || (await repo.find(owner, id, clock())))) return ok({ id });
			return fail("conflict", "Your message was not sent. Send it again.");
		},

		/** Does what a form of the customer's ticket asks for. */
		async change({ owner, customer }: Sender, id: string, form: TicketForm): Promise<Result<null>> {
			if (form.intent === "close")
				return changeOwn(owner, id, (ticket, now) =>
					ticket.status === "closed"
						? null
						: change(
								repo.closeOwn(owner, ticket.id, now),
								resolveProblem(db, { kind: "ticket", subject: ticket.id }, now),
								entry("closed", owner, ticket.id),
							),
				);
			if (form.intent === "rate") {
				const ticket = await repo.findCurrent(owner, id, clock());
				if (!ticket) return fail("not_found", missing);
				if (!canBeRated(ticket))
					return fail("conflict", "You can rate our answer once we have answered your last message.");
				return changeOwn(owner, id, (current, now) =>
					change(repo.rateOwn(owner, current.id, form, now), entry("rated", owner, current.id)),
				);
			}
			const settings = await departments.current();
			if (form.intent === "reopen")
				return changeOwn(owner, id, (ticket) =>
					ticket.status === "closed"
						? change(waking(ticket, change(), settings), entry("reopened", owner, ticket.id))
						: null,
				);
			if (!(await repo.findCurrent(owner, id, clock()))) return fail("not_found", missing);
			const allowed = await withinLimit(customer.id);
			if (!allowed.ok) return allowed;
			const message = {
				id: derivedId("tkm", id, form.key, form.body),
				kind: "customer",
				author: writerName(customer),
				memberId: memberOf(customer),
				body: form.body,
			} as const;
			return changeOwn(owner, id, (ticket, now) =>
				change(
					waking(ticket, repo.addOwnMessage(owner, { ...message, ticketId: ticket.id }, now), settings),
					ticket.status === "closed" && entry("reopened", owner, ticket.id),
				),
			);
		},

		/** Stores a file with a message of the customer's own ticket. */
		async addFile(
			{ owner, customer }: Sender,
			id: string,
			upload: IncomingFile | null,
		): Promise<Result<{ id: string }>> {
			const ticket = await repo.findCurrent(owner, id, clock());
			if (!ticket) return fail("not_found", missing);
			const [allowed, settings] = await Promise.all([withinLimit(customer.id), departments.current()]);
			if (!allowed.ok) return allowed;
			const { id: ticketId } = ticket;
			const messageId = createId("tkm", clock());
			const author = { author: writerName(customer), memberId: memberOf(customer) };
			const by = { ticketId, kind: "customer", ...author } as const;
			return ticketFiles.add(upload, { ticketId, messageId }, (name) =>
				waking(ticket, repo.addOwnMessage(owner, { id: messageId, ...by, body: fileMessage(name) }, clock()), settings),
			);
		},

		/** Closes tickets that were answered long ago. A message of the customer opens them again. */
		closeAnswered: () => untilNone(() => repo.closeWaiting(clock() - waitForCustomerMs, clock())),

		/** The confirmation that a stranger's ticket has arrived. */
		confirmation: (ticketId: string, userId: string | undefined) =>
			emit({ kind: "mail.ticket-received", payload: { ticketId }, userId }),
	};
}

import { audit, type Change, change, emit, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { changeOpenProblem, reportProblem, resolveProblem } from "~/db/problems.server";
import { ownStaffId } from "~/db/staff-access";
import { snoozedUntil } from "~/features/problems/snooze";
import type { Permission } from "~/features/staff/permissions";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { formatDistance, kenya } from "~/lib/dates";
import { DAY, MINUTE } from "~/lib/durations";
import { headerText } from "~/lib/email-message";
import { formatCount } from "~/lib/format-count";
import { createId, derivedId } from "~/lib/ids";
import { plainText } from "~/lib/markdown";
import type { IncomingFile } from "~/lib/multipart";
import { decodeCursor, type Page, sortMatches, toMatchPage, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { AuditKindName, AuditParams } from "~/registry";
import { answerDueAt, type SupportSettings } from "./departments";
import type { Departments } from "./departments.server";
import { mergeEffect, mergeProblem } from "./merge";
import { commitOpening } from "./opening.server";
import { fileMessage, type TicketStatus, ticketStatusMachine } from "./ticket";
import type { TicketFiles } from "./ticket-files.server";
import { createTicketsRepo, messagesPerPage } from "./tickets.repo.server";
import { createTicketsDeskRepo, type DeskTicket, type ListedTicket } from "./tickets-desk.repo.server";
import type {
	DeskTicketForm,
	DeskTicketFormOf,
	MergeForm,
	Replying,
	SplitForm,
	TicketsQuery,
} from "./tickets-desk.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly ticketFiles: Pick<TicketFiles, "add" | "list" | "remove">;
	readonly departments: Pick<Departments, "current">;
}

/** Someone at the desk who works on a ticket. Customers see their name. */
export interface Agent {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "id" | "name">;
}

export type TicketsDesk = ReturnType<typeof createTicketsDesk>;

type Saved = Promise<Result<null>>;

/** How long someone counts as writing an answer. Their page says so again several times in between. */
const replyingMs = MINUTE;

const longestSnoozeMs = 90 * DAY;
const missing = "There is no such ticket.";

/** Requests for help, as staff see and answer them. */
export function createTicketsDesk({ db, clock, ticketFiles, departments }: Dependencies) {
	const repo = createTicketsDeskRepo(db);
	const tickets = createTicketsRepo(db);

	const problemOf = ({ id }: Pick<DeskTicket, "id">) => ({ kind: "ticket", subject: id }) as const;

	const entry = <K extends AuditKindName & `ticket.${string}`>(
		session: StaffSession,
		permission: Permission,
		ticket: DeskTicket,
		kind: K,
		params: Omit<AuditParams<K>, "ticket">,
		reason?: string,
	) =>
		audit(session, permission, {
			kind,
			...(reason !== undefined && { reason }),
			subject: { type: "ticket", id: ticket.id },
			...(ticket.userId !== null && { customerId: ticket.userId }),
			params: { ...params, ticket: ticket.number } as AuditParams<K>,
		} as Parameters<typeof audit>[2]);

	/** Reads the ticket, builds its change and commits it. A ticket that has changed since `version` is a conflict. */
	async function changeTicket(
		session: StaffSession,
		permission: Permission,
		id: string,
		version: number | null,
		build: (ticket: DeskTicket, settings: SupportSettings) => Result<Change | null>,
	): Saved {
		const [ticket, settings] = await Promise.all([repo.find(session, permission, id, clock()), departments.current()]);
		if (!ticket) return fail("not_found", missing);
		if (ticket.mergedInto !== null) return wasMerged(ticket);
		if (version !== null && ticket.version !== version) return changedMeanwhile(session, id);
		const built = build(ticket, settings);
		if (!built.ok) return built;
		if (built.value === null) return ok(null);
		const { state } = await db.commit(built.value, clock());
		// The same message was sent a moment ago.
		if (state === "duplicate") return ok(null);
		return state === "ok" ? ok(null) : changedMeanwhile(session, id);
	}

	const wasMerged = ({ number, mergedNumber }: DeskTicket) =>
		fail("conflict", `${number} was merged into ${mergedNumber}. Continue there.`, { code: "changed_meanwhile" });

	async function changedMeanwhile(session: StaffSession, id: string): Promise<ReturnType<typeof fail>> {
		const last = await repo.lastMessage(session, id, clock());
		if (!last) return fail("not_found", missing);
		const newest = `The newest message is by ${last.author}, ${formatDistance(last.createdAt, clock(), kenya)}.`;
		return fail(
			"conflict",
			`This ticket has changed in the meantime. ${newest} Look at it again, then send your form.`,
			{ code: "changed_meanwhile" },
		);
	}

	/** The columns and the row of the queue for another status. */
	function statusChange(session: StaffSession, ticket: DeskTicket, status: TicketStatus, settings: SupportSettings) {
		const now = clock();
		const dueAt = answerDueAt(ticket.department, now, ticket.answeredAt === null, settings);
		return {
			fields: {
				...{ status, snoozedUntil: null, updatedAt: now, closedAt: status === "closed" ? now : null },
				...(status === "open" && { dueAt }),
			},
			queue:
				status === "open"
					? reportProblem(db, { ...problemOf(ticket), about: null, dueAt }, now)
					: resolveProblem(db, problemOf(ticket), now, session),
		};
	}

	/** Notifies the sender of a message of staff, and members who wrote in the ticket. */
	const tellSender = (
		{ id, userId, subject, members }: DeskTicket,
		{ messageId, by, body }: { readonly messageId: string; readonly by: string; readonly body: string },
	): Change =>
		change(
			userId !== null &&
				notify({
					kind: "ticket.answered",
					userId,
					params: { ticketId: id, subject, by, text: headerText(plainText(body), 160) },
					once: messageId,
				}),
			emit({ kind: "mail.ticket-answer", payload: { messageId }, userId: userId ?? undefined }),
			...members.map(({ id: memberId }) =>
				emit({ kind: "mail.ticket-answer", payload: { messageId, memberId }, userId: memberId }),
			),
		);

	function answer({ session, member }: Agent, id: string, form: DeskTicketFormOf<"answer">): Saved {
		const now = clock();
		return changeTicket(session, "tickets.reply", id, form.version, (ticket, settings) => {
			const messageId = derivedId("tkm", id, member.id, form.key, form.body);
			const { fields, queue } = statusChange(session, ticket, form.next, settings);
			const keepsWaiting = form.next === "open" && ticket.status === "open";
			return ok(
				change(
					entry(session, "tickets.reply", ticket, "ticket.answered", {}),
					tickets.addMessage({ id: messageId, ticketId: id, kind: "staff", author: member.name, body: form.body }, now),
					repo.update(id, form.version, {
						...fields,
						...(keepsWaiting && { dueAt: ticket.dueAt }),
						answeredAt: ticket.answeredAt ?? now,
						// Whoever answers first has the ticket.
						...(ticket.assignee === null && { assignee: ownStaffId(session, now) }),
					}),
					!keepsWaiting && queue,
					repo.endReplying(session, id, now),
					tellSender(ticket, { messageId, by: member.name, body: form.body }),
				),
			);
		});
	}

	const note = ({ session, member }: Agent, id: string, { key, body }: DeskTicketFormOf<"note">): Saved =>
		changeTicket(session, "tickets.reply", id, null, (ticket) =>
			ok(
				change(
					entry(session, "tickets.reply", ticket, "ticket.noted", {}),
					tickets.addMessage(
						{ id: derivedId("tkm", id, member.id, key, body), ticketId: id, kind: "note", author: member.name, body },
						clock(),
					),
				),
			),
		);

	async function assign(session: StaffSession, id: string, version: number, assignee: string): Saved {
		const people = await repo.people(session, clock());
		const person = people.find((one) => one.id === assignee) ?? null;
		if (assignee !== "" && person === null) return failField("assignee", "Choose someone from the list.");
		return changeTicket(session, "tickets.reply", id, version, (ticket) => {
			if (ticket.assignee === (person?.id ?? null)) return ok(null);
			const names = { before: ticket.assigneeName, after: person?.name ?? null };
			const taken = { takenBy: person?.id ?? null, takenAt: person ? clock() : null };
			return ok(
				change(
					entry(session, "tickets.reply", ticket, "ticket.assigned", names),
					repo.update(id, version, { assignee: person?.id ?? null }),
					changeOpenProblem(db, problemOf(ticket), taken),
				),
			);
		});
	}

	const setStatus = (session: StaffSession, id: string, { version, status }: DeskTicketFormOf<"status">): Saved =>
		changeTicket(session, "tickets.reply", id, version, (ticket, settings) => {
			if (ticket.status === status) return ok(null);
			if (!ticketStatusMachine.can(ticket.status, status))
				return failField("status", "Open a closed ticket before you change it.");
			const { fields, queue } = statusChange(session, ticket, status, settings);
			const statuses = { before: ticket.status, after: status };
			return ok(
				change(
					entry(session, "tickets.reply", ticket, "ticket.status_changed", statuses),
					repo.update(id, version, fields),
					queue,
				),
			);
		});

	const move = (session: StaffSession, id: string, { version, department }: DeskTicketFormOf<"move">): Saved =>
		changeTicket(session, "tickets.reply", id, version, (ticket, settings) => {
			if (ticket.department === department) return ok(null);
			// As late as the new department may answer, counted from when the ticket began to wait.
			const waitsSince = ticket.updatedAt;
			const dueAt = answerDueAt(department, waitsSince, ticket.answeredAt === null, settings);
			return ok(
				change(
					entry(session, "tickets.reply", ticket, "ticket.moved", { before: ticket.department, after: department }),
					repo.update(id, version, { department, dueAt }),
					changeOpenProblem(db, problemOf(ticket), { dueAt }),
				),
			);
		});

	const tag = (session: StaffSession, id: string, { version, tags }: DeskTicketFormOf<"tag">): Saved =>
		changeTicket(session, "tickets.reply", id, version, (ticket) =>
			ticket.tags.join() === tags.join()
				? ok(null)
				: ok(
						change(
							entry(session, "tickets.reply", ticket, "ticket.tagged", { before: [...ticket.tags], after: tags }),
							repo.update(id, version, { tags }),
						),
					),
		);

	const snooze = (session: StaffSession, id: string, version: number, until: number | null): Saved =>
		changeTicket(session, "tickets.reply", id, version, (ticket) => {
			const now = clock();
			if (ticket.status !== "open") return failField("for", "Only open tickets can be snoozed.");
			if (until !== null && until <= now) return failField("at", "Choose a time in the future.");
			if (until !== null && until > now + longestSnoozeMs) return failField("at", "Choose a time in the next 90 days.");
			return ok(
				change(
					entry(session, "tickets.reply", ticket, "ticket.snoozed", { until }),
					repo.update(id, version, { snoozedUntil: until }),
					changeOpenProblem(db, problemOf(ticket), { snoozedUntil: until }),
				),
			);
		});

	/** Deletes a file for good, such as a copy of an identity card that no one asked for. */
	async function deleteFile({ session, member }: Agent, id: string, form: DeskTicketFormOf<"delete-file">): Saved {
		const { fileId, reason } = form;
		const [ticket, files] = await Promise.all([
			repo.find(session, "tickets.reply", id, clock()),
			ticketFiles.list(session, id),
		]);
		if (!ticket) return fail("not_found", missing);
		if (ticket.mergedInto !== null) return wasMerged(ticket);
		const name = files.find((file) => file.id === fileId)?.name;
		if (name === undefined) return fail("not_found", "This file was deleted.");
		const recorded = change(
			entry(session, "tickets.reply", ticket, "ticket.file_deleted", { file: name }, reason),
			tickets.addMessage(
				{
					...{ id: derivedId("tkm", fileId, "deleted"), ticketId: id, kind: "note", author: member.name },
					body: `Deleted the file ${name}: ${reason}`,
				},
				clock(),
			),
		);
		return (await ticketFiles.remove(id, fileId, recorded)) ? ok(null) : fail("not_found", "This file was deleted.");
	}

	/** A note about a merge or split, which is made once. */
	const noteOf = (ticketId: string, by: string, body: string, ...once: readonly string[]): Change =>
		tickets.addMessage(
			{ id: derivedId("tkm", ticketId, "moved", ...once), ticketId, kind: "note", author: by, body },
			clock(),
		);

	/** What the other ticket becomes when a ticket is merged into it: it waits for us if one of both did. */
	function mergedFields(from: DeskTicket, into: DeskTicket, now: number) {
		if (from.status !== "open") return { fields: {}, queue: change() };
		const dueAt = into.status === "open" ? Math.min(from.dueAt, into.dueAt) : from.dueAt;
		const assignee = into.assignee ?? from.assignee;
		return {
			fields: { status: "open", closedAt: null, snoozedUntil: null, dueAt, assignee } as const,
			queue: change(
				reportProblem(db, { ...problemOf(into), about: null, dueAt }, now),
				changeOpenProblem(db, problemOf(into), {
					dueAt,
					snoozedUntil: null,
					...(assignee !== null && { takenBy: assignee, takenAt: now }),
				}),
			),
		};
	}

	/** What has happened since the page was loaded. Null if nothing has. */
	function newsOf(
		ticket: DeskTicket,
		version: number,
		last: Awaited<ReturnType<typeof repo.lastMessage>>,
		seen: string,
	): string | null {
		if (last && last.id !== seen) {
			if (last.kind === "customer") return "The sender has written since you opened this page.";
			return `${last.author} has ${last.kind === "note" ? "written a note" : "answered"} since you opened this page.`;
		}
		return ticket.version === version ? null : "Someone has changed this ticket since you opened this page.";
	}

	return {
		/** The other tickets of the sender into which a ticket can be merged, with the chosen one and what the merge does. */
		async mergePreview(session: StaffSession, id: string, intoId: string) {
			const now = clock();
			const [ticket, into, others, contents] = await Promise.all([
				repo.find(session, "tickets.reply", id, now),
				repo.find(session, "tickets.reply", intoId, now),
				repo.ofSameSender(session, id, now),
				repo.contents(session, id, now),
			]);
			if (!ticket) return null;
			const targets = others.filter((other) => mergeProblem(ticket, other) === null);
			const chosen = into && mergeProblem(ticket, into) === null ? into : null;
			return { ticket, targets, chosen, effect: chosen ? mergeEffect(ticket, chosen, contents) : [] };
		},

		/** Moves everything of a ticket into another one of its sender, and closes it for good. */
		async merge(
			{ session, member }: Agent,
			id: string,
			{ version, into: intoId, intoVersion, reason }: MergeForm,
		): Promise<Result<null>> {
			const now = clock();
			const [ticket, into, { messages }] = await Promise.all([
				repo.find(session, "tickets.reply", id, now),
				repo.find(session, "tickets.reply", intoId, now),
				repo.contents(session, id, now),
			]);
			if (!ticket) return fail("not_found", missing);
			if (!into) return failField("into", "Choose a ticket from the list.");
			const problem = mergeProblem(ticket, into);
			if (problem !== null) return fail("conflict", problem, { code: "changed_meanwhile" });
			if (ticket.version !== version) return changedMeanwhile(session, id);
			const { fields, queue } = mergedFields(ticket, into, now);
			const { state } = await db.commit(
				change(
					entry(session, "tickets.reply", ticket, "ticket.merged", { into: into.number, messages }, reason),
					repo.mergeInto(id, version, intoId, now),
					resolveProblem(db, problemOf(ticket), now, session),
					repo.update(intoId, intoVersion, { ...fields, updatedAt: now }),
					noteOf(intoId, member.name, `Merged ${ticket.number}, “${ticket.subject}”, into this ticket: ${reason}`, id),
					queue,
				),
				now,
			);
			return state === "ok" ? ok(null) : changedMeanwhile(session, intoVersion === into.version ? id : intoId);
		},

		/** Moves messages with their files into a new ticket of the same sender, which waits for us. */
		async split(
			{ session, member }: Agent,
			id: string,
			{ version, key, messages, subject, department, reason }: SplitForm,
		): Promise<Result<{ id: string; number: string }>> {
			const now = clock();
			const [ticket, contents, found, settings] = await Promise.all([
				repo.find(session, "tickets.reply", id, now),
				repo.contents(session, id, now),
				repo.countOf(session, id, messages, now),
				departments.current(),
			]);
			if (!ticket) return fail("not_found", missing);
			const newId = derivedId("tck", id, key, ...messages);
			const done = await tickets.byId(newId);
			if (done) return ok({ id: newId, number: done.number });
			if (ticket.mergedInto !== null) return wasMerged(ticket);
			if (ticket.version !== version) return changedMeanwhile(session, id);
			if (found < new Set(messages).size)
				return failField("messages", "Some of these messages are not in this ticket any more. Choose again.");
			if (found === contents.messages)
				return failField("messages", "Leave at least one message in this ticket. To move all, merge it.");
			const dueAt = answerDueAt(department, now, true, settings);
			const { userId, name, email, phone, via } = ticket;
			const row = { id: newId, userId, name, email, phone, via, department, subject } as const;
			const moved = formatCount(found, "message");
			const opened = await commitOpening({ db, clock }, { id: newId, prefix: "T" }, (number) =>
				change(
					entry(session, "tickets.reply", ticket, "ticket.split", { into: number, messages: found }, reason),
					repo.update(id, version, {}),
					tickets.open({ ...row, number, status: "open", tags: [], dueAt, createdAt: now, updatedAt: now }),
					repo.moveMessages(id, newId, messages),
					noteOf(id, member.name, `Split ${moved} off into ${number}, “${subject}”: ${reason}`, newId),
					noteOf(newId, member.name, `Split off ${ticket.number}, “${ticket.subject}”: ${reason}`, id),
					reportProblem(db, { kind: "ticket", subject: newId, about: null, dueAt }, now),
				),
			);
			return opened ? ok({ id: newId, number: opened.number }) : changedMeanwhile(session, id);
		},

		/** Open tickets by when they are due, others by their last change. With a text, in the order of what was found. */
		async list(session: StaffSession, { q, after, ...query }: TicketsQuery): Promise<Page<ListedTicket>> {
			const cursor = decodeCursor(after);
			if (q !== "") return toMatchPage(sortMatches(await repo.search(session, q, cursor, clock())));
			const rows = await repo.list(session, query, cursor, clock());
			const isOpen = query.list === "open" || query.list === "snoozed";
			return toPage(rows, ({ id, dueAt, updatedAt }) => [isOpen ? dueAt : updatedAt, id]);
		},

		/** Tickets whose number starts with the text. */
		numbered: async (session: StaffSession, text: string): Promise<readonly ListedTicket[]> =>
			/^(?:T|ENQ)-[A-Z2-7-]*$/i.test(text) ? repo.numbered(session, text, clock()) : [],

		/** The tickets of one customer, newest first. */
		async ofCustomer(session: StaffSession, userId: string, after?: string): Promise<Page<ListedTicket>> {
			const rows = await repo.ofCustomer(session, userId, decodeCursor(after), clock());
			return toPage(rows, ({ createdAt, id }) => [createdAt, id]);
		},

		/** A ticket with a page of its messages and who may work on it. Null if there is no such ticket. */
		async find(session: StaffSession, id: string, after?: string) {
			const now = clock();
			const [ticket, messages, people, files, repliers, answer, note] = await Promise.all([
				repo.find(session, "tickets.view", id, now),
				repo.messages(session, id, decodeCursor(after), now),
				repo.people(session, now),
				ticketFiles.list(session, id),
				repo.repliers(session, id, now),
				repo.lastSent(session, id, "ticket.answered", now),
				repo.lastSent(session, id, "ticket.noted", now),
			]);
			if (!ticket) return null;
			const page = toPage(messages, (row) => [row.createdAt, row.id], messagesPerPage);
			return { ticket, messages: page, people, files, repliers, lastSent: { answer, note } };
		},

		/**
		 * Who else is writing an answer, and what has changed since the page was loaded. Null if there is no such ticket.
		 */
		async replying(session: StaffSession, id: string, { version, seen, typing = false }: Replying) {
			const now = clock();
			if (typing) await db.commit(repo.setReplying(session, id, now + replyingMs, now), now);
			const [ticket, last, repliers] = await Promise.all([
				repo.find(session, "tickets.reply", id, now),
				repo.lastMessage(session, id, now),
				repo.repliers(session, id, now),
			]);
			if (!ticket) return null;
			return { repliers, version: ticket.version, news: newsOf(ticket, version, seen === "" ? undefined : last, seen) };
		},

		/** Sends a file to a customer, who downloads it from the ticket. Conflict without an account. Does not change the ticket's status. */
		async addFile(
			{ session, member }: Agent,
			id: string,
			upload: IncomingFile | null,
		): Promise<Result<{ id: string }>> {
			const ticket = await repo.find(session, "tickets.reply", id, clock());
			if (!ticket) return fail("not_found", missing);
			if (ticket.mergedInto !== null) return wasMerged(ticket);
			if (ticket.userId === null)
				return fail(
					"conflict",
					"The sender has no account to download it from. Put a link to the file in your answer.",
				);
			const messageId = createId("tkm", clock());
			return ticketFiles.add(upload, { ticketId: id, messageId }, (name) => {
				const message = { by: member.name, body: fileMessage(name) };
				return change(
					entry(session, "tickets.reply", ticket, "ticket.file_sent", { file: name }),
					tickets.addMessage(
						{ id: messageId, ticketId: id, kind: "staff", author: message.by, body: message.body },
						clock(),
					),
					tellSender(ticket, { messageId, ...message }),
				);
			});
		},

		/** What a change of the queue does to the ticket. */
		fromQueue(session: StaffSession, id: string, what: "take" | "release" | { readonly until: number | null }): Change {
			const now = clock();
			if (what === "take") return repo.updateFromQueue(session, id, { assignee: ownStaffId(session, now) }, now);
			if (what === "release") return repo.updateFromQueue(session, id, { assignee: null }, now);
			return repo.updateFromQueue(session, id, { snoozedUntil: what.until }, now);
		},

		/** Does what a form of the ticket's page asks for. A message that is sent twice is stored once. */
		change(agent: Agent, id: string, form: DeskTicketForm): Saved {
			const { session, member } = agent;
			switch (form.intent) {
				case "answer":
					return answer(agent, id, form);
				case "note":
					return note(agent, id, form);
				case "assign":
					return assign(session, id, form.version, form.assignee);
				case "take":
					return assign(session, id, form.version, member.id);
				case "status":
					return setStatus(session, id, form);
				case "move":
					return move(session, id, form);
				case "tag":
					return tag(session, id, form);
				case "snooze":
					return snooze(session, id, form.version, snoozedUntil(form, clock()));
				case "delete-file":
					return deleteFile(agent, id, form);
				case "wake":
					return snooze(session, id, form.version, null);
			}
		},
	};
}

import { audit, type Change, type Committed, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { type CannedReplyRow, createCannedRepliesRepo } from "./canned-replies.repo.server";
import type {
	CannedRepliesQuery,
	CannedReplyInput,
	ChangeCannedReply,
	DeleteCannedReply,
} from "./canned-replies.schema";
import { fillIn, firstNameOf } from "./canned-reply";
import { departments } from "./ticket";
import { createTicketsDeskRepo } from "./tickets-desk.repo.server";

export type { CannedReplyRow };

export type CannedReplies = ReturnType<typeof createCannedReplies>;

const missing = "There is no such canned reply.";

/** The texts of a reply, for the audit log. */
const auditedText = ({ title, department, body }: CannedReplyInput) => ({
	title,
	department: department === null ? "all" : departments[department].label,
	body,
});

/** Texts for answers that staff use again and again. */
export function createCannedReplies({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const repo = createCannedRepliesRepo(db);
	const tickets = createTicketsDeskRepo(db);

	function saved({ state }: Committed, title: string): Result<null> {
		if (state === "duplicate") return failField("title", `There is a canned reply with the title “${title}” already.`);
		if (state === "ok") return ok(null);
		return fail(
			"conflict",
			"Someone changed or deleted this reply in the meantime. Compare the texts and send the form again.",
			{ code: "changed_meanwhile" },
		);
	}

	const recorded = (
		session: StaffSession,
		id: string,
		entry:
			| { readonly kind: "canned_reply.created"; readonly params: { readonly title: string } }
			| {
					readonly kind: "canned_reply.changed";
					readonly params: {
						readonly title: string;
						readonly before: ReturnType<typeof auditedText>;
						readonly after: ReturnType<typeof auditedText>;
					};
			  }
			| {
					readonly kind: "canned_reply.deleted";
					readonly params: { readonly title: string; readonly body: string };
					readonly reason: string;
			  },
	): Change => audit(session, "tickets.canned", { ...entry, subject: { type: "canned_reply", id } });

	return {
		/** By title, or those whose title or text contains a text. */
		async list(session: StaffSession, { after, ...query }: CannedRepliesQuery): Promise<Page<CannedReplyRow>> {
			const rows = await repo.list(session, query, decodeCursor(after), clock());
			return toPage(rows, ({ title, id }) => [title, id]);
		},

		/** The titles of all, for those who may answer. */
		choices: (session: StaffSession) => repo.choices(session, clock()),

		/** Undefined if there is no such reply. */
		find: (session: StaffSession, id: string) => repo.find(session, id, clock()),

		/** The text for an answer in a ticket, without the name of who answers. Null if there is no such reply or ticket. */
		async forTicket(session: StaffSession, ticketId: string, id: string): Promise<((agent: string) => string) | null> {
			const now = clock();
			const [reply, ticket] = await Promise.all([
				repo.find(session, id, now),
				tickets.find(session, "tickets.reply", ticketId, now),
			]);
			if (!reply || !ticket) return null;
			const { firstName, name, number, subject } = ticket;
			const values = { first_name: firstNameOf(firstName, name), ticket: number, subject };
			return (agent) => fillIn(reply.body, { ...values, agent });
		},

		async create(session: StaffSession, input: CannedReplyInput): Promise<Result<null>> {
			const now = clock();
			const id = createId("can", now);
			const created = change(
				recorded(session, id, { kind: "canned_reply.created", params: { title: input.title } }),
				repo.add({ id, ...input, createdAt: now, updatedAt: now }),
			);
			return saved(await db.commit(created, now), input.title);
		},

		/** Fails with `changed_meanwhile` if someone has changed it since the form was loaded. */
		async change(session: StaffSession, id: string, { version, ...input }: ChangeCannedReply): Promise<Result<null>> {
			const now = clock();
			const before = await repo.find(session, id, now);
			if (!before) return fail("not_found", missing);
			const texts = { title: before.title, before: auditedText(before), after: auditedText(input) };
			const changed = change(
				recorded(session, id, { kind: "canned_reply.changed", params: texts }),
				// Later than the version, also within the same millisecond.
				repo.change(id, version, { ...input, updatedAt: Math.max(now, version + 1) }),
			);
			return saved(await db.commit(changed, now), input.title);
		},

		/** The same. Answers that were made from it stay as they are. */
		async remove(session: StaffSession, id: string, { version, reason }: DeleteCannedReply): Promise<Result<null>> {
			const now = clock();
			const before = await repo.find(session, id, now);
			if (!before) return fail("not_found", missing);
			const { title, body } = before;
			const removed = change(
				recorded(session, id, { kind: "canned_reply.deleted", params: { title, body }, reason }),
				repo.remove(id, version),
			);
			return saved(await db.commit(removed, now), title);
		},
	};
}

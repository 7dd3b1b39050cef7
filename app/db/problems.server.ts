import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { keyOf, mayWaitMs, type ProblemKind } from "~/features/problems/problem";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import type { EventPayload } from "~/registry";
import { type Change, change, emit, write } from "./change.server";
import type { Database } from "./client.server";
import { insertSelect } from "./insert-select";
import { problems } from "./schema";
import { ownStaffId } from "./staff-access";

interface Reported {
	readonly kind: ProblemKind;
	/** The id or name that the kind stands for. */
	readonly subject: string;
	/** The row that shows whether the cause still exists. Default: the subject. */
	readonly causeId?: string;
	/** What the email to staff is about. Null if it needs none, or its feature sends one. */
	readonly about: EventPayload<"mail.staff-task"> | null;
	/** What the outside service answered, or what else explains the problem. */
	readonly answer?: string | null;
	/** By when someone should deal with it, if its kind has no fixed time (ms). */
	readonly dueAt?: number;
}

/** After that long, a problem that is reported again gets another email. */
export const remindAfterMs = DAY;

/**
 * Reports a problem that needs a person, which may be open already. Staff get one email when it begins, and another one if
 * it is reported again after it was resolved, or a day after the last email.
 */
export function reportProblem(
	{ orm }: Pick<Database, "orm">,
	{ kind, subject, causeId = subject, about, answer = null, dueAt }: Reported,
	now: number,
): Change {
	const key = keyOf({ kind, subject });
	const isNew = sql`${problems.resolvedAt} is not null`;
	const mustEmail = sql`${isNew} or ${problems.emailedAt} <= ${now - remindAfterMs}`;
	const before = (column: SQLiteColumn) => sql`case when ${isNew} then null else ${column} end`;
	const cleared = {
		resolvedBy: null,
		takenBy: before(problems.takenBy),
		takenAt: before(problems.takenAt),
		snoozedUntil: before(problems.snoozedUntil),
		version: sql`case when ${isNew} then ${problems.version} + 1 else ${problems.version} end`,
	};
	const row = orm
		.insert(problems)
		.values({
			key,
			kind,
			subject,
			causeId,
			answer,
			since: now,
			lastSeenAt: now,
			dueAt: dueAt ?? now + mayWaitMs[kind],
			count: 1,
			emailedAt: now,
		})
		.onConflictDoUpdate({
			target: problems.key,
			set: {
				since: sql`case when ${isNew} then excluded.since else ${problems.since} end`,
				lastSeenAt: now,
				dueAt: sql`case when ${isNew} then excluded.due_at else ${problems.dueAt} end`,
				causeId,
				answer,
				count: sql`case when ${isNew} then 1 else ${problems.count} + 1 end`,
				emailedAt: sql`case when ${mustEmail} then excluded.emailed_at else ${problems.emailedAt} end`,
				resolvedAt: null,
				...cleared,
			},
		});
	const once = sql<string>`${`${key}:`} || (select ${problems.emailedAt} from ${problems} where ${problems.key} = ${key})`;
	return change(write(row), about && emit({ kind: "mail.staff-task", payload: about, once }));
}

interface NewProblems {
	readonly kind: ProblemKind;
	readonly subject: SQLWrapper;
	readonly dueAt: SQLWrapper;
	/** As of `reportProblem`. */
	readonly answer?: SQL;
}

/**
 * Reports each row of a query that was never reported before, also if someone has ended its problem. No emails.
 * @param rows `from … where …`
 */
export const reportNew = (
	db: Pick<Database, "orm">,
	{ kind, subject, dueAt, answer }: NewProblems,
	rows: SQL,
	now: number,
): Change => {
	const key = sql`${`${kind}:`} || ${subject}`;
	const row = { key, kind, subject: sql`${subject}`, causeId: sql`${subject}`, dueAt: sql`${dueAt}`, answer };
	const times = { since: now, lastSeenAt: now, emailedAt: now, count: 1 };
	return write(insertSelect(db, problems, { ...row, ...times }, rows).onConflictDoNothing());
};

/** Ends a problem whose cause is gone. Changes nothing if it is not open. @param by who ended it at the desk */
export const resolveProblem = (
	{ orm }: Pick<Database, "orm">,
	problem: Pick<Reported, "kind" | "subject">,
	now: number,
	by?: StaffSession,
): Change =>
	write(
		orm
			.update(problems)
			.set({ resolvedAt: now, ...(by && { resolvedBy: ownStaffId(by, now), version: sql`${problems.version} + 1` }) })
			.where(and(eq(problems.key, keyOf(problem)), isNull(problems.resolvedAt))),
	);

/** Who works on an open problem, and until when it is snoozed, if its feature keeps both, too. */
export const changeOpenProblem = (
	{ orm }: Pick<Database, "orm">,
	problem: Pick<Reported, "kind" | "subject">,
	fields: {
		readonly takenBy?: string | null;
		readonly takenAt?: number | null;
		readonly snoozedUntil?: number | null;
		readonly dueAt?: number;
	},
): Change =>
	write(
		orm
			.update(problems)
			.set({ ...fields, version: sql`${problems.version} + 1` })
			.where(and(eq(problems.key, keyOf(problem)), isNull(problems.resolvedAt))),
	);

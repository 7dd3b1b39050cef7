import { and, eq, inArray, sql } from "drizzle-orm";
import type { Clock } from "~/lib/clock";
import { DAY, MINUTE } from "~/lib/durations";
import { kenyanDate, kenyanDay, kenyanTime } from "~/lib/kenyan-day";
import { timeBudget } from "~/lib/time-budget";
import { type Change, change, emitAll, write } from "./change.server";
import type { Database } from "./client.server";
import { queuePages } from "./due-items.server";
import { insertSelect } from "./insert-select";
import { reminders } from "./schema";

export type ReminderKind = "contacts" | "domain" | "invoice" | "plan" | "project" | "registrant";

/** Something that a customer is reminded of once. */
export interface Reminder {
	readonly kind: ReminderKind;
	readonly userId: string;
	/** Of the domain, plan, invoice or project. */
	readonly subjectId: string;
	/** The time that made it due, such as seven days before the expiry (ms). */
	readonly stage: number;
}

/** Hour in Kenya at which the reminders of a day are sent. Both daily searches for what is due are over by then. */
const emailHour = 9;

/** How long before that hour the last reminders are added, so that no write of them comes after the email. */
const closingMs = 5 * MINUTE;

/** The next email with reminders: its day in Kenya, when it is sent, and the end of that day (ms). */
export function nextReminderEmail(now: number): { readonly day: string; readonly at: number; readonly until: number } {
	const today = kenyanTime(kenyanDate(now), emailHour);
	const at = now < today - closingMs ? today : today + DAY;
	return { day: kenyanDate(at), at, until: kenyanDay(at).to };
}

/** Where to find what customers have to be reminded of. */
export interface ReminderSource<Row> {
	readonly kind: ReminderKind;
	/** Up to `limit` rows after this one, in the order of an index. Fewer are the last page. */
	page(after: Row | null, limit: number): Promise<readonly Row[]>;
	/** Null if nothing is due. */
	reminder(row: Row): Omit<Reminder, "kind"> | null;
	/** Committed together with the reminders of these rows. */
	also?(rows: readonly Row[]): Change;
}

/**
 * Adds what is due to its customer's next email, each stage once. Continues where an earlier run was cut off, because it
 * skips what is stored. Returns the number of new reminders.
 */
export function queueReminders<Row>(
	{ db, clock, isOver = timeBudget() }: { db: Database; clock: Clock; isOver?: () => boolean },
	sources: readonly ReminderSource<Row>[],
): Promise<number> {
	return queuePages<Row, ReminderSource<Row>>(sources, { isOver }, async ({ kind, reminder, also }, rows) => {
		const due = rows.flatMap((row) => {
			const found = reminder(row);
			return found ? [{ row, reminder: { kind, ...found } }] : [];
		});
		if (due.length === 0) return 0;
		const known = await knownStages(
			db,
			kind,
			due.map(({ reminder: { subjectId } }) => subjectId),
		);
		const fresh = due.filter(({ reminder: { subjectId, stage } }) => !known.has(`${subjectId}:${stage}`));
		if (fresh.length === 0) return 0;
		const now = clock();
		const items = fresh.map((one) => one.reminder);
		await db.commit(change(remindAll(db, items, now), also?.(fresh.map(({ row }) => row))), now);
		return fresh.length;
	});
}

async function knownStages(db: Database, kind: ReminderKind, subjectIds: readonly string[]): Promise<Set<string>> {
	const ids = sql`(select value from json_each(${JSON.stringify(subjectIds)}))`;
	const rows = await db.read(
		db.orm
			.select({ subjectId: reminders.subjectId, stage: reminders.stage })
			.from(reminders)
			.where(and(inArray(reminders.subjectId, ids), eq(reminders.kind, kind))),
	);
	return new Set(rows.map(({ subjectId, stage }) => `${subjectId}:${stage}`));
}

/** Adds one thing to its customer's next email, unless this stage was added before. */
export const remind = (db: Pick<Database, "orm">, reminder: Reminder, now: number): Change =>
	remindAll(db, [reminder], now);

function remindAll(db: Pick<Database, "orm">, items: readonly Reminder[], now: number): Change {
	const { day } = nextReminderEmail(now);
	const field = (name: keyof Reminder) => sql`json_each.value ->> ${`$.${name}`}`;
	const row = {
		userId: field("userId"),
		day,
		kind: field("kind"),
		subjectId: field("subjectId"),
		stage: field("stage"),
		createdAt: now,
	};
	const rows = insertSelect(db, reminders, row, sql`from json_each(${JSON.stringify(items)}) where true`);
	const customers = [...new Set(items.map(({ userId }) => userId))];
	return change(write(rows.onConflictDoNothing()), reminderEmails(customers, now));
}

/** The next email with reminders of each of these customers. */
function reminderEmails(customers: readonly string[], now: number): Change {
	const { day, at } = nextReminderEmail(now);
	return emitAll(
		"mail.reminders",
		customers.map((userId) => ({ payload: { userId, day }, userId, once: `${userId}:${day}`, delayMs: at - now })),
	);
}

/** Moves the reminders of an email that was not sent on its day to the next one. */
export function moveReminders(
	{ orm }: Pick<Database, "orm">,
	{ userId, day }: { readonly userId: string; readonly day: string },
	now: number,
): Change {
	const next = nextReminderEmail(now).day;
	const moved = orm
		.update(reminders)
		.set({ day: next })
		.where(and(eq(reminders.userId, userId), eq(reminders.day, day)));
	return change(write(moved), reminderEmails([userId], now));
}

import { and, eq, gt, is, SQL, sql } from "drizzle-orm";
import type { Actor } from "~/features/activity/actor";
import type { Preferences } from "~/features/notifications/preferences";
import type { Permission } from "~/features/staff/permissions";
import type { StaffActor, StoredActor } from "~/features/staff/staff";
import { actingRoleOf } from "~/lib/acting";
import { createId } from "~/lib/ids";
import { currentRequestId } from "~/lib/log.server";
import type {
	ActivityKindName,
	ActivityParams,
	AuditKindName,
	AuditParams,
	EventKind,
	EventPayload,
	NotificationKindName,
	NotificationParams,
} from "~/registry";
import type { Database, Statement } from "./client.server";
import { insertSelect } from "./insert-select";
import { type Owner, ownedBy } from "./owner";
import { activityLog, auditLog, notifications, outbox, sessions, staff as staffTable, users } from "./schema";
import { memberNameAndEmail } from "./session-member";
import { staffSignedIn } from "./staff-access";

/** Parameters of a log entry or a notification. An SQL expression for a value that only the database knows. */
type Values<Params> = { readonly [K in keyof Params]: Params[K] | SQL };

/** An entry of a customer's activity log. */
export type ActivityEntry = {
	[K in ActivityKindName]: {
		readonly kind: K;
		readonly actor: Actor;
		readonly params: Values<ActivityParams<K>>;
		/** Whose log. If the owner is no longer signed in, the whole change fails. */
		readonly owner: Owner;
		/** The id of the domain, plan, invoice … */
		readonly subjectId?: string;
	};
}[ActivityKindName];

/** Who made a change that is not made in a session of the desk: someone who is signing in, or the command line. */
export interface AuditAuthor extends Omit<StoredActor, "staffId"> {
	/** Null for the command line. */
	readonly staffId: string | null;
}

/** An entry of the audit log. */
export type AuditEntry = {
	[K in AuditKindName]: {
		readonly kind: K;
		/** What was changed: `invoice` and its id. */
		readonly subject: { readonly type: string; readonly id: string | SQL };
		/** The customer whose data it is about. */
		readonly customerId?: string | SQL | null;
		readonly params: Values<AuditParams<K>>;
		/** Required by forms whose change can't be undone. */
		readonly reason?: string;
	};
}[AuditKindName];

/** A message in a customer's notification list. */
export type Notification = {
	[K in NotificationKindName]: {
		readonly kind: K;
		readonly userId: string | SQL;
		readonly params: Values<NotificationParams<K>>;
		/** Deduplication key: only the first notification of this kind and key is stored. */
		readonly once: string | SQL;
		/** The project it is about. Opening the project marks it as read. */
		readonly projectId?: string | SQL;
		/** The post that it is about. */
		readonly postId?: string;
		/** An additional condition; false leaves the notification out. */
		readonly when?: SQL;
		/** The preference that must be on. Without it the customer always gets the notification. */
		readonly wantedBy?: keyof Preferences;
	};
}[NotificationKindName];

/** Email to send or work to do after the commit. */
export type OutboxEvent = {
	[K in EventKind]: {
		readonly kind: K;
		/** Ids and plain facts, never a secret. */
		readonly payload: EventPayload<K>;
		readonly userId?: string | undefined;
		/** Deduplication key: only the first event of this kind and key is stored. */
		readonly once?: string | SQL;
		/** Milliseconds to wait before the first attempt. */
		readonly delayMs?: number;
		/** Ends waiting events of this kind with the same payload: handling this one does their work too. */
		readonly replacesWaiting?: boolean;
	};
}[EventKind];

/** One of many events of the same kind. */
export interface EventItem<K extends EventKind> {
	readonly payload: EventPayload<K>;
	readonly userId?: string;
	/** Deduplication key: only the first event of this kind and key is stored. */
	readonly once: string;
	/** Milliseconds to wait before the first attempt. */
	readonly delayMs?: number;
}

/** One of many notifications of the same kind. */
export interface NotificationItem<K extends NotificationKindName> {
	readonly userId: string;
	readonly params: NotificationParams<K>;
	/** Deduplication key: only the first notification of this kind and key is stored. */
	readonly once: string;
	/** The project it is about. Opening the project marks it as read. */
	readonly projectId?: string;
}

/** A unique index whose violation is an expected result, as SQLite names its columns. */
export type UniqueKey =
	| "account_members.email"
	| "account_members.member_id"
	| "approvals.permission"
	| "bank_bookings.account"
	| "bank_bookings.receipt"
	| "billing_emails.email"
	| "bulk_actions.id"
	| "canned_replies.title"
	| "catalog_versions.number"
	| "domain_pushes.domain_id"
	| "help_articles.id"
	| "help_articles.slug"
	| "help_versions.number"
	| "domains.name"
	| "ledger_entries.id"
	| "ledger_entries.receipt"
	| "order_lines.renewed_expiry"
	| "orders.idempotency_key"
	| "passkeys.id"
	| "payments.invoice_id"
	| "promo_codes.code"
	| "payments.receipt"
	| "sandbox_operations.op_id"
	| "sandbox_registry.name"
	| "server_accounts.server"
	| "staff.email"
	| "staff_passkeys.id"
	| "staff_token_uses.token_hash"
	| "ticket_files.id"
	| "ticket_messages.id"
	| "proposals.id"
	| "tickets.id"
	| "tickets.number"
	| "token_uses.token_hash"
	| "users.email"
	| "zone_moves.domain_id";

type Part =
	| { readonly type: "write"; readonly statement: Statement; readonly mustChange: boolean }
	| { readonly type: "unique"; readonly key: UniqueKey }
	| { readonly type: "log"; readonly entry: ActivityEntry }
	| {
			readonly type: "audit";
			readonly entry: AuditEntry;
			readonly author: AuditAuthor | { readonly staff: StaffActor; readonly permission: Permission | null };
	  }
	| { readonly type: "notify"; readonly notification: Notification }
	| { readonly type: "emit"; readonly event: OutboxEvent }
	| { readonly type: "emit-all"; readonly kind: EventKind; readonly items: readonly EventItem<EventKind>[] }
	| {
			readonly type: "notify-all";
			readonly kind: NotificationKindName;
			readonly items: readonly NotificationItem<NotificationKindName>[];
	  };

/**
 * Everything that one use-case changes: rows, log entries, notifications, emails, jobs. Build it with the functions
 * below, combine with `change`, and pass it to `Database.commit`, which writes all of it or nothing.
 */
export interface Change {
	/** In the order in which they are written. */
	readonly parts: readonly Part[];
}

/**
 * Result of a commit. `stale`: a guarded statement found its row changed, so nothing was written.
 * `duplicate`: a row with the same unique key exists, so nothing was written.
 */
export type Committed =
	| { readonly state: "ok" }
	| { readonly state: "stale" }
	| { readonly state: "duplicate"; readonly key: UniqueKey };

/** The customers of whom a change speaks by their id. Events and notifications of many customers read theirs again. */
export const customersIn = ({ parts }: Change): readonly string[] => [
	...new Set(
		parts.flatMap((part) => {
			const userId =
				part.type === "log" && "userId" in part.entry.owner
					? part.entry.owner.userId
					: part.type === "notify"
						? part.notification.userId
						: part.type === "emit"
							? part.event.userId
							: undefined;
			return typeof userId === "string" ? [userId] : [];
		}),
	),
];

/** Whether someone at the desk makes the change. */
export const isByStaff = ({ parts }: Change): boolean => parts.some(({ type }) => type === "audit");

/** Combines changes in the given order. Leaves out what is null, undefined or false. */
export const change = (...changes: readonly (Change | null | undefined | false)[]): Change => ({
	parts: changes.flatMap((one) => (one ? one.parts : [])),
});

/** Statements without a condition on how many rows they change. For repositories. */
export const write = (...statements: readonly Statement[]): Change => ({
	parts: statements.map((statement) => ({ type: "write", statement, mustChange: false })),
});

/** A statement that must change a row, or the whole commit is `stale`. For repositories. */
export const guarded = (statement: Statement): Change => ({
	parts: [{ type: "write", statement, mustChange: true }],
});

/** Statements that may violate one of these unique keys. The commit is then a `duplicate`, not an error. */
export const unique = (keys: UniqueKey | readonly UniqueKey[], inserted: Change): Change => ({
	parts: [...[keys].flat().map((key) => ({ type: "unique", key }) as const), ...inserted.parts],
});

/** Adds an entry to the owner's activity log. */
export const log = (entry: ActivityEntry): Change => ({ parts: [{ type: "log", entry }] });

/**
 * Adds an entry to the audit log and makes the whole commit stale unless the session, or the person whose stored work it
 * is, may do this. Put it before the changes: some of them end the session.
 * @param permission null if everyone at the desk may do it, because it only concerns their own account
 */
export const audit = (staff: StaffActor, permission: Permission | null, entry: AuditEntry): Change => ({
	parts: [{ type: "audit", entry, author: { staff, permission } }],
});

/** Adds an entry to the audit log for a change outside a session of the desk. */
export const auditBy = (author: AuditAuthor, entry: AuditEntry): Change => ({
	parts: [{ type: "audit", entry, author }],
});

/** Adds a notification. */
export const notify = (notification: Notification): Change => ({ parts: [{ type: "notify", notification }] });

/** Sends an email or starts work after the commit. */
export const emit = (event: OutboxEvent): Change => ({ parts: [{ type: "emit", event }] });

/** Emits many events in one statement. */
export const emitAll = <K extends EventKind>(kind: K, items: readonly EventItem<K>[]): Change => ({
	parts: [{ type: "emit-all", kind, items }],
});

/** Emits a scheduled item now, also if one with its key waits or was handled before. The handler must tolerate both. */
export const emitAgain = <K extends EventKind>(kind: K, { payload, once }: EventItem<K>, now: number): Change =>
	emitAll(kind, [
		{ payload, once },
		{ payload, once: `${once}:${now}` },
	]);

/** Adds many notifications in one statement. */
export const notifyAll = <K extends NotificationKindName>(kind: K, items: readonly NotificationItem<K>[]): Change => ({
	parts: [{ type: "notify-all", kind, items }],
});

/** What `batchOf` needs of a database. */
interface Batcher extends Pick<Database, "orm"> {
	/** Of the request. Null for work of crons and queues. */
	readonly sessionHash: string | null;
	/** Undoes the batch unless the statement before it changed a row. */
	mustChange(): Statement;
}

interface Batch {
	readonly statements: readonly Statement[];
	/** Ids of the outbox rows that the statements insert. */
	readonly eventIds: readonly string[];
	readonly uniqueKeys: readonly UniqueKey[];
}

/** The statements of a change in order. `now` in ms. */
export function batchOf({ parts }: Change, db: Batcher, now: number): Batch {
	const statements: Statement[] = [];
	const eventIds: string[] = [];
	const uniqueKeys: UniqueKey[] = [];
	for (const part of parts) {
		switch (part.type) {
			case "write":
				statements.push(part.statement, ...(part.mustChange ? [db.mustChange()] : []));
				break;
			case "unique":
				uniqueKeys.push(part.key);
				break;
			case "log":
				statements.push(logStatement(db, part.entry, now));
				// The customer's log does not name the person, so the audit log has to.
				if (actingSession(part.entry.owner)) statements.push(actedStatement(db, part.entry, now), db.mustChange());
				break;
			case "audit":
				statements.push(auditStatement(db, part, now), db.mustChange());
				break;
			case "notify":
				statements.push(notificationStatement(db, part.notification, now));
				break;
			case "emit": {
				const id = createId("out", now);
				eventIds.push(id);
				statements.push(
					...(part.event.replacesWaiting ? [endWaitingStatement(db, part.event, now)] : []),
					eventStatement(db, id, part.event, now),
				);
				break;
			}
			case "emit-all": {
				const rows = part.items.map((item) => ({ id: createId("out", now), ...item }));
				eventIds.push(...rows.map(({ id }) => id));
				statements.push(eventsStatement(db, part.kind, rows, now));
				break;
			}
			case "notify-all":
				statements.push(notificationsStatement(db, part.kind, part.items, now));
				break;
		}
	}
	return { statements, eventIds, uniqueKeys };
}

type Orm = Pick<Database, "orm">;

/** The hash of a session in which someone at the desk is signed in as the customer. Null for any other owner. */
const actingSession = (owner: Owner): string | null =>
	"sessionHash" in owner && actingRoleOf(owner.sessionHash) === "staff" ? owner.sessionHash : null;

/**
 * Who an entry says did it. In the request of a member, that is the member, also where a use-case names only the account.
 * Their name is kept, because they may have no access any more when it is read.
 */
function actorOf({ sessionHash }: Batcher, owner: Owner, actor: Actor) {
	if (actingSession(owner)) return { actor: "staff" as const };
	const session = "sessionHash" in owner ? owner.sessionHash : actor === "customer" ? sessionHash : null;
	if (session === null || actingRoleOf(session) === null) return { actor };
	const ofAccount = and(
		eq(sessions.tokenHash, session),
		"userId" in owner ? eq(sessions.userId, owner.userId) : undefined,
	);
	const actorName = memberNameAndEmail(ofAccount);
	// The access may have ended since the request began.
	const ended = sql`not exists (select 1 from ${sessions} where ${eq(sessions.tokenHash, session)})`;
	return { actor: sql<Actor>`iif(${actorName} is not null or ${ended}, 'member', ${actor})`, actorName };
}

/** The entry of the audit log about what someone at the desk did as the customer. */
function actedStatement(db: Orm, { owner, kind: activity, params }: ActivityEntry, now: number) {
	const valid = and(
		eq(sessions.tokenHash, actingSession(owner) ?? ""),
		gt(sessions.expiresAt, now),
		eq(staffTable.status, "active"),
	);
	return insertSelect(
		db,
		auditLog,
		{
			id: createId("aud"),
			at: now,
			staffId: sql`${staffTable.id}`,
			staffName: sql`${staffTable.name}`,
			kind: "customer.acted",
			subjectType: "customer",
			subjectId: sql`${sessions.userId}`,
			customerId: sql`${sessions.userId}`,
			params: sql`json_object('activity', ${activity}, 'details', json(${jsonOf(params)}))`,
			requestId: currentRequestId() ?? "",
			place: sql`${sessions.place}`,
		},
		sql`from ${sessions} join ${staffTable} on ${staffTable.id} = ${sessions.staffId} where ${valid}`,
	);
}

const logStatement = (db: Batcher, { owner, actor, kind, params, subjectId }: ActivityEntry, now: number) =>
	db.orm.insert(activityLog).values({
		id: createId("act", now),
		userId: sql<string>`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`,
		...actorOf(db, owner, actor),
		kind,
		params: jsonOf(params),
		subjectId: subjectId ?? null,
		createdAt: now,
	});

function auditStatement(db: Orm, { entry, author }: Extract<Part, { type: "audit" }>, now: number) {
	const { kind, subject, customerId = null, params, reason = null } = entry;
	const { requestId, place } = "staff" in author ? author.staff : author;
	const row = {
		id: createId("aud", now),
		at: now,
		kind,
		subjectType: subject.type,
		subjectId: subject.id,
		customerId,
		params: jsonOf(params),
		reason,
		requestId,
		place,
	};
	if (!("staff" in author) && author.staffId === null)
		return insertSelect(db, auditLog, { ...row, staffName: "Command line" }, sql`where true`);
	const from =
		"staff" in author
			? staffSignedIn(author.staff, author.permission, now)
			: sql`from ${staffTable} where ${eq(staffTable.id, author.staffId ?? "")}`;
	return insertSelect(
		db,
		auditLog,
		{ ...row, staffId: sql`${staffTable.id}`, staffName: sql`${staffTable.name}` },
		from,
	);
}

function notificationStatement(db: Orm, notification: Notification, now: number) {
	const { userId, kind, params, once, projectId, postId, when = sql`1`, wantedBy } = notification;
	const wanted = wantedBy ? wantsNotification(wantedBy) : sql`1`;
	const row = {
		id: createId("ntf", now),
		userId: sql`${users.id}`,
		kind,
		params: jsonOf(params),
		projectId,
		postId,
		dedupeKey: sql`${`${kind}:`} || ${once}`,
		createdAt: now,
	};
	const recipient = sql`from ${users} where ${users.id} = ${userId} and ${wanted} and ${when}`;
	return insertSelect(db, notifications, row, recipient).onConflictDoNothing();
}

const eventStatement = (
	{ orm }: Orm,
	id: string,
	{ kind, payload, userId, once, delayMs = 0 }: OutboxEvent,
	now: number,
) =>
	orm
		.insert(outbox)
		.values({
			id,
			kind,
			payload,
			userId: userId ?? null,
			dedupeKey:
				once === undefined ? null : typeof once === "string" ? `${kind}:${once}` : sql`${`${kind}:`} || ${once}`,
			nextAt: now + delayMs,
			requestId: currentRequestId(),
			createdAt: now,
		})
		.onConflictDoNothing({ target: outbox.dedupeKey });

/** A field of the rows that a statement reads from JSON. */
const jsonField = (name: string) => sql`json_each.value ->> ${`$.${name}`}`;

/** A field that is an object, as JSON. */
const jsonObject = (name: string) => sql`json_each.value -> ${`$.${name}`}`;

const eventsStatement = (
	db: Orm,
	kind: EventKind,
	rows: readonly (EventItem<EventKind> & { readonly id: string })[],
	now: number,
) =>
	insertSelect(
		db,
		outbox,
		{
			id: jsonField("id"),
			kind,
			payload: jsonObject("payload"),
			userId: jsonField("userId"),
			dedupeKey: sql`${`${kind}:`} || (${jsonField("once")})`,
			nextAt: sql`${now} + coalesce(${jsonField("delayMs")}, 0)`,
			requestId: currentRequestId(),
			createdAt: now,
		},
		sql`from json_each(${JSON.stringify(rows)}) where true`,
	).onConflictDoNothing({ target: outbox.dedupeKey });

const notificationsStatement = (
	db: Orm,
	kind: NotificationKindName,
	items: readonly NotificationItem<NotificationKindName>[],
	now: number,
) =>
	insertSelect(
		db,
		notifications,
		{
			id: jsonField("id"),
			userId: jsonField("userId"),
			kind,
			params: jsonObject("params"),
			projectId: jsonField("projectId"),
			dedupeKey: sql`${`${kind}:`} || (${jsonField("once")})`,
			createdAt: now,
		},
		sql`from json_each(${JSON.stringify(items.map((item) => ({ id: createId("ntf", now), ...item })))}) where true`,
	).onConflictDoNothing();

const endWaitingStatement = ({ orm }: Orm, { kind, payload, userId }: OutboxEvent, now: number) =>
	orm
		.update(outbox)
		.set({ state: "sent", sentAt: now, lastError: "Replaced by a newer event" })
		.where(
			and(
				userId === undefined ? undefined : eq(outbox.userId, userId),
				eq(outbox.kind, kind),
				eq(outbox.state, "new"),
				eq(outbox.payload, payload),
			),
		);

/** Ends the dead letters with a payload, because what they were about has ended. `reason`: for staff. */
export const endDeadEvents = <K extends EventKind>(
	{ orm }: Pick<Database, "orm">,
	{ kind, payload }: { readonly kind: K; readonly payload: EventPayload<K> },
	reason: string,
	now: number,
): Change =>
	write(
		orm
			.update(outbox)
			.set({ state: "sent", sentAt: now, lastError: reason })
			.where(
				and(
					// The range makes SQLite use the index with the time.
					...[eq(outbox.state, "dead"), gt(outbox.nextAt, 0), eq(outbox.kind, kind)],
					eq(outbox.payload, payload),
				),
			),
	);

/** Condition on a row of `users`: the customer has not switched this kind of notification off. */
export const wantsNotification = (preference: keyof Preferences): SQL =>
	sql`coalesce(json_extract(${users.preferences}, ${`$.${preference}`}), 1)`;

/** A JSON object whose values may be expressions. */
function jsonOf(params: Readonly<Record<string, unknown>>): SQL<Record<string, unknown>> {
	const entries = Object.entries(params).filter(([, value]) => value !== undefined);
	if (!entries.some(([, value]) => is(value, SQL))) return sql`${JSON.stringify(Object.fromEntries(entries))}`;
	const pairs = entries.map(
		([key, value]) => sql`${key}, ${is(value, SQL) ? value : sql`json(${JSON.stringify(value)})`}`,
	);
	return sql`json_object(${sql.join(pairs, sql`, `)})`;
}

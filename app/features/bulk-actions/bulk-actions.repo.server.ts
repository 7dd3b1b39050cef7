import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { keyset } from "~/db/keyset";
import { bulkActions, bulkRows, domains, hostingPlans, staff, staffRoles, users } from "~/db/schema";
import { staffMay, staffSignedIn } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";
import type { BulkInput, BulkRowState, BulkSubject, PreviewedRow, ServiceChange } from "./bulk-action";

interface NewBulkAction {
	readonly id: string;
	readonly subject: BulkSubject;
	readonly change: ServiceChange;
	readonly input: BulkInput;
	readonly retryOf: string | null;
	readonly rows: readonly PreviewedRow[];
}

/** The key of a row's event in the outbox, without its kind. */
export const rowKey = ({ bulkId, position }: { readonly bulkId: string; readonly position: number }): string =>
	`${bulkId}:${position}`;

/** Rows of one statement. It then takes about 20 ms. */
const rowsPerStatement = 1_000;

const field = (name: string) => sql`json_each.value ->> ${`$.${name}`}`;

/** Bulk actions and their rows. What the desk reads has `staffMay`. The rest is for the queue's consumer. */
export function createBulkActionsRepo(db: Database) {
	const { orm } = db;

	const mayView = (session: StaffSession, now: number) => staffMay(session, "services.view", now);

	const count = (state: BulkRowState) =>
		sql<number>`(select count(*) from ${bulkRows} where ${bulkRows.bulkId} = ${bulkActions.id} and ${bulkRows.state} = ${state})`.as(
			`${state}_rows`,
		);

	const listed = {
		id: bulkActions.id,
		subject: bulkActions.subject,
		change: bulkActions.change,
		staffName: bulkActions.staffName,
		createdAt: bulkActions.createdAt,
		waiting: count("waiting"),
		done: count("done"),
		refused: count("refused"),
		failed: count("failed"),
	};

	/** A row whose result is open. A failed one is tried again when staff deliver its event again. */
	const unsettled = (bulkId: string, position: number): SQL | undefined =>
		and(eq(bulkRows.bulkId, bulkId), eq(bulkRows.position, position), inArray(bulkRows.state, ["waiting", "failed"]));

	return {
		/** Duplicate if it was stored before. */
		add(session: StaffSession, permission: Permission, { rows, ...action }: NewBulkAction, now: number): Change {
			const { place, requestId } = session;
			const values = {
				...{ ...action, place, requestId, createdAt: now },
				...{ staffId: sql`${staff.id}`, staffName: sql`${staff.name}` },
			};
			const stored = rows.map(({ id: subjectId, name, version, refusal }, position) => ({
				...{ position, subjectId, name, version, message: refusal },
				state: refusal === null ? "waiting" : "refused",
			}));
			const slices = Array.from({ length: Math.ceil(stored.length / rowsPerStatement) }, (_, index) =>
				stored.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
			);
			return unique(
				"bulk_actions.id",
				write(
					insertSelect(db, bulkActions, values, staffSignedIn(session, permission, now)),
					...slices.map((slice) =>
						insertSelect(
							db,
							bulkRows,
							{
								bulkId: action.id,
								position: field("position"),
								subjectId: field("subjectId"),
								name: field("name"),
								version: field("version"),
								state: field("state"),
								message: field("message"),
							},
							sql`from json_each(${JSON.stringify(slice)}) where true`,
						),
					),
				),
			);
		},

		list(session: StaffSession, after: Cursor | null, now: number) {
			const page = keyset(bulkActions.createdAt, bulkActions.id, "desc", after);
			return db.read(
				orm
					.select(listed)
					.from(bulkActions)
					.where(and(mayView(session, now), page.where))
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		async find(session: StaffSession, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({ ...listed, input: bulkActions.input, retryOf: bulkActions.retryOf })
					.from(bulkActions)
					.where(and(mayView(session, now), eq(bulkActions.id, id))),
			);
			return found;
		},

		/** Bulk actions that tried this one's rows again. */
		retries: (session: StaffSession, id: string, now: number) =>
			db.read(
				orm
					.select({ id: bulkActions.id, staffName: bulkActions.staffName, createdAt: bulkActions.createdAt })
					.from(bulkActions)
					.where(and(mayView(session, now), eq(bulkActions.retryOf, id)))
					.orderBy(asc(bulkActions.createdAt)),
			),

		/** A page of rows with the customers who have them now. `after`: the position of the last row before. */
		rows(session: StaffSession, id: string, state: BulkRowState | undefined, after: number, now: number) {
			return db.read(
				orm
					.select({
						position: bulkRows.position,
						subjectId: bulkRows.subjectId,
						name: bulkRows.name,
						state: bulkRows.state,
						message: bulkRows.message,
						customerId: sql<string | null>`${users.id}`.as("customer_id"),
						firstName: users.firstName,
						lastName: users.lastName,
						email: users.email,
					})
					.from(bulkRows)
					.leftJoin(domains, eq(domains.id, bulkRows.subjectId))
					.leftJoin(hostingPlans, eq(hostingPlans.id, bulkRows.subjectId))
					.leftJoin(users, eq(users.id, sql`coalesce(${domains.userId}, ${hostingPlans.userId})`))
					.where(
						and(
							mayView(session, now),
							eq(bulkRows.bulkId, id),
							state === undefined ? undefined : eq(bulkRows.state, state),
							sql`${bulkRows.position} > ${after}`,
						),
					)
					.orderBy(asc(bulkRows.position))
					.limit(pageSize + 1),
			);
		},

		/** Waiting rows after a position, to queue them. */
		waiting: (bulkId: string, after: number, limit: number) =>
			db.read(
				orm
					.select({ bulkId: bulkRows.bulkId, position: bulkRows.position })
					.from(bulkRows)
					.where(and(eq(bulkRows.bulkId, bulkId), eq(bulkRows.state, "waiting"), sql`${bulkRows.position} > ${after}`))
					.orderBy(asc(bulkRows.position))
					.limit(limit),
			),

		/** A row with its action, and the roles that its person has now. Roles are null if the person is not active. */
		async row(bulkId: string, position: number) {
			const roles = sql<string | null>`(select group_concat(${staffRoles.role}) from ${staffRoles} join ${staff}
				on ${staff.id} = ${staffRoles.staffId} where ${staffRoles.staffId} = ${bulkActions.staffId}
				and ${staff.status} = 'active')`.as("roles");
			const [found] = await db.read(
				orm
					.select({
						state: bulkRows.state,
						id: bulkRows.subjectId,
						version: bulkRows.version,
						subject: bulkActions.subject,
						change: bulkActions.change,
						input: bulkActions.input,
						staffId: bulkActions.staffId,
						staffName: bulkActions.staffName,
						place: bulkActions.place,
						requestId: bulkActions.requestId,
						roles,
					})
					.from(bulkRows)
					.innerJoin(bulkActions, eq(bulkActions.id, bulkRows.bulkId))
					.where(and(eq(bulkRows.bulkId, bulkId), eq(bulkRows.position, position))),
			);
			return found;
		},

		/** Stale if the row has its result already. */
		settle: (
			{ bulkId, position }: { readonly bulkId: string; readonly position: number },
			state: "done" | "refused",
			message: string | null,
		): Change => guarded(orm.update(bulkRows).set({ state, message }).where(unsettled(bulkId, position))),

		/** Says why a row still waits. */
		note: ({ bulkId, position }: { readonly bulkId: string; readonly position: number }, message: string): Change =>
			write(orm.update(bulkRows).set({ message }).where(unsettled(bulkId, position))),

		/** Keeps the message of the last attempt. */
		fail: ({ bulkId, position }: { readonly bulkId: string; readonly position: number }, message: string): Change =>
			write(
				orm
					.update(bulkRows)
					.set({ state: "failed", message: sql`coalesce(${bulkRows.message}, ${message})` })
					.where(unsettled(bulkId, position)),
			),

		/** Refuses the rows that wait. Stale if none does. */
		stop: (bulkId: string, message: string): Change =>
			guarded(
				orm
					.update(bulkRows)
					.set({ state: "refused", message })
					.where(and(eq(bulkRows.bulkId, bulkId), eq(bulkRows.state, "waiting"))),
			),

		/** Rows whose events are dead letters. */
		failed: (bulkId: string) =>
			db.read(
				orm
					.select({ bulkId: bulkRows.bulkId, position: bulkRows.position })
					.from(bulkRows)
					.where(and(eq(bulkRows.bulkId, bulkId), eq(bulkRows.state, "failed"))),
			),
	};
}

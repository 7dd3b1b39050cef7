import { and, asc, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import { change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { sandboxOperations, sandboxRegistry } from "~/db/schema";

type Registration = typeof sandboxRegistry.$inferInsert;
export type SandboxRegistration = typeof sandboxRegistry.$inferSelect;
type Operation = typeof sandboxOperations.$inferInsert;

/**
 * The registrations and operations of the registry's stand-in. `endedBy` (ms): the registry has deleted registrations
 * that ended then or earlier.
 */
export const createSandboxRepo = (db: Database) => ({
	async registered(names: readonly string[]) {
		return db.read(
			db.orm
				.select({ name: sandboxRegistry.name, state: sandboxRegistry.state, expiresAt: sandboxRegistry.expiresAt })
				.from(sandboxRegistry)
				.where(inArray(sandboxRegistry.name, [...names])),
		);
	},

	async registration(name: string, endedBy: number) {
		const [row] = await db.read(
			db.orm
				.select()
				.from(sandboxRegistry)
				.where(and(eq(sandboxRegistry.name, name), gt(sandboxRegistry.expiresAt, endedBy))),
		);
		return row;
	},

	/** The next registrations by name. */
	page: (after: string, limit: number): Promise<SandboxRegistration[]> =>
		db.read(
			db.orm
				.select()
				.from(sandboxRegistry)
				.where(gt(sandboxRegistry.name, after))
				.orderBy(asc(sandboxRegistry.name))
				.limit(limit),
		),

	async operation(opId: string) {
		const [row] = await db.read(db.orm.select().from(sandboxOperations).where(eq(sandboxOperations.opId, opId)));
		return row;
	},

	/** A duplicate if this operation was recorded before. */
	record: (operation: Operation) => recorded(db, operation),

	register: (operation: Operation, registration: Registration, endedBy: number) =>
		change(
			recorded(db, operation),
			write(
				db.orm
					.delete(sandboxRegistry)
					.where(and(eq(sandboxRegistry.name, registration.name), lte(sandboxRegistry.expiresAt, endedBy))),
			),
			unique("sandbox_registry.name", write(db.orm.insert(sandboxRegistry).values(registration))),
		),

	/** A transfer: the name may have been registered here before. */
	takeOver: (operation: Operation, registration: Registration) =>
		change(
			recorded(db, operation),
			write(
				db.orm
					.insert(sandboxRegistry)
					.values(registration)
					.onConflictDoUpdate({
						target: sandboxRegistry.name,
						set: {
							state: registration.state,
							objectId: registration.objectId,
							previousObjectId: registration.previousObjectId,
							movesAt: registration.movesAt,
							expiresAt: registration.expiresAt,
							authCode: registration.authCode,
						},
					}),
			),
		),

	/** Stale if the name has another registration by now. */
	update: (row: Pick<SandboxRegistration, "name" | "objectId">, fields: Partial<Registration>) =>
		guarded(db.orm.update(sandboxRegistry).set(fields).where(same(row))),

	remove: (row: Pick<SandboxRegistration, "name" | "objectId">) =>
		guarded(db.orm.delete(sandboxRegistry).where(same(row))),

	/** Stale if the name does not end at `currentExpiry`. */
	extend: (
		operation: Operation,
		row: Pick<SandboxRegistration, "name" | "objectId">,
		currentExpiry: number,
		expiresAt: number,
	) =>
		change(
			recorded(db, operation),
			guarded(
				db.orm
					.update(sandboxRegistry)
					.set({ expiresAt })
					.where(and(same(row), eq(sandboxRegistry.expiresAt, currentExpiry))),
			),
		),
});

const recorded = ({ orm }: Database, operation: Operation) =>
	unique("sandbox_operations.op_id", write(orm.insert(sandboxOperations).values(operation)));

const same = ({ name, objectId }: Pick<SandboxRegistration, "name" | "objectId">) =>
	and(
		eq(sandboxRegistry.name, name),
		objectId === null ? isNull(sandboxRegistry.objectId) : eq(sandboxRegistry.objectId, objectId),
	);

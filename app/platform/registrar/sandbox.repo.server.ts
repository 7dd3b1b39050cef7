import { and, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { sandboxOperations, sandboxRegistry } from "~/db/schema";

type Registration = typeof sandboxRegistry.$inferInsert;
type Row = typeof sandboxRegistry.$inferSelect;
type Operation = typeof sandboxOperations.$inferInsert;

/**
 * The embedded registry's books. `endedBy` (ms): a registration that ended then or earlier was deleted by the registry,
 * because nobody renewed it.
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

	async operation(opId: string) {
		const [row] = await db.read(db.orm.select().from(sandboxOperations).where(eq(sandboxOperations.opId, opId)));
		return row;
	},

	record: (operation: Operation) => db.write([db.orm.insert(sandboxOperations).values(operation)]),

	register: (operation: Operation, registration: Registration, endedBy: number) =>
		db.write([
			db.orm.insert(sandboxOperations).values(operation),
			db.orm
				.delete(sandboxRegistry)
				.where(and(eq(sandboxRegistry.name, registration.name), lte(sandboxRegistry.expiresAt, endedBy))),
			db.orm.insert(sandboxRegistry).values(registration),
		]),

	/** A transfer takes the name over whether or not it was registered here before. */
	takeOver: (operation: Operation, registration: Registration) =>
		db.write([
			db.orm.insert(sandboxOperations).values(operation),
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
		]),

	/** Statements find the row by its object as well: another registration of the name stays as it is. */
	update: (row: Pick<Row, "name" | "objectId">, fields: Partial<Registration>) =>
		db.attempt([db.orm.update(sandboxRegistry).set(fields).where(same(row)), db.mustChange()]),

	remove: (row: Pick<Row, "name" | "objectId">) =>
		db.attempt([db.orm.delete(sandboxRegistry).where(same(row)), db.mustChange()]),

	/** False, and nothing is written, when the name does not end at `currentExpiry`. */
	extend: (operation: Operation, row: Pick<Row, "name" | "objectId">, currentExpiry: number, expiresAt: number) =>
		db.attempt([
			db.orm.insert(sandboxOperations).values(operation),
			db.orm
				.update(sandboxRegistry)
				.set({ expiresAt })
				.where(and(same(row), eq(sandboxRegistry.expiresAt, currentExpiry))),
			db.mustChange(),
		]),
});

const same = ({ name, objectId }: Pick<Row, "name" | "objectId">) =>
	and(
		eq(sandboxRegistry.name, name),
		objectId === null ? isNull(sandboxRegistry.objectId) : eq(sandboxRegistry.objectId, objectId),
	);

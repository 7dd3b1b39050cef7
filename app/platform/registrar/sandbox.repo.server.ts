import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { sandboxOperations, sandboxRegistry } from "~/db/schema";

type Registration = typeof sandboxRegistry.$inferInsert;
type Operation = typeof sandboxOperations.$inferInsert;

/** The embedded registry's books. */
export const createSandboxRepo = (db: Database) => ({
	async registered(names: readonly string[]): Promise<ReadonlyMap<string, "registered" | "reserved">> {
		const rows = await db.read(
			db.orm
				.select({ name: sandboxRegistry.name, state: sandboxRegistry.state })
				.from(sandboxRegistry)
				.where(inArray(sandboxRegistry.name, [...names])),
		);
		return new Map(rows.map(({ name, state }) => [name, state]));
	},

	async registration(name: string) {
		const [row] = await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, name)));
		return row;
	},

	async operation(opId: string) {
		const [row] = await db.read(db.orm.select().from(sandboxOperations).where(eq(sandboxOperations.opId, opId)));
		return row;
	},

	record: (operation: Operation) => db.write([db.orm.insert(sandboxOperations).values(operation)]),

	register: (operation: Operation, registration: Registration) =>
		db.write([db.orm.insert(sandboxOperations).values(operation), db.orm.insert(sandboxRegistry).values(registration)]),

	/** A transfer takes the name over whether or not it was registered here before. */
	takeOver: (operation: Operation, registration: Registration) =>
		db.write([
			db.orm.insert(sandboxOperations).values(operation),
			db.orm
				.insert(sandboxRegistry)
				.values(registration)
				.onConflictDoUpdate({
					target: sandboxRegistry.name,
					set: { expiresAt: registration.expiresAt, authCode: registration.authCode },
				}),
		]),

	update: (name: string, fields: Partial<Registration>) =>
		db.write([db.orm.update(sandboxRegistry).set(fields).where(eq(sandboxRegistry.name, name))]),

	remove: (name: string) => db.write([db.orm.delete(sandboxRegistry).where(eq(sandboxRegistry.name, name))]),

	/** False, and nothing is written, when the name does not end at `currentExpiry`. */
	extend: (operation: Operation, currentExpiry: number, expiresAt: number) =>
		db.attempt([
			db.orm.insert(sandboxOperations).values(operation),
			db.orm
				.update(sandboxRegistry)
				.set({ expiresAt })
				.where(and(eq(sandboxRegistry.name, operation.name), eq(sandboxRegistry.expiresAt, currentExpiry))),
			db.mustChange(),
		]),
});

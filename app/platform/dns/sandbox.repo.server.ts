import { and, eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { sandboxZones } from "~/db/schema";

type Zone = typeof sandboxZones.$inferInsert;

/** The embedded nameservers' zones. */
export const createSandboxZones = (db: Database) => ({
	async find(name: string) {
		const [zone] = await db.read(db.orm.select().from(sandboxZones).where(eq(sandboxZones.name, name)));
		return zone;
	},

	add: (zone: Zone) => db.write([db.orm.insert(sandboxZones).values(zone).onConflictDoNothing()]),

	/** False, and nothing is written, when the zone is at another version. */
	replace: (name: string, version: number, rrsets: Zone["rrsets"]) =>
		db.attempt([
			db.orm
				.update(sandboxZones)
				.set({ rrsets, version: version + 1 })
				.where(and(eq(sandboxZones.name, name), eq(sandboxZones.version, version))),
			db.mustChange(),
		]),

	setForwards: (name: string, forwards: NonNullable<Zone["forwards"]>) =>
		db.write([db.orm.update(sandboxZones).set({ forwards }).where(eq(sandboxZones.name, name))]),

	remove: (name: string) => db.write([db.orm.delete(sandboxZones).where(eq(sandboxZones.name, name))]),
});

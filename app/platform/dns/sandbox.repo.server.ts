import { and, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { sandboxZones } from "~/db/schema";
import type { ZoneOwner } from "./dns-host";

type Zone = typeof sandboxZones.$inferInsert;

/** The embedded nameservers' zones. Each statement finds a zone by its owner too. */
export function createSandboxZonesRepo(db: Database) {
	const { orm } = db;
	const owned = (name: string, { id }: ZoneOwner) => and(eq(sandboxZones.name, name), eq(sandboxZones.ownerId, id));
	return {
		async find(name: string, owner: ZoneOwner) {
			const [zone] = await db.read(orm.select().from(sandboxZones).where(owned(name, owner)));
			return zone;
		},

		/** What anyone who asks the nameservers is told; empty where there is no such zone. */
		async published(name: string) {
			const [zone] = await db.read(orm.select().from(sandboxZones).where(eq(sandboxZones.name, name)));
			return zone?.rrsets ?? [];
		},

		/** Takes the zone over from an earlier owner, emptied; leaves it as it is where it is this owner's or a later one's. */
		claim(name: string, { id, since }: ZoneOwner, now: number) {
			const empty = { rrsets: [], forwards: [], ownerId: id, ownerSince: since };
			const earlier = or(isNull(sandboxZones.ownerSince), lt(sandboxZones.ownerSince, since));
			const other = or(isNull(sandboxZones.ownerId), ne(sandboxZones.ownerId, id));
			return db.write([
				orm
					.insert(sandboxZones)
					.values({ name, version: 1, ...empty, createdAt: now })
					.onConflictDoUpdate({
						target: sandboxZones.name,
						set: { ...empty, version: sql`${sandboxZones.version} + 1` },
						setWhere: and(other, earlier),
					}),
			]);
		},

		/** False, and nothing is written, when the zone is at another version or somebody else's. */
		replace: (name: string, owner: ZoneOwner, version: number, rrsets: Zone["rrsets"]) =>
			db.attempt([
				orm
					.update(sandboxZones)
					.set({ rrsets, version: version + 1 })
					.where(and(owned(name, owner), eq(sandboxZones.version, version))),
				db.mustChange(),
			]),

		setForwards: (name: string, owner: ZoneOwner, forwards: NonNullable<Zone["forwards"]>) =>
			db.attempt([orm.update(sandboxZones).set({ forwards }).where(owned(name, owner)), db.mustChange()]),

		remove: (name: string, owner: ZoneOwner) =>
			db.attempt([orm.delete(sandboxZones).where(owned(name, owner)), db.mustChange()]),
	};
}

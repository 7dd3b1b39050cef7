import { and, asc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { sandboxZones } from "~/db/schema";
import type { ZoneKey, ZoneOwner } from "./dns-host";

type Zone = typeof sandboxZones.$inferInsert;

/** The zones of the nameservers' stand-in. Each statement also checks the zone's owner. */
export function createSandboxZonesRepo(db: Database) {
	const { orm } = db;
	const owned = (name: string, { id }: ZoneOwner) => and(eq(sandboxZones.name, name), eq(sandboxZones.ownerId, id));
	/** Every change raises the version. */
	const raised = sql`${sandboxZones.version} + 1`;
	return {
		/** The next zones by name. */
		page: (after: string, limit: number) =>
			db.read(
				orm
					.select({ name: sandboxZones.name, version: sandboxZones.version })
					.from(sandboxZones)
					.where(gt(sandboxZones.name, after))
					.orderBy(asc(sandboxZones.name))
					.limit(limit),
			),

		async find(name: string, owner: ZoneOwner) {
			const [zone] = await db.read(orm.select().from(sandboxZones).where(owned(name, owner)));
			return zone;
		},

		/** The records that the nameservers publish. Empty if there is no such zone. */
		async published(name: string) {
			const [zone] = await db.read(orm.select().from(sandboxZones).where(eq(sandboxZones.name, name)));
			return zone?.rrsets ?? [];
		},

		/** Takes the zone over from an earlier owner and empties it. Changes nothing if it belongs to this or a later owner. */
		claim(name: string, { id, since }: ZoneOwner, now: number) {
			const empty = { rrsets: [], forwards: [], signingKey: null, ownerId: id, ownerSince: since };
			const earlier = or(isNull(sandboxZones.ownerSince), lt(sandboxZones.ownerSince, since));
			const other = or(isNull(sandboxZones.ownerId), ne(sandboxZones.ownerId, id));
			const claimed = orm
				.insert(sandboxZones)
				.values({ name, version: 1, ...empty, createdAt: now })
				.onConflictDoUpdate({
					target: sandboxZones.name,
					set: { ...empty, version: raised },
					setWhere: and(other, earlier),
				});
			return write(claimed);
		},

		/** Stale if the zone is at another version or belongs to another owner. */
		replace: (name: string, owner: ZoneOwner, version: number, rrsets: Zone["rrsets"]) =>
			guarded(
				orm
					.update(sandboxZones)
					.set({ rrsets, version: version + 1 })
					.where(and(owned(name, owner), eq(sandboxZones.version, version))),
			),

		setForwards: (name: string, owner: ZoneOwner, forwards: NonNullable<Zone["forwards"]>) =>
			guarded(orm.update(sandboxZones).set({ forwards, version: raised }).where(owned(name, owner))),

		/** Keeps the key that the zone has. */
		addKey: (name: string, owner: ZoneOwner, signingKey: ZoneKey) =>
			write(
				orm
					.update(sandboxZones)
					.set({ signingKey, version: raised })
					.where(and(owned(name, owner), isNull(sandboxZones.signingKey))),
			),

		removeKey: (name: string, owner: ZoneOwner) =>
			guarded(orm.update(sandboxZones).set({ signingKey: null, version: raised }).where(owned(name, owner))),

		remove: (name: string, owner: ZoneOwner) => guarded(orm.delete(sandboxZones).where(owned(name, owner))),
	};
}

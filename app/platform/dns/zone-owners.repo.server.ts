import { and, eq, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { dnsZones } from "~/db/schema";
import type { ZoneOwner } from "./dns-host";

export type ZoneService = NonNullable<typeof dnsZones.$inferSelect.service>;

/** A right to change a zone alone, until a time (ms). */
export interface ZoneLock {
	readonly id: string;
	readonly until: number;
}

/** The owners and locks of zones. Times in ms. */
export function createZoneOwnersRepo(db: Database) {
	const { orm } = db;
	const unlocked = (now: number) => or(isNull(dnsZones.lockedUntil), lte(dnsZones.lockedUntil, now));
	const lockedBy = (name: string, { id }: ZoneLock) => and(eq(dnsZones.name, name), eq(dnsZones.lockId, id));
	const owned = (name: string, { id }: ZoneOwner) => and(eq(dnsZones.name, name), eq(dnsZones.ownerId, id));
	const free = { lockId: null, lockedUntil: null };

	return {
		async find(name: string) {
			const [zone] = await db.read(orm.select().from(dnsZones).where(eq(dnsZones.name, name)));
			return zone;
		},

		/** Where zones are. `service`: null if the zone has to be created. */
		async places(names: readonly string[]) {
			const rows = await db.read(
				orm
					.select({
						...{ name: dnsZones.name, ownerId: dnsZones.ownerId, ownerSince: dnsZones.ownerSince },
						...{ ready: dnsZones.ready, serverId: dnsZones.serverId, service: dnsZones.service },
					})
					.from(dnsZones)
					.where(inArray(dnsZones.name, sql`(select value from json_each(${JSON.stringify(names)}))`)),
			);
			return rows.map(({ serverId, ready, ...row }) => ({
				...row,
				service: row.service ?? (serverId ? "cloudflare" : ready ? "powerdns" : null),
			}));
		},

		/**
		 * Takes the zone over from an earlier owner and locks it, to be emptied. Also locks a zone of this owner that is not
		 * ready yet. Otherwise changes nothing.
		 */
		claim(
			name: string,
			{ id, since }: ZoneOwner,
			{ lock, service }: { readonly lock: ZoneLock; readonly service: ZoneService },
			now: number,
		) {
			const locked = { lockId: lock.id, lockedUntil: lock.until };
			const taken = { ownerId: id, ownerSince: since, ready: false, service, ...locked };
			const mineToFill = and(eq(dnsZones.ownerId, id), eq(dnsZones.ready, false));
			const earlier = and(ne(dnsZones.ownerId, id), lt(dnsZones.ownerSince, since));
			return write(
				orm
					.insert(dnsZones)
					.values({ name, ...taken, createdAt: now })
					.onConflictDoUpdate({
						target: dnsZones.name,
						set: taken,
						setWhere: and(or(mineToFill, earlier), unlocked(now)),
					}),
			);
		},

		/** Stale if the zone is locked, not ready or another's. */
		lock: (name: string, owner: ZoneOwner, lock: ZoneLock, now: number) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ lockId: lock.id, lockedUntil: lock.until })
					.where(and(owned(name, owner), eq(dnsZones.ready, true), unlocked(now))),
			),

		/** Like `lock`, for a zone that is to be deleted, ready or not. */
		lockToDelete: (name: string, owner: ZoneOwner, lock: ZoneLock, now: number) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ ready: false, lockId: lock.id, lockedUntil: lock.until })
					.where(and(owned(name, owner), unlocked(now))),
			),

		unlock: (name: string, lock: ZoneLock) => write(orm.update(dnsZones).set(free).where(lockedBy(name, lock))),

		/** Unlocks a zone that was emptied. Stale if its lock has ended. */
		markReady: (name: string, lock: ZoneLock) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ ready: true, ...free })
					.where(lockedBy(name, lock)),
			),

		/** The nameserver has lost the zone, so the next claim creates it. */
		markMissing: (name: string, owner: ZoneOwner, now: number) =>
			write(
				orm
					.update(dnsZones)
					.set({ ready: false })
					.where(and(owned(name, owner), unlocked(now))),
			),

		/** The server's id of the zone. */
		saveServerId: (name: string, serverId: string | null) =>
			write(orm.update(dnsZones).set({ serverId }).where(eq(dnsZones.name, name))),

		remove: (name: string, lock: ZoneLock) => guarded(orm.delete(dnsZones).where(lockedBy(name, lock))),
	};
}

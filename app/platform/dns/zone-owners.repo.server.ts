import { and, eq, exists, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { dnsZones, zoneMoves } from "~/db/schema";
import { serviceOf, type ZoneOwner, type ZoneService } from "./dns-host";

/** A right to change a zone alone, until a time (ms). */
export interface ZoneLock {
	readonly id: string;
	readonly until: number;
}

/** A lock of a zone at one service. */
interface ServiceLock {
	readonly lock: ZoneLock;
	readonly service: ZoneService;
}

/** The owners and locks of zones. Times in ms. */
export function createZoneOwnersRepo(db: Database) {
	const { orm } = db;
	const unlocked = (now: number) => or(isNull(dnsZones.lockedUntil), lte(dnsZones.lockedUntil, now));
	const lockedBy = (name: string, { id }: ZoneLock) => and(eq(dnsZones.name, name), eq(dnsZones.lockId, id));
	const owned = (name: string, { id }: ZoneOwner) => and(eq(dnsZones.name, name), eq(dnsZones.ownerId, id));
	/** Rows of releases with one service name none. */
	const at = (service: ZoneService) => or(isNull(dnsZones.service), eq(dnsZones.service, service));
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
				service: serviceOf({ service: row.service, serverId, ready }),
			}));
		},

		/**
		 * Takes the zone over from an earlier owner and locks it, to be emptied. Also locks a zone of this owner that is not
		 * ready yet. Otherwise changes nothing.
		 */
		claim(name: string, { id, since }: ZoneOwner, { lock, service }: ServiceLock, now: number) {
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

		/** Stale if the zone is locked, not ready or another's, or if another service has it. */
		lock: (name: string, owner: ZoneOwner, { lock, service }: ServiceLock, now: number) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ lockId: lock.id, lockedUntil: lock.until })
					.where(and(owned(name, owner), eq(dnsZones.ready, true), at(service), unlocked(now))),
			),

		/** Like `lock`, to delete the zone, ready or not. */
		lockToDelete: (name: string, owner: ZoneOwner, { lock, service }: ServiceLock, now: number) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ ready: false, lockId: lock.id, lockedUntil: lock.until })
					.where(and(owned(name, owner), at(service), unlocked(now))),
			),

		/**
		 * Locks the zone that a service has, to move it to another one. Stale if it is locked or another's, or if the move was
		 * stopped.
		 */
		lockToMove(
			name: string,
			owner: ZoneOwner,
			{ from, to, lock }: { readonly from: ZoneService; readonly to: ZoneService; readonly lock: ZoneLock },
			now: number,
		) {
			const move = and(
				eq(zoneMoves.domainId, owner.id),
				eq(zoneMoves.state, "publishing"),
				eq(zoneMoves.toService, to),
			);
			return guarded(
				orm
					.update(dnsZones)
					// The other service may store its id of the zone.
					.set({ service: from, lockId: lock.id, lockedUntil: lock.until })
					.where(
						and(
							owned(name, owner),
							at(from),
							unlocked(now),
							exists(orm.select({ one: sql`1` }).from(zoneMoves).where(move)),
						),
					),
			);
		},

		/** Ends the move. Stale if the lock has ended. */
		moved: (name: string, service: ZoneService, lock: ZoneLock) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ service, ready: true, ...free })
					.where(lockedBy(name, lock)),
			),

		/** Locks a zone that another service has now. Stale if it is locked. */
		lockMoved: (name: string, from: ZoneService, lock: ZoneLock, now: number) =>
			guarded(
				orm
					.update(dnsZones)
					.set({ lockId: lock.id, lockedUntil: lock.until })
					.where(and(eq(dnsZones.name, name), ne(dnsZones.service, from), unlocked(now))),
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

		/** The service has lost the zone, so the next claim creates it. Does nothing if another service has it now. */
		markMissing: (name: string, owner: ZoneOwner, service: ZoneService, now: number) =>
			write(
				orm
					.update(dnsZones)
					.set({ ready: false })
					.where(and(owned(name, owner), at(service), unlocked(now))),
			),

		/** The server's id of the zone. */
		saveServerId: (name: string, serverId: string | null) =>
			write(orm.update(dnsZones).set({ serverId }).where(eq(dnsZones.name, name))),

		remove: (name: string, lock: ZoneLock) => guarded(orm.delete(dnsZones).where(lockedBy(name, lock))),
	};
}

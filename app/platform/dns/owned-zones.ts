import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { RetryLater } from "~/lib/retry-later";
import {
	type DnsHost,
	type DsRecord,
	type HostedZone,
	type MovableHost,
	type NotOwner,
	type RefusedChange,
	type RRsetChange,
	serviceOf,
	type ZoneOwner,
	type ZoneService,
} from "./dns-host";
import { createZoneOwnersRepo, type ZoneLock } from "./zone-owners.repo.server";

/** A nameserver's API that stores no owners and can't make a change depend on the zone's version. */
export interface ZoneServer
	extends Pick<DnsHost, "nameservers" | "forwarding" | "readsPerMinute" | "maxTtl" | "probe" | "zones"> {
	readonly id: ZoneService;
	/**
	 * Creates an empty, unsigned zone. Deletes an earlier one first. `account`: a note for those who look at the server.
	 * @throws ServerRefusal if a zone of that name is not ours
	 */
	replace(zone: string, account: string): Promise<void>;
	/** Undefined if there is no such zone. */
	read(zone: string): Promise<HostedZone | undefined>;
	/** Applies all changes or none. */
	write(zone: string, changes: readonly RRsetChange[]): Promise<"applied" | RefusedChange>;
	/** Undefined if there is no such zone. */
	sign(zone: string): Promise<readonly DsRecord[] | undefined>;
	/** The DS records of the zone's keys. Undefined if there is no such zone. */
	keys(zone: string): Promise<readonly DsRecord[] | undefined>;
	/** Does nothing if there is no such zone. */
	unsign(zone: string): Promise<void>;
	/** Does nothing if there is no such zone. */
	remove(zone: string): Promise<void>;
}

/** The server understood the request and rejected it, so nothing has changed. */
export class ServerRefusal extends Error {
	override name = "ServerRefusal";
}

/**
 * How long a zone stays locked if the Worker stops in the middle of a change, or if a request got no answer and the
 * server may still apply it. Longer than all requests of a change may take together.
 */
const lockMs = 60 * SECOND;

interface Dependencies {
	/** A separate handle, so that its round trips are not counted as the page's. */
	readonly db: Database;
	readonly clock: Clock;
	readonly server: ZoneServer;
}

/**
 * Adds owners and versions to a nameserver. D1 decides who owns a zone and lets one change at a time through, because two
 * requests to the server can't be made one. A zone changes its owner before it is emptied, so a Worker that stops in
 * between leaves it to the new owner, whose next claim empties it.
 */
export function createOwnedZones({ db, clock, server }: Dependencies): MovableHost {
	const owners = createZoneOwnersRepo(db);
	const commit = async (changed: Change): Promise<boolean> => (await db.commit(changed, clock())).state === "ok";
	const newLock = (): ZoneLock => ({ id: randomToken(), until: clock() + lockMs });

	/** Unlocks the zone after the work, unless the server may still be doing it. */
	async function finish<T>(zone: string, lock: ZoneLock, work: () => Promise<T>): Promise<T> {
		try {
			const result = await work();
			await commit(owners.unlock(zone, lock));
			return result;
		} catch (error) {
			if (error instanceof ServerRefusal || error instanceof RetryLater) await commit(owners.unlock(zone, lock));
			throw error;
		}
	}

	/** Does the work while nothing else changes the zone. */
	async function alone<T>(zone: string, owner: ZoneOwner, work: () => Promise<T>): Promise<T | "busy" | NotOwner> {
		const lock = newLock();
		if (await commit(owners.lock(zone, owner, { lock, service: server.id }, clock()))) return finish(zone, lock, work);
		const found = await owners.find(zone);
		return found?.ownerId === owner.id && found.ready ? "busy" : "not_owner";
	}

	/** Reads the owner's zone. */
	async function reading<T>(zone: string, owner: ZoneOwner, read: () => Promise<T | undefined>): Promise<T | NotOwner> {
		const found = await owners.find(zone);
		if (found?.ownerId !== owner.id || !found.ready) return "not_owner";
		const answer = await read();
		if (answer !== undefined) return answer;
		await commit(owners.markMissing(zone, owner, server.id, clock()));
		return "not_owner";
	}

	return {
		id: server.id,
		nameservers: server.nameservers,
		forwarding: server.forwarding,
		readsPerMinute: server.readsPerMinute,
		maxTtl: server.maxTtl,
		zones: (cursor) => server.zones(cursor),

		async claimZone(zone, owner) {
			const lock = newLock();
			await commit(owners.claim(zone, owner, { lock, service: server.id }, clock()));
			const found = await owners.find(zone);
			if (found?.lockId === lock.id)
				await finish(zone, lock, async () => {
					await server.replace(zone, owner.id);
					if (!(await commit(owners.markReady(zone, lock)))) throw busy(zone);
				});
			else if (found?.ownerId !== owner.id) {
				if (found && found.ownerSince >= owner.since) return "not_owner";
				throw busy(zone);
			} else if (!found.ready) throw busy(zone);
			return { nameservers: server.nameservers };
		},

		list: (zone, owner) => reading(zone, owner, () => server.read(zone)),
		keys: (zone, owner) => reading(zone, owner, () => server.keys(zone)),

		async apply(zone, owner, changes, expectedVersion) {
			const applied = await alone(zone, owner, async () => {
				const hosted = await server.read(zone);
				return hosted?.version === expectedVersion ? server.write(zone, changes) : "stale";
			});
			return applied === "busy" ? "stale" : applied;
		},

		async sign(zone, owner) {
			const signed = await alone(zone, owner, () => server.sign(zone));
			if (signed === "busy") throw busy(zone);
			if (signed) return signed;
			await commit(owners.markMissing(zone, owner, server.id, clock()));
			return "not_owner";
		},

		async unsign(zone, owner) {
			const unsigned = await alone(zone, owner, async () => {
				await server.unsign(zone);
				return "unsigned" as const;
			});
			if (unsigned === "busy") throw busy(zone);
			return unsigned;
		},

		async deleteZone(zone, owner) {
			const lock = newLock();
			if (!(await commit(owners.lockToDelete(zone, owner, { lock, service: server.id }, clock())))) {
				if ((await owners.find(zone))?.ownerId === owner.id) throw busy(zone);
				return "not_owner";
			}
			return finish(zone, lock, async () => {
				await server.remove(zone);
				return (await commit(owners.remove(zone, lock))) ? "deleted" : "not_owner";
			});
		},

		async takeOver(zone, owner, from, sets) {
			const found = await owners.find(zone);
			if (found?.ownerId !== owner.id) return "not_owner";
			if (found.service === server.id && found.ready) return "taken";
			const lock = newLock();
			if (!(await commit(owners.lockToMove(zone, owner, { from, to: server.id, lock }, clock())))) return "busy";
			return finish(zone, lock, async () => {
				await server.replace(zone, owner.id);
				const written = sets.length > 0 ? await server.write(zone, sets) : "applied";
				if (written !== "applied") return written;
				return (await commit(owners.moved(zone, server.id, lock))) ? "taken" : "busy";
			});
		},

		async leave(zone) {
			const found = await owners.find(zone);
			if (!found) {
				await server.remove(zone);
				return "left";
			}
			if (serviceOf(found) === server.id) return "left";
			const lock = newLock();
			if (!(await commit(owners.lockMoved(zone, server.id, lock, clock())))) return "busy";
			return finish(zone, lock, async () => {
				await server.remove(zone);
				return "left" as const;
			});
		},

		probe: () => server.probe(),
	};
}

const busy = (zone: string) => new Error(`The zone ${zone} is being changed. Try again later.`);

/** Stores a server's ids beside the owners of its zones. */
export function createZoneIds({ db, clock }: Omit<Dependencies, "server">) {
	const owners = createZoneOwnersRepo(db);
	return {
		find: async (zone: string): Promise<string | undefined> => (await owners.find(zone))?.serverId ?? undefined,
		async save(zone: string, id: string | null): Promise<void> {
			await db.commit(owners.saveServerId(zone, id), clock());
		},
	};
}

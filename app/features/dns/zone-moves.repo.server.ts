import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { type Change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Domain, dnsZones, domains, zoneMoves } from "~/db/schema";
import { serviceOf, type ZoneService } from "~/platform/dns/dns-host";
import type { ZoneMoveState } from "./zone-move";

export type ZoneMoveRow = typeof zoneMoves.$inferSelect;

/** Zones on their way to another DNS service. Times in ms. */
export function createZoneMovesRepo(db: Database) {
	const { orm } = db;
	const inState = (domainId: string, state: ZoneMoveState) =>
		and(eq(zoneMoves.domainId, domainId), eq(zoneMoves.state, state));
	return {
		async find(domainId: string): Promise<ZoneMoveRow | undefined> {
			return (await db.read(orm.select().from(zoneMoves).where(eq(zoneMoves.domainId, domainId))))[0];
		},

		/** The service that has a domain's zone, and the move of it. `service`: null if it has no zone yet. */
		async place(domainId: string) {
			const [found] = await db.read(
				orm
					.select({
						ownerId: dnsZones.ownerId,
						...{ ready: dnsZones.ready, serverId: dnsZones.serverId, service: dnsZones.service },
						move: zoneMoves,
					})
					.from(domains)
					.leftJoin(dnsZones, eq(dnsZones.name, domains.name))
					.leftJoin(zoneMoves, eq(zoneMoves.domainId, domains.id))
					.where(eq(domains.id, domainId)),
			);
			if (!found) return { service: null, move: null };
			const { ownerId, ready, serverId, service, move } = found;
			const isOwn = ownerId === domainId && ready !== null;
			return { service: isOwn ? serviceOf({ service, serverId, ready }) : null, move };
		},

		/** Also makes pages of the domain that were loaded before outdated. Stale if it has changed since it was read. */
		start: (move: ZoneMoveRow, { updatedAt }: Pick<Domain, "updatedAt">, now: number): readonly Change[] => [
			guarded(
				orm
					.update(domains)
					.set({ updatedAt: now })
					.where(and(eq(domains.id, move.domainId), eq(domains.updatedAt, updatedAt), sql`${domains.dnssec} = 'off'`)),
			),
			unique("zone_moves.domain_id", write(orm.insert(zoneMoves).values(move))),
		],

		/** Writes nothing. Stale if the service does not have the zone any more, or another is taking it over. */
		keepZone: (name: string, service: ZoneService, now: number): Change =>
			guarded(
				orm
					.update(dnsZones)
					.set({ ready: sql`${dnsZones.ready}` })
					.where(
						and(
							eq(dnsZones.name, name),
							or(isNull(dnsZones.service), eq(dnsZones.service, service)),
							or(isNull(dnsZones.lockedUntil), lte(dnsZones.lockedUntil, now)),
						),
					),
			),

		/** Stale unless the move is in the state. */
		update: (domainId: string, from: ZoneMoveState, to: Partial<ZoneMoveRow>): Change =>
			guarded(orm.update(zoneMoves).set(to).where(inState(domainId, from))),

		/** Stale unless the move is in the state. */
		end: (domainId: string, state: ZoneMoveState): Change =>
			guarded(orm.delete(zoneMoves).where(inState(domainId, state))),
	};
}

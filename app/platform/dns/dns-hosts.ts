import type { Database } from "~/db/client.server";
import { type DnsHost, type MovableHost, usesOnly, type ZoneOwner } from "./dns-host";
import { createZoneOwnersRepo } from "./zone-owners.repo.server";

/** The DNS services in use. Each zone is at one of them. */
export interface DnsHosts {
	readonly all: readonly DnsHost[];
	/** Takes new zones. */
	readonly first: DnsHost;
	/** Finds the services of these zones: the first for a new zone, undefined if its service is not configured any more. */
	locate(zones: readonly string[]): Promise<(zone: string) => DnsHost | undefined>;
	/** A service that zones can be moved to and from. Undefined if it is not configured. */
	movable(id: string): MovableHost | undefined;
	/** @throws if the zone's service is not configured any more */
	of(zone: string): Promise<DnsHost>;
	/**
	 * The service that publishes the owner's zone. A new zone goes to the service whose nameservers its domain uses. The
	 * zone of an earlier owner is deleted if it is at another service than that.
	 * @throws if the zone's service is not configured any more
	 */
	toClaim(zone: string, owner: ZoneOwner, nameservers: readonly string[]): Promise<DnsHost>;
}

/** One service, which has all zones. */
export const oneDnsHost = (host: DnsHost): DnsHosts => ({
	...{ all: [host], first: host },
	movable: () => undefined,
	locate: async () => () => host,
	of: async () => host,
	toClaim: async () => host,
});

/** Several services that store the owners of their zones in D1. New zones go to the first. */
export function createDnsHosts(
	db: Database,
	{ first, others }: { readonly first: MovableHost; readonly others: readonly MovableHost[] },
): DnsHosts {
	const owners = createZoneOwnersRepo(db);
	const all = [first, ...others];
	const movable = (service: string) => all.find(({ id }) => id === service);
	const hostOf = (service: string | null) => (service === null ? first : movable(service));

	function configured(zone: string, service: string | null): DnsHost {
		const host = hostOf(service);
		if (!host) throw new Error(`The zone ${zone} is at ${service}, which the setting DNS does not list.`);
		return host;
	}

	return {
		all,
		first,
		movable,

		async locate(zones) {
			const places = new Map((await owners.places(zones)).map(({ name, service }) => [name, service]));
			return (zone) => hostOf(places.get(zone) ?? null);
		},

		async of(zone) {
			const [place] = await owners.places([zone]);
			return configured(zone, place?.service ?? null);
		},

		async toClaim(zone, owner, nameservers) {
			const [place] = await owners.places([zone]);
			const delegated = all.find((host) => nameservers.length > 0 && usesOnly(nameservers, host.nameservers));
			if (!place) return delegated ?? first;
			const present = configured(zone, place.service);
			const isEarlier = place.ownerId !== owner.id && place.ownerSince < owner.since;
			if (!isEarlier || !delegated || delegated === present) return present;
			await present.deleteZone(zone, { id: place.ownerId, since: place.ownerSince });
			return delegated;
		},
	};
}

import { encodeBase64 } from "@oslojs/encoding";
import { brand } from "~/brand";
import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import type { DnsHost, RRset, ZoneKey } from "./dns-host";
import { dsOf } from "./ds-record";
import { createSandboxZonesRepo } from "./sandbox.repo.server";

interface Dependencies {
	/** A separate handle, so that the stand-in's round trips are not counted as the page's. */
	readonly db: Database;
	readonly clock: Clock;
}

/** Reads the published records of any zone. */
export const createSandboxResolver = ({ db }: Pick<Dependencies, "db">) => createSandboxZonesRepo(db).published;

/** Zones in a page of the list. */
const listedAtOnce = 500;

/** Stands in for the nameservers: stores zones, answers no DNS queries. */
export function createSandboxDns({ db, clock }: Dependencies): DnsHost {
	const zones = createSandboxZonesRepo(db);
	const commit = async (changed: Change): Promise<boolean> => (await db.commit(changed, clock())).state === "ok";

	return {
		id: "sandbox",
		nameservers: brand.nameservers,
		readsPerMinute: 120,
		maxTtl: 604_800,

		forwarding: {
			by: "host",
			async set(name, owner, forwards) {
				const copies = forwards.map((forward) => ({ ...forward }));
				const zone = await zones.find(name, owner);
				// A publication that changes nothing leaves the version.
				if (zone && JSON.stringify(zone.forwards ?? []) === JSON.stringify(copies)) return "applied";
				return (await commit(zones.setForwards(name, owner, copies))) ? "applied" : "not_owner";
			},
		},

		async zones(cursor) {
			const rows = await zones.page(cursor ?? "", listedAtOnce);
			const listed = rows.map(({ name, version }) => ({ name, version: String(version) }));
			return { zones: listed, next: rows.length < listedAtOnce ? null : (rows.at(-1)?.name ?? null) };
		},

		async claimZone(name, owner) {
			await commit(zones.claim(name, owner, clock()));
			return (await zones.find(name, owner)) ? { nameservers: [...brand.nameservers] } : "not_owner";
		},

		async list(name, owner) {
			const zone = await zones.find(name, owner);
			return zone ? { version: zone.version, rrsets: zone.rrsets, forwards: zone.forwards ?? [] } : "not_owner";
		},

		async apply(name, owner, changes, expectedVersion) {
			const zone = await zones.find(name, owner);
			if (!zone) return "not_owner";
			if (zone.version !== expectedVersion) return "stale";
			const changed = (set: RRset) => changes.some((change) => change.name === set.name && change.type === set.type);
			const kept = zone.rrsets.filter((set) => !changed(set));
			const written = changes.filter(({ values }) => values.length > 0);
			const rrsets = [...kept, ...written.map((set) => ({ ...set, values: [...set.values] }))];
			return (await commit(zones.replace(name, owner, expectedVersion, rrsets))) ? "applied" : "stale";
		},

		async sign(name, owner) {
			await commit(zones.addKey(name, owner, newKey()));
			const zone = await zones.find(name, owner);
			return zone?.signingKey ? [dsOf(name, zone.signingKey)] : "not_owner";
		},

		async keys(name, owner) {
			const zone = await zones.find(name, owner);
			if (!zone) return "not_owner";
			return zone.signingKey ? [dsOf(name, zone.signingKey)] : [];
		},

		unsign: async (name, owner) => ((await commit(zones.removeKey(name, owner))) ? "unsigned" : "not_owner"),

		deleteZone: async (name, owner) => ((await commit(zones.remove(name, owner))) ? "deleted" : "not_owner"),

		async probe() {
			await zones.published("probe.test");
		},
	};
}

/** The stand-in signs nothing, so it needs no private key. Algorithm 13: ECDSA with P-256 (RFC 6605). */
const newKey = (): ZoneKey => ({
	flags: 257,
	algorithm: 13,
	publicKey: encodeBase64(crypto.getRandomValues(new Uint8Array(64))),
});

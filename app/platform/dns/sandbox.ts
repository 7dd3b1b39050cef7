import { brand } from "~/brand";
import type { Database } from "~/db/client.server";
import type { Clock } from "../clock";
import type { DnsHost, RRset } from "./dns-host";
import { createSandboxZones } from "./sandbox.repo.server";

interface Dependencies {
	/** Its own, so that a page's round trips are counted without the stand-in's. */
	readonly db: Database;
	readonly clock: Clock;
}

/** The embedded nameservers: they keep zones and answer nobody. */
export function createSandboxDns({ db, clock }: Dependencies): DnsHost {
	const zones = createSandboxZones(db);
	return {
		id: "sandbox",

		async ensureZone(name) {
			await zones.add({ name, version: 1, rrsets: [], createdAt: clock() });
			return { nameservers: [...brand.nameservers] };
		},

		async list(name) {
			const zone = await zones.find(name);
			return zone && { version: zone.version, rrsets: zone.rrsets };
		},

		async apply(name, changes, expectedVersion) {
			const zone = await zones.find(name);
			if (zone?.version !== expectedVersion) return "stale";
			const changed = (set: RRset) => changes.some((change) => change.name === set.name && change.type === set.type);
			const kept = zone.rrsets.filter((set) => !changed(set));
			const written = changes.filter(({ values }) => values.length > 0);
			const rrsets = [...kept, ...written.map((set) => ({ ...set, values: [...set.values] }))];
			return (await zones.replace(name, expectedVersion, rrsets)) ? "applied" : "stale";
		},

		async setForwards(name, forwards) {
			await zones.setForwards(
				name,
				forwards.map((forward) => ({ ...forward })),
			);
		},

		async deleteZone(name) {
			await zones.remove(name);
		},
	};
}

import type { Database } from "~/db/client.server";
import { createComparedDomains, isRecheckDue } from "~/db/comparison-marks.server";
import { queueNew } from "~/db/due-items.server";
import { createNightlyComparison } from "~/db/nightly-comparison.server";
import type { TaskName } from "~/db/task-position.server";
import { hasDs } from "~/features/domains/dnssec";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import type { CallPaces } from "~/platform/call-pace/choose-call-pace";
import type { DnsHost, Forward, ListedZone } from "~/platform/dns/dns-host";
import type { DnsHosts } from "~/platform/dns/dns-hosts";
import { createDnsRepo } from "./dns.repo.server";
import { rrsetChanges, wantedRRsets } from "./rrsets";
import { ownerOf } from "./zone-owner";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly callPaces: CallPaces;
	readonly hosts: DnsHosts;
}

export type ZoneComparison = ReturnType<typeof createZoneComparison>;

type ComparedZone = Awaited<ReturnType<ReturnType<typeof createDnsRepo>["withRecords"]>>[number] & {
	/** Whether the zone's host is configured. */
	readonly isServed: boolean;
};

/**
 * Compares records, forwards and keys of all domains with what the DNS hosts have. Each host has its own round, so one
 * that does not answer delays only its own zones. A zone that differs is published again.
 */
export function createZoneComparison({ hosts, ...dependencies }: Dependencies) {
	const rounds = hosts.all.map((host) => createRound({ ...dependencies, hosts, host }));
	return {
		/** Continues one of tonight's rounds until a budget of this run is used up. The hosts take turns by the minute. */
		async run(isOver?: () => boolean): Promise<void> {
			await rounds[Math.floor(dependencies.clock() / MINUTE) % rounds.length]?.run(isOver);
		},
	};
}

/** The first host's round also finds zones whose host is not configured. */
function createRound({ db, clock, callPaces, hosts, host }: Dependencies & { readonly host: DnsHost }) {
	const task: TaskName = host === hosts.first ? "comparison of zones" : `comparison of zones at ${host.id}`;
	const repo = createDnsRepo(db);
	const compared = createComparedDomains(db, task);
	const { forwarding } = host;

	/** Whether this round compares a zone. */
	const here = (hostOf: (zone: string) => DnsHost | undefined) => (zone: string) =>
		(hostOf(zone) ?? hosts.first) === host;

	async function hasOtherKeys({ name, ds, ...domain }: ComparedZone): Promise<boolean> {
		if (!hasDs(domain.dnssec)) return false;
		const keys = await host.keys(name, ownerOf(domain));
		return JSON.stringify(keys) !== JSON.stringify(ds ?? []);
	}

	return createNightlyComparison<ComparedZone, ListedZone>(
		{ db, clock },
		{
			task,
			perRun: host.readsPerMinute,
			pace: callPaces(host.id, host.readsPerMinute),

			async list(cursor) {
				const { zones, next } = await host.zones(cursor);
				return { entries: zones, next };
			},

			/** A zone is equal if neither side has changed since it was compared. */
			async match(zones, { night }) {
				const versions = new Map(zones.map(({ name, version }) => [name, version]));
				const rows = await compared.versions([...versions.keys()]);
				const isEqual = ({ id, name, updatedAt, checked, checkedAt }: (typeof rows)[number]) =>
					checked === versions.get(name) && checkedAt !== null && updatedAt <= checkedAt && !isRecheckDue(id, night);
				return {
					handled: rows.filter(isEqual).map(({ id }) => id),
					differing: [],
					changed: rows.flatMap(({ id, name, listed }) => {
						const version = versions.get(name) ?? "";
						return version === listed ? [] : [{ id, version }];
					}),
				};
			},

			async page(after, limit) {
				const { ids, last } = await compared.ids(after, limit);
				if (hosts.all.length === 1) return { ids, last };
				const names = await repo.names(ids);
				const isOurs = here(await hosts.locate(names.map(({ name }) => name)));
				return { ids: names.filter(({ name }) => isOurs(name)).map(({ id }) => id), last };
			},

			async load(ids) {
				// An unpublished change is on its way, or staff know that the host rejects it.
				const rows = (await repo.withRecords(ids)).filter(
					({ status, zoneVersion, publishedVersion }) =>
						registeredStatuses.includes(status) && publishedVersion >= zoneVersion,
				);
				const hostOf = await hosts.locate(rows.map(({ name }) => name));
				const isOurs = here(hostOf);
				return rows
					.filter(({ name }) => isOurs(name))
					.map((row) => ({ ...row, isServed: hostOf(row.name) !== undefined }));
			},

			async compare(zone) {
				const { records, isServed, ...domain } = zone;
				if (!isServed) return ["Zones at a service that is not configured"];
				const hosted = await host.list(domain.name, ownerOf(domain));
				if (hosted === "not_owner") return ["Zones that were missing"];
				const changes = rrsetChanges(hosted.rrsets, wantedRRsets(domain, records, host));
				const hasOtherForwards =
					forwarding?.by === "host" && forwardsText(hosted.forwards) !== forwardsText(domain.forwards);
				return [
					...(changes.length > 0 ? ["Zones with other records"] : []),
					...(hasOtherForwards ? ["Zones with other forwarding"] : []),
					...((await hasOtherKeys(zone)) ? ["Zones with other DNSSEC keys"] : []),
				];
			},

			async repair(differing, { night }) {
				const rows = differing.map(({ row }) => row);
				const publication = ({ id, userId }: (typeof rows)[number]) => ({
					payload: { domainId: id },
					userId,
					once: `${id}:${night}`,
				});
				await queueNew({ db, clock }, { kind: "dns.publish", event: publication }, rows);
			},
		},
	);
}

const forwardsText = (forwards: readonly Forward[] | null | undefined): string =>
	(forwards ?? [])
		.map(({ host, target, permanent }) => `${host} ${target} ${permanent}`)
		.toSorted()
		.join("\n");

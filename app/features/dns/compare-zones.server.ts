import type { Database } from "~/db/client.server";
import { queueNew } from "~/db/due-items.server";
import { createNightlyComparison } from "~/db/nightly-comparison.server";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { Clock } from "~/lib/clock";
import type { DnsHost } from "~/platform/dns/dns-host";
import { createDnsRepo } from "./dns.repo.server";
import { rrsetChanges, wantedRRsets } from "./rrsets";
import { ownerOf } from "./zone-owner";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly host: Pick<DnsHost, "forwarding" | "list" | "maxTtl" | "readsPerMinute">;
}

export type ZoneComparison = ReturnType<typeof createZoneComparison>;

/** Compares the records of all domains with what the DNS host has. A zone that differs is published again. */
export function createZoneComparison({ db, clock, host }: Dependencies) {
	const repo = createDnsRepo(db);

	return createNightlyComparison(
		{ db, clock },
		{
			task: "comparison of zones",
			perRun: host.readsPerMinute,

			async page(after, limit) {
				const { rows, last } = await repo.pageWithRecords(after, limit);
				// An unpublished change is on its way, or staff know that the host rejects it.
				const isComparable = ({ status, zoneVersion, publishedVersion }: (typeof rows)[number]) =>
					registeredStatuses.includes(status) && publishedVersion >= zoneVersion;
				return { rows: rows.filter(isComparable), last };
			},

			async compare({ records, ...domain }) {
				const hosted = await host.list(domain.name, ownerOf(domain));
				if (hosted === "not_owner") return ["Zones that were missing"];
				const changes = rrsetChanges(hosted.rrsets, wantedRRsets(domain, records, host));
				return changes.length > 0 ? ["Zones with other records"] : [];
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

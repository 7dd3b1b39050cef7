import type { Database } from "~/db/client.server";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { Registrations } from "~/features/domains/registrations.server";
import type { Clock } from "~/lib/clock";
import type { DnsHost, RefusedChange } from "~/platform/dns/dns-host";
import type { Registrar } from "~/platform/registrar/registrar";
import { createDnsRepo } from "./dns.repo.server";
import { rrsetChanges, toRRsets, withForwards } from "./rrsets";

export interface ZoneDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Pick<Registrations, "end">;
	readonly host: DnsHost;
	readonly registrar: Pick<Registrar, "info">;
}

/**
 * Publishes a domain's records and forwards at the DNS host. Safe to repeat. Records of a domain that is not active yet
 * are a draft and are not published. A domain in redemption keeps its published records. Returns `again` if the event
 * must be retried, and the reason if the host rejects the records.
 */
export function createPublishZone({ db, clock, registrations, host, registrar }: ZoneDependencies) {
	const repo = createDnsRepo(db);

	return async function publish(domainId: string): Promise<"published" | "again" | RefusedChange> {
		const found = await repo.findForPublishing(domainId);
		if (!found) return "published";
		const { domain, records } = found;
		const { name } = domain;
		const owner = { id: domain.id, since: domain.registeredAt ?? domain.createdAt };
		if (domain.status === "redemption") return "published";
		if (!registeredStatuses.includes(domain.status)) {
			// Removes the zone of an earlier registration of the same row.
			await host.deleteZone(name, owner);
			return "published";
		}
		// Publish even if the registry does not answer.
		if ((await registrar.info(domain).catch(() => undefined)) === "not_held") {
			const now = clock();
			await db.commit(registrations.end(domain, "lost", now), now);
			return "again";
		}
		if ((await host.claimZone(name, owner)) === "not_owner") return "published";
		const hosted = await host.list(name, owner);
		if (hosted === "not_owner") return "again";
		const { forwarding } = host;
		const forwards = domain.forwards ?? [];
		const own = toRRsets(records, name);
		const wanted = forwarding?.by === "records" ? withForwards(own, forwards, name, forwarding.addresses) : own;
		const changes = rrsetChanges(hosted.rrsets, wanted);
		const applied = changes.length > 0 ? await host.apply(name, owner, changes, hosted.version) : "applied";
		if (typeof applied === "object") return applied;
		if (applied !== "applied") return "again";
		if (forwarding?.by === "host" && (await forwarding.set(name, owner, forwards)) !== "applied") return "again";
		// If the registration ended in the meantime, the next run removes its zone.
		const { state } = await db.commit(repo.markPublished(domain), clock());
		return state === "ok" ? "published" : "again";
	};
}

import { change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Domain } from "~/db/schema";
import { hasDs, isDnssecOn } from "~/features/domains/dnssec";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { Registrations } from "~/features/domains/registrations.server";
import type { Clock } from "~/lib/clock";
import type { DnsHost, RefusedChange, ZoneOwner } from "~/platform/dns/dns-host";
import type { DnsHosts } from "~/platform/dns/dns-hosts";
import type { Registrar } from "~/platform/registrar/registrar";
import { createDnsRepo } from "./dns.repo.server";
import { rrsetChanges, wantedRRsets } from "./rrsets";
import { ownerOf } from "./zone-owner";

export interface ZoneDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Pick<Registrations, "end" | "setDnssec">;
	readonly hosts: DnsHosts;
	readonly registrar: Pick<Registrar, "info">;
}

/** Publishes, signs and unsigns the zones of domains, each at its DNS host. */
export function createPublishZone({ db, clock, registrations, hosts, registrar }: ZoneDependencies) {
	const repo = createDnsRepo(db);

	/** Signs the zone, and sends the registry its DS records if they are new. The host may have lost the zone and its keys. */
	async function sign(host: DnsHost, domain: Domain, owner: ZoneOwner): Promise<"signed" | "again"> {
		const { id, name, userId, dnssec } = domain;
		const signed = await host.sign(name, owner);
		if (signed === "not_owner") return "again";
		const ds = [...signed];
		if (hasDs(dnssec) && JSON.stringify(ds) === JSON.stringify(domain.ds)) return "signed";
		const now = clock();
		const waiting = change(
			registrations.setDnssec(domain, { dnssec: "waiting", dnssecAt: now, ds }),
			emit({ kind: "domain.sync", payload: { domainId: id }, userId, replacesWaiting: true }),
		);
		return (await db.commit(waiting, now)).state === "ok" ? "signed" : "again";
	}

	/**
	 * Publishes a domain's records and forwards at the DNS host. Safe to repeat. Records of a domain that is not active yet
	 * are a draft and are not published. A domain in redemption keeps its published records. Returns `again` if the event
	 * must be retried, and the reason if the host rejects the records.
	 */
	async function publish(domainId: string): Promise<"published" | "again" | RefusedChange> {
		const found = await repo.findForPublishing(domainId);
		if (!found) return "published";
		const { domain, records } = found;
		const { name } = domain;
		const owner = ownerOf(domain);
		if (domain.status === "redemption") return "published";
		if (!registeredStatuses.includes(domain.status)) {
			// Removes the zone of an earlier registration of the same row.
			await (await hosts.of(name)).deleteZone(name, owner);
			return "published";
		}
		// Publish even if the registry does not answer.
		if ((await registrar.info(domain).catch(() => undefined)) === "not_held") {
			const now = clock();
			await db.commit(registrations.end(domain, "lost", now), now);
			return "again";
		}
		const host = await hosts.toClaim(name, owner, domain.nameservers);
		if ((await host.claimZone(name, owner)) === "not_owner") return "published";
		if (isDnssecOn(domain.dnssec) && (await sign(host, domain, owner)) === "again") return "again";
		const hosted = await host.list(name, owner);
		if (hosted === "not_owner") return "again";
		const { forwarding } = host;
		const changes = rrsetChanges(hosted.rrsets, wantedRRsets(domain, records, host));
		const applied = changes.length > 0 ? await host.apply(name, owner, changes, hosted.version) : "applied";
		if (typeof applied === "object") return applied;
		if (applied !== "applied") return "again";
		if (forwarding?.by === "host" && (await forwarding.set(name, owner, domain.forwards ?? [])) !== "applied")
			return "again";
		// If the registration ended in the meantime, the next run removes its zone.
		const { state } = await db.commit(repo.markPublished(domain), clock());
		return state === "ok" ? "published" : "again";
	}

	/**
	 * Removes the key of a zone whose DS record went away at `since` (ms), unless DNSSEC was switched on again. Safe to
	 * repeat.
	 */
	async function unsign(domainId: string, since: number): Promise<void> {
		const found = await repo.findForPublishing(domainId);
		if (found?.domain.dnssecAt !== since) return;
		const { domain } = found;
		const { id, name, userId } = domain;
		const now = clock();
		if (domain.dnssec === "expiring") {
			const info = await registrar.info(domain);
			if (info && info !== "not_held" && info.signed) {
				// The registry got an older setting later.
				const again = emit({ kind: "domain.sync", payload: { domainId: id }, userId, replacesWaiting: true });
				const removing = registrations.setDnssec(domain, { dnssec: "removing", dnssecAt: now });
				await db.commit(change(removing, again), now);
				return;
			}
			// From here on it can't be switched on until the key is gone.
			const { state } = await db.commit(registrations.setDnssec(domain, { dnssec: "unsigning" }), now);
			if (state !== "ok") return;
		} else if (domain.dnssec !== "unsigning") return;
		await (await hosts.of(name)).unsign(name, ownerOf(domain));
		const unsigned = { ...domain, dnssec: "unsigning" as const };
		await db.commit(registrations.setDnssec(unsigned, { dnssec: "off", dnssecAt: null, ds: null }), clock());
	}

	return { publish, unsign };
}

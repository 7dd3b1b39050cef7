import { type Change, change, emit, endDeadEvents, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Domain } from "~/db/schema";
import { emailOwner } from "~/features/domains/change-email.server";
import { dsForgottenMs } from "~/features/domains/dnssec";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import { type DnsHost, usesOnly, type ZoneService } from "~/platform/dns/dns-host";
import type { DnsHosts } from "~/platform/dns/dns-hosts";
import { createDnsRepo } from "./dns.repo.server";
import { wantedRRsets } from "./rrsets";
import { dnsServiceName } from "./zone-move";
import { createZoneMovesRepo, type ZoneMoveRow } from "./zone-moves.repo.server";
import { ownerOf } from "./zone-owner";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Pick<Registrations, "setNameservers">;
	readonly hosts: DnsHosts;
}

export type ZoneMoves = ReturnType<typeof createZoneMoves>;

/** How long other servers remember nameservers: as long as a DS record, which the same registry publishes. */
const delegationForgottenMs = dsForgottenMs;

/** Between two looks at whether the registry uses the new nameservers. */
const delegationCheckMs = HOUR;

/** How long a move waits for the registry before staff have to look at it. */
const mostDelegationMs = 14 * DAY;

/** How long the old zone is kept after its time because its nameservers are used again, before staff have to look at it. */
const mostOverdueMs = 7 * DAY;

const notDelegated = "The registry does not use the new nameservers yet";

type MovedDomain = Pick<Domain, "id" | "name" | "status" | "dnssec" | "nameservers" | "updatedAt" | "userId">;

/** What starting or stopping a move changes with it: its entry in the audit log. */
type Recorded = (move: { readonly from: string; readonly to: string }) => Change;

/**
 * Moves zones from one DNS service to another. The old zone answers until no one asks it any more, so the domain works at
 * each moment.
 */
export function createZoneMoves({ db, clock, registrations, hosts }: Dependencies) {
	const repo = createZoneMovesRepo(db);
	const dns = createDnsRepo(db);

	const continued = (domainId: string, userId: string): Change =>
		emit({ kind: "dns.move", payload: { domainId }, userId, replacesWaiting: true });

	/** Whether the old service still gets questions about the domain. */
	const usesOld = (domain: Pick<Domain, "nameservers">, { nameservers }: DnsHost): boolean =>
		domain.nameservers.some((name) => nameservers.includes(name));

	/** Without the service, its nameservers are not known, so the old zone could be left too early. */
	const notListed = (service: ZoneService): Outcome => ({
		state: "failed",
		reason: `The setting DNS does not list ${service}`,
	});

	/** Creates the zone at the new service, and gives the domain its nameservers if it has those of the old one. */
	async function publish(
		move: ZoneMoveRow,
		domain: Domain,
		sets: Parameters<typeof wantedRRsets>[1],
	): Promise<Outcome> {
		const { name } = domain;
		// Its records are not published until it is renewed or deleted.
		if (domain.status === "redemption")
			return { state: "postponed", reason: `${name} is in redemption`, until: clock() + DAY };
		if (domain.dnssec !== "off") return { state: "refused", reason: `DNSSEC was switched on for ${name}` };
		const to = hosts.movable(move.toService);
		if (!to) return notListed(move.toService);
		const from = hosts.movable(move.fromService);
		if (!from) return notListed(move.fromService);
		const taken = await to.takeOver(name, ownerOf(domain), move.fromService, wantedRRsets(domain, sets, to));
		if (taken === "busy") return { state: "failed", reason: "The zone is being changed" };
		if (taken === "not_owner") {
			await db.commit(repo.end(domain.id, "publishing"), clock());
			return done;
		}
		if (typeof taken === "object") {
			const { set, refused } = taken;
			return { state: "refused", reason: set ? `${set.type} ${set.name} ${refused}` : refused };
		}
		const now = clock();
		const { id: domainId, userId } = domain;
		const isDelegated = domain.nameservers.length > 0 && usesOnly(domain.nameservers, from.nameservers);
		const nameservers = [...to.nameservers];
		const params = { domain: toUnicode(name), nameservers };
		const published = change(
			repo.update(domainId, "publishing", { state: "delegating", startedAt: now }),
			isDelegated &&
				change(
					registrations.setNameservers(domain, nameservers, now),
					log({ kind: "domain.nameservers", actor: "staff", params, owner: { userId }, subjectId: domainId }),
					emailOwner(domain, "nameservers"),
				),
			// Records may have changed in the meantime.
			emit({ kind: "dns.publish", payload: { domainId }, userId }),
		);
		if ((await db.commit(published, now)).state !== "ok")
			return { state: "failed", reason: "The domain was changed in the meantime" };
		return waiting(now, notDelegated, { atMost: now + mostDelegationMs });
	}

	/** Looks again later, or leaves the move to staff after some time (ms). */
	const waiting = (now: number, reason: string, { atMost }: { readonly atMost: number }): Outcome =>
		now < atMost ? { state: "postponed", reason, until: now + delegationCheckMs } : { state: "refused", reason };

	const usesOldText = (service: ZoneService): string => `The domain uses nameservers of ${dnsServiceName(service)}`;

	/** Waits until the registry uses nameservers of others than the old service, and then until that is known everywhere. */
	async function awaitDelegation(move: ZoneMoveRow, domain: Domain): Promise<Outcome> {
		const now = clock();
		const from = hosts.movable(move.fromService);
		if (!from) return notListed(move.fromService);
		const atMost = move.leavesAt === null ? move.startedAt + mostDelegationMs : move.leavesAt + mostOverdueMs;
		if (usesOld(domain, from)) return waiting(now, usesOldText(move.fromService), { atMost });
		if (domain.delegation === "pending") return waiting(now, notDelegated, { atMost });
		const leavesAt = now + delegationForgottenMs;
		await db.commit(repo.update(domain.id, "delegating", { state: "removing", leavesAt }), now);
		return { state: "postponed", reason: "Other servers may remember the old nameservers", until: leavesAt };
	}

	async function remove(move: ZoneMoveRow, domain: Domain | null): Promise<Outcome> {
		const { domainId, name, fromService, leavesAt } = move;
		const now = clock();
		if (leavesAt !== null && leavesAt > now)
			return { state: "postponed", reason: "Other servers may remember the old nameservers", until: leavesAt };
		const from = hosts.movable(fromService);
		if (!from) return notListed(fromService);
		// The customer chose them again in the meantime.
		const isAsked = domain && (usesOld(domain, from) || (leavesAt !== null && domain.delegation === "pending"));
		if (isAsked) {
			await db.commit(repo.update(domainId, "removing", { state: "delegating", leavesAt: leavesAt ?? now }), now);
			return awaitDelegation({ ...move, leavesAt: leavesAt ?? now }, domain);
		}
		if ((await from.leave(name)) === "busy") return { state: "failed", reason: "The zone is being changed" };
		await db.commit(repo.end(domainId, "removing"), clock());
		return done;
	}

	return {
		/** The service that has the domain's zone, its move, and the services it can be moved to. */
		async of(domainId: string) {
			const place = await repo.place(domainId);
			const services = hosts.all.flatMap(({ id }) => (hosts.movable(id) ? [id as ZoneService] : []));
			return { ...place, others: services.filter((id) => id !== place.service) };
		},

		/** Starts to move a domain's zone. Fails with `conflict` unless it has one that can be moved. */
		async start(domain: MovedDomain, to: ZoneService, recorded: Recorded): Promise<Result<null>> {
			const { id: domainId, name, userId } = domain;
			const shown = toUnicode(name);
			if (!registeredStatuses.includes(domain.status) || domain.status === "redemption")
				return fail("conflict", `${shown} is not active, so its zone is not published.`);
			if (!hosts.movable(to)) return failField("service", `${dnsServiceName(to)} is not configured.`);
			const { service: from, move } = await repo.place(domainId);
			if (move) return fail("conflict", `The zone of ${shown} is being moved already.`);
			if (from === null) return fail("conflict", `${shown} has no zone yet. Try again in a few minutes.`);
			if (from === to) return failField("service", `The zone is at ${dnsServiceName(to)} already.`);
			const old = hosts.movable(from);
			if (!old)
				return fail(
					"conflict",
					`The zone is at ${dnsServiceName(from)}, which the setting DNS does not list. List it again first, so that the old zone can be deleted there.`,
				);
			if (usesOld(domain, old) && !usesOnly(domain.nameservers, old.nameservers))
				return fail(
					"conflict",
					`${shown} uses nameservers of ${dnsServiceName(from)} and others (${domain.nameservers.join(", ")}). The zone at ${dnsServiceName(from)} would answer with old records. The customer has to choose nameservers of one service first.`,
				);
			if (domain.dnssec !== "off")
				return fail(
					"conflict",
					`DNSSEC is on for ${shown}, and ${dnsServiceName(to)} has another key. With the present DS record, the domain would stop working. The customer has to turn DNSSEC off first, on the page of its DNS records. Two days later, when it is off, you can move the zone, and they can turn it on again afterwards.`,
				);
			const now = clock();
			const row = { domainId, name, fromService: from, toService: to, startedAt: now, leavesAt: null };
			const started = change(
				recorded({ from: dnsServiceName(from), to: dnsServiceName(to) }),
				...repo.start({ ...row, state: "publishing" }, domain, now),
				continued(domainId, userId),
			);
			const { state } = await db.commit(started, now);
			if (state === "duplicate") return fail("conflict", `The zone of ${shown} is being moved already.`);
			return state === "ok" ? ok(null) : fail("conflict", `${shown} was changed in the meantime. Try again.`);
		},

		/**
		 * Stops a move. Before the new service has the zone, what was created there is deleted. Later, the zone stays at both,
		 * and the old one has to be deleted by hand.
		 */
		async stop({ id: domainId, userId }: MovedDomain, recorded: Recorded): Promise<Result<"back" | "both">> {
			const move = await repo.find(domainId);
			if (!move) return fail("conflict", "The zone is not being moved any more.");
			const { name, state, fromService, toService } = move;
			const now = clock();
			const entry = recorded({ from: dnsServiceName(fromService), to: dnsServiceName(toService) });
			const stopped =
				state === "publishing"
					? change(
							repo.keepZone(name, fromService, now),
							repo.update(domainId, state, {
								...{ fromService: toService, toService: fromService },
								...{ state: "removing", leavesAt: null },
							}),
							continued(domainId, userId),
						)
					: repo.end(domainId, state);
			const event = { kind: "dns.move", payload: { domainId } } as const;
			const letters = endDeadEvents(db, event, "The move was stopped", now);
			const committed = await db.commit(change(entry, stopped, letters), now);
			if (committed.state !== "ok") return fail("conflict", "The move has gone on in the meantime. Reload the page.");
			return ok(state === "publishing" ? "back" : "both");
		},

		/** Takes the next step of a move. Safe to repeat. */
		async run(domainId: string): Promise<Outcome> {
			const move = await repo.find(domainId);
			if (!move) return done;
			const found = await dns.findForPublishing(domainId);
			if (!found || !registeredStatuses.includes(found.domain.status)) {
				// Its publication deletes the zone at the service that has it.
				if (move.state !== "removing")
					await db.commit(repo.update(domainId, move.state, { state: "removing", leavesAt: null }), clock());
				return remove({ ...move, leavesAt: null }, null);
			}
			const { domain, records } = found;
			switch (move.state) {
				case "publishing":
					return publish(move, domain, records);
				case "delegating":
					return awaitDelegation(move, domain);
				case "removing":
					return remove(move, domain);
			}
		},
	};
}

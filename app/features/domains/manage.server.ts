import { type ActivityEntry, audit, type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner, SensitiveOwner } from "~/db/owner";
import { domainAddonsEnded } from "~/features/addons/addon-changes.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { formatDay, kenya } from "~/lib/dates";
import { SECOND } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import { withTimeout } from "~/lib/with-timeout";
import type { DnsHosts } from "~/platform/dns/dns-hosts";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { OutgoingTransfer, Registrar, TransferAnswer } from "~/platform/registrar/registrar";
import { emailOwner } from "./change-email.server";
import { countChange } from "./change-limits";
import type { DomainContacts } from "./contacts";
import { departed } from "./departure.server";
import { dsForgottenMs, hasDs, isDnssecOn, usesOurNameservers } from "./dnssec";
import { registeredStatuses } from "./domain-pages";
import { findRestriction } from "./domain-restriction";
import { domainStates } from "./domain-state";
import type { EmailedChange } from "./emailed-changes";
import type { UrlForward } from "./forwarding";
import { parseForward } from "./forwarding";
import { createManageRepo } from "./manage.repo.server";
import { type NameserverInput, parseNameservers } from "./nameservers";
import { createPortfolioRepo } from "./portfolio.repo.server";
import { needsRegistrantCheck } from "./registrant-check";
import { checkDue, endedSettings } from "./registrations.repo.server";
import type { Registrations } from "./registrations.server";
import { toUnicode } from "./to-unicode";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly registrations: Pick<Registrations, "end" | "setDnssec">;
	readonly registrar: Pick<
		Registrar,
		"departure" | "info" | "update" | "authCode" | "remove" | "outgoing" | "answerOutgoing" | "answersOutgoing"
	>;
	readonly hosts: Pick<DnsHosts, "locate">;
}

export type DomainManagement = ReturnType<typeof createDomainManagement>;

type Domain = NonNullable<Awaited<ReturnType<ReturnType<typeof createPortfolioRepo>["find"]>>>;
type Fields = Parameters<ReturnType<typeof createManageRepo>["update"]>[2];
type Guard = Parameters<ReturnType<typeof createManageRepo>["update"]>[3]["guard"];

type Entry = { [E in ActivityEntry as E["kind"]]: Pick<E, "kind" | "params"> }[`domain.${string}` &
	ActivityEntry["kind"]];

interface Update {
	readonly fields: Fields;
	/** The log entry. `domain`: Unicode form. */
	readonly entry: (domain: string) => Entry;
	/** The email to the owner. */
	readonly email?: EmailedChange;
	/** What must hold in addition to the status: `unlocked`, or `unchanged` since it was read. */
	readonly guard?: Guard;
	/** Also deletes its records and ends its add-ons. */
	readonly deletesRecords?: boolean;
	/** Events for the registrar or the nameservers. */
	readonly events?: readonly ("domain.sync" | "dns.publish")[];
	/** The entry of the audit log, if staff make the change. */
	readonly recorded?: Change | undefined;
}

/** A page waits no longer for a registry. */
const registryTimeoutMs = 3 * SECOND;

const noRegistry = "The registry does not answer. Try again in a minute.";

/** How long to wait before asking a registry again whether it uses the new nameservers. */
const delegationRetryMs = 20 * SECOND;

/** Changes that customers make to their domains. */
export function createDomainManagement({ db, clock, rateLimiter, registrations, registrar, hosts }: Dependencies) {
	const repo = createManageRepo(db);
	const portfolio = createPortfolioRepo(db);

	/** The owner's domain, if its registry accepts changes in its present status. */
	async function changeable(owner: Owner, domainId: string, states = registeredStatuses): Promise<Result<Domain>> {
		const domain = await portfolio.find(owner, domainId, clock());
		if (!domain) return fail("not_found", "This domain is not in your account.");
		const restriction = findRestriction({ ...domain, name: toUnicode(domain.name) }, states);
		return restriction ? fail("conflict", `${restriction.title}. ${restriction.text}`) : ok(domain);
	}

	/** Fails with `conflict` if the domain has changed since it was read, with `rate_limited` after too many changes. */
	async function update(owner: Owner, domain: Domain, to: Update): Promise<Result<null>> {
		const now = clock();
		const { id: domainId, userId } = domain;
		const counted = await countChange(rateLimiter, domain);
		if (!counted.ok) return counted;
		const shown = toUnicode(domain.name);
		const { events = [] } = to;
		const updated = change(
			to.recorded,
			repo.update(owner, domain, to.fields, { guard: to.guard, now }),
			log({ ...to.entry(shown), actor: to.recorded ? "staff" : "customer", owner, subjectId: domainId }),
			to.deletesRecords && change(repo.deleteRecords(domainId), domainAddonsEnded(db, domainId, now)),
			// A sync sends the registry the latest state.
			...events.map((kind) => emit({ kind, payload: { domainId }, userId, replacesWaiting: kind === "domain.sync" })),
			to.email && emailOwner(domain, to.email),
		);
		const { state } = await db.commit(updated, now);
		if (state === "ok") return ok(null);
		return fail("conflict", `${shown} was changed in the meantime. Check it, then try again.`);
	}

	/** Ends a registration that its registry no longer has. Does nothing if the row has changed since it was read. */
	async function endLost(domain: Domain): Promise<void> {
		const now = clock();
		await db.commit((await departed({ registrar, registrations }, domain, now)).change, now);
	}

	/** The next state of DNSSEC after the registry has the settings. Stale if it was switched in the meantime. */
	function dnssecContinued(domain: Domain, now: number): Change | null {
		const { id, userId, dnssec } = domain;
		if (dnssec === "waiting") return registrations.setDnssec(domain, { dnssec: "active", dnssecAt: now });
		if (dnssec !== "removing") return null;
		const unsign = emit({
			kind: "dns.unsign",
			payload: { domainId: id, since: now },
			userId,
			delayMs: dsForgottenMs,
		});
		return change(registrations.setDnssec(domain, { dnssec: "expiring", dnssecAt: now }), unsign);
	}

	async function updateById(owner: Owner, domainId: string, to: Update): Promise<Result<null>> {
		const domain = await changeable(owner, domainId);
		return domain.ok ? update(owner, domain.value, to) : domain;
	}

	/** Null if there is none, or the registrar does not answer in time. */
	async function outgoing(domain: Domain): Promise<OutgoingTransfer | null> {
		if (domain.locked || !registeredStatuses.includes(domain.status)) return null;
		const found = await withTimeout(registrar.outgoing(domain), registryTimeoutMs).catch(() => undefined);
		return found ?? null;
	}

	/** Sends the customer's answer to the registry. Fails with `conflict` if no transfer waits for it. */
	async function answerTransfer(owner: Owner, domainId: string, answer: TransferAnswer): Promise<Result<Domain>> {
		const domain = await changeable(owner, domainId);
		if (!domain.ok) return domain;
		const shown = toUnicode(domain.value.name);
		const waiting = await outgoing(domain.value);
		if (!waiting) return fail("conflict", `No transfer of ${shown} waits for your answer. Reload the page.`);
		if (!waiting.answers.includes(answer))
			return fail("conflict", `Only the registrant can ${answer} this transfer, by the link in our registrar's email.`);
		const answered = await registrar.answerOutgoing(domain.value, answer).catch(() => "unreachable" as const);
		if (answered === "unreachable") return fail("unavailable", noRegistry);
		if (answered === "by_hand")
			return fail("conflict", `The registry did not take the answer. Contact us about the transfer of ${shown}.`);
		if (answered === "not_held") {
			await endLost(domain.value);
			return fail("conflict", `${shown} is no longer registered with us.`);
		}
		const isRejected = answer === "reject";
		const kind = isRejected ? "domain.transfer_rejected" : "domain.transfer_approved";
		const noted = await update(owner, domain.value, {
			// So that it is not asked for again.
			fields: isRejected ? { locked: true } : {},
			entry: (name) => ({ kind, params: { domain: name, to: waiting.to ?? "" } }),
			...(isRejected && { events: ["domain.sync"] as const }),
		});
		return noted.ok ? domain : noted;
	}

	/** The DNS host of the domain's zone. Undefined if it is not configured any more. */
	const hostOf = async (name: string) => (await hosts.locate([name]))(name);

	/** The nameservers of the domain's zone. */
	const nameserversFor = async (name: string): Promise<readonly string[]> => (await hostOf(name))?.nameservers ?? [];

	/** Whether something redirects the visitors of a forwarded name. */
	const canForward = async (name: string): Promise<boolean> => Boolean((await hostOf(name))?.forwarding);

	return {
		canForward,
		nameserversFor,

		/** @param recorded the entry of the audit log, if staff make the change. The same in the functions below. */
		lock: (owner: Owner, domainId: string, recorded?: Change) =>
			updateById(owner, domainId, {
				recorded,
				fields: { locked: true },
				entry: (domain) => ({ kind: "domain.locked", params: { domain } }),
				events: ["domain.sync"],
			}),

		/** Fails with `conflict` while a new registrant keeps the domain locked. */
		async unlock(owner: SensitiveOwner, domainId: string, recorded?: Change) {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const { transferLockedUntil: until, name } = domain.value;
			if (until !== null && until > clock())
				return fail(
					"conflict",
					`${toUnicode(name)} stays locked until ${formatDay(until, kenya)}, because its registrant has changed. ICANN's rules require this.`,
				);
			return update(owner, domain.value, {
				recorded,
				fields: { locked: false },
				entry: (domain) => ({ kind: "domain.unlocked", params: { domain } }),
				email: "unlocked",
				events: ["domain.sync"],
			});
		},

		setPrivacy: (owner: Owner, domainId: string, privacy: boolean) =>
			updateById(owner, domainId, {
				fields: { privacy },
				entry: (domain) => ({ kind: "domain.privacy", params: { domain, on: privacy } }),
				events: ["domain.sync"],
			}),

		/**
		 * Failures name the field of the row: `host0`, `addresses0` …
		 * @param to `ours`: those of the domain's zone
		 */
		async setNameservers(owner: ConfirmedOwner, domainId: string, to: readonly NameserverInput[] | "ours") {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const ours = await nameserversFor(domain.value.name);
			const rows = to === "ours" ? ours.map((host) => ({ host, addresses: "" })) : to;
			const parsed = parseNameservers(rows, domain.value.name);
			if (!parsed.ok) return parsed;
			const nameservers = [...parsed.value.nameservers];
			if (domain.value.dnssec !== "off" && !usesOurNameservers(nameservers, ours))
				return fail(
					"conflict",
					`DNSSEC is on for ${toUnicode(domain.value.name)}. Turn it off with its DNS records first, which takes about two days. With other nameservers, the domain would stop working.`,
				);
			return update(owner, domain.value, {
				fields: { nameservers, glue: [...parsed.value.glue], delegation: "pending" },
				// DNSSEC may have been switched on.
				guard: "unchanged",
				entry: (domain) => ({ kind: "domain.nameservers", params: { domain, nameservers } }),
				email: "nameservers",
				events: ["domain.sync"],
			});
		},

		/** Repeating it changes nothing. */
		async setDnssec(owner: ConfirmedOwner, domainId: string, on: boolean): Promise<Result<null>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const { dnssec, nameservers, name } = domain.value;
			if (on === isDnssecOn(dnssec)) return ok(null);
			if (on && !usesOurNameservers(nameservers, await nameserversFor(name)))
				return fail("conflict", `${toUnicode(name)} uses other nameservers. Turn DNSSEC on at their provider.`);
			if (dnssec === "unsigning") return fail("conflict", "DNSSEC is being turned off. Try again in a minute.");
			if (on && (await repo.isZoneMoving(domainId)))
				return fail(
					"conflict",
					`The DNS zone of ${toUnicode(name)} is moving to other nameservers. You can turn DNSSEC on in about two days.`,
				);
			if (on) {
				const info = await registrar.info(domain.value).catch(() => "unreachable" as const);
				if (info === "unreachable") return fail("unavailable", noRegistry);
				if (!info || info === "not_held" || info.signed === undefined)
					return fail("unavailable", `DNSSEC is not available for ${toUnicode(name)} yet.`);
			}
			return update(owner, domain.value, {
				fields: { dnssec: on ? "signing" : "removing", dnssecAt: clock() },
				guard: "unchanged",
				entry: (domain) => ({ kind: "domain.dnssec", params: { domain, on } }),
				email: "dnssec",
				events: [on ? "dns.publish" : "domain.sync"],
			});
		},

		setContacts: async (owner: ConfirmedOwner, domainId: string, contacts: DomainContacts) => {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			return update(owner, domain.value, {
				fields: {
					contacts,
					...(needsRegistrantCheck(domain.value.name) && checkDue(clock(), domain.value.registrantCheck)),
				},
				entry: (domain) => ({ kind: "domain.contacts", params: { domain } }),
				email: "contacts",
				events: ["domain.sync"],
			});
		},

		async addForward(owner: ConfirmedOwner, domainId: string, input: UrlForward): Promise<Result<null>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			if (!(await canForward(domain.value.name))) return fail("unavailable", "We can't forward names at the moment.");
			const present = domain.value.forwards ?? [];
			const forward = parseForward(input, domain.value.name, present);
			if (!forward.ok) return forward;
			return update(owner, domain.value, forwardsUpdate([...present, forward.value], "added"));
		},

		/** Returns what was removed, so that it can be added again. Null if there was nothing to remove. */
		async removeForward(owner: ConfirmedOwner, domainId: string, host: string): Promise<Result<UrlForward | null>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const present = domain.value.forwards ?? [];
			const removed = present.find((forward) => forward.host === host);
			if (!removed) return ok(null);
			const others = present.filter((forward) => forward !== removed);
			const done = await update(owner, domain.value, forwardsUpdate(others, "removed"));
			return done.ok ? ok(removed) : done;
		},

		/**
		 * Returns the authorization code for a transfer to another registrar, and emails the owner that it was shown. Fails
		 * with `auth_code_by_hand` if staff have to fetch it.
		 */
		async showAuthCode(owner: SensitiveOwner, domainId: string, recorded?: Change): Promise<Result<string>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const { name, locked } = domain.value;
			if (locked) return fail("conflict", `${toUnicode(name)} is locked. Unlock it first.`);
			const answer = await registrar.authCode(domain.value).catch(() => undefined);
			if (answer === "not_held") {
				await endLost(domain.value);
				return fail("conflict", `${toUnicode(name)} is no longer registered with us, so we can't show its code.`);
			}
			if (answer === "by_hand")
				return fail(
					"conflict",
					`The code of ${toUnicode(name)} has to be fetched by hand. Get it in the control panel of its registrar, and send it in the customer's ticket.`,
					{ code: "auth_code_by_hand" },
				);
			if (!answer)
				return fail("unavailable", "We haven't received the code from the registry yet. Try again in a minute.");
			const noted = await update(owner, domain.value, {
				recorded,
				fields: {},
				entry: (domain) => ({ kind: "domain.auth_code", params: { domain } }),
				email: "auth-code",
				guard: "unlocked",
			});
			return noted.ok ? ok(answer.code) : noted;
		},

		/** The transfer to another registrar that waits for the customer's answer. */
		outgoing,

		/** Whether customers see such a transfer in the portal, and can answer it there. */
		answersTransfers: (domain: Pick<Domain, "name" | "registrar">): boolean => registrar.answersOutgoing(domain),

		/** The domain leaves the account as soon as the registry has moved it. */
		async approveTransfer(owner: ConfirmedOwner, domainId: string): Promise<Result<null>> {
			const answered = await answerTransfer(owner, domainId, "approve");
			if (!answered.ok) return answered;
			// Otherwise the nightly comparison ends it.
			const info = await registrar.info(answered.value).catch(() => undefined);
			if (info === "not_held") await endLost(answered.value);
			return ok(null);
		},

		/** The domain stays, and is locked. */
		async rejectTransfer(owner: Owner, domainId: string): Promise<Result<null>> {
			const answered = await answerTransfer(owner, domainId, "reject");
			return answered.ok ? ok(null) : answered;
		},

		/** @param typed the domain's name, as its holder typed it to confirm. */
		async deleteDomain(owner: ConfirmedOwner, domainId: string, typed: string): Promise<Result<null>> {
			const domain = await changeable(owner, domainId, ["active"]);
			if (!domain.ok) return domain;
			const shown = toUnicode(domain.value.name);
			if (![domain.value.name, shown].includes(typed.trim().normalize().toLowerCase()))
				return failField("name", `Type ${shown} to confirm.`);
			return update(owner, domain.value, {
				fields: {
					status: domainStates.move("active", "released"),
					...endedSettings,
				},
				deletesRecords: true,
				entry: (domain) => ({ kind: "domain.deleted", params: { domain } }),
				email: "deleted",
				events: ["domain.sync", "dns.publish"],
			});
		},

		/** Jobs of the domain's registration or transfer, oldest first. */
		jobs: (owner: Owner, domainId: string) => repo.jobs(owner, domainId, clock()),

		/** Sends a domain's settings to the registrar. `until` (ms): check again then if the nameservers are in use. */
		async sync(domainId: string): Promise<"done" | "by_hand" | { readonly until: number }> {
			const domain = await repo.domain(domainId);
			if (!domain || domain.heldByAnother) return "done";
			const { status, nameservers, glue, locked, privacy, contacts, dnssec } = domain;
			if (status === "released") return (await registrar.remove(domain)) === "by_hand" ? "by_hand" : "done";
			if (!registeredStatuses.includes(status)) return "done";
			// A DS record that another DNS provider left would make our answers look forged.
			const ds = usesOurNameservers(nameservers, await nameserversFor(domain.name))
				? (hasDs(dnssec) && domain.ds) || []
				: null;
			const settings = { nameservers, glue: glue ?? [], ds, locked, privacy, contacts };
			const carried = await registrar.update(domain, settings);
			if (carried === "by_hand") return "by_hand";
			const info = carried === "done" ? await registrar.info(domain) : carried;
			if (info === "not_held") {
				await endLost(domain);
				return "done";
			}
			if (info && !info.delegated) return { until: clock() + delegationRetryMs };
			if (domain.delegation === "pending") await db.commit(repo.setDelegation(domainId, "live"), clock());
			if (dnssec === "waiting" && info?.signed === false) return { until: clock() + delegationRetryMs };
			if (dnssec === "removing" && info?.signed === true) return { until: clock() + delegationRetryMs };
			const now = clock();
			const continued = dnssecContinued(domain, now);
			if (continued) await db.commit(continued, now);
			return "done";
		},

		/**
		 * Records that staff have made a change at the registrar that the shop could not make, so its nameservers are in use.
		 * They are not if the customer has changed something since. @param finished ends the event of the change
		 */
		async doneByHand(
			by: StaffSession,
			{ domainId, eventId }: { readonly domainId: string; readonly eventId: string },
			finished: Change,
		): Promise<Result<null>> {
			const [domain, hasNewer] = await Promise.all([repo.domain(domainId), repo.hasNewerSync(domainId, eventId)]);
			if (!domain) return fail("not_found", "There is no such domain.");
			const now = clock();
			const shown = toUnicode(domain.name);
			const isInUse = registeredStatuses.includes(domain.status) && !hasNewer;
			const done = change(
				audit(by, "services.change", {
					kind: "domain.changed_by_hand",
					subject: { type: "domain", id: domainId },
					customerId: domain.userId,
					params: { domain: shown },
				}),
				finished,
				isInUse && change(repo.setLive(domain), dnssecContinued(domain, now)),
			);
			const { state } = await db.commit(done, now);
			return state === "ok" ? ok(null) : fail("conflict", `${shown} was changed in the meantime. Reload the page.`);
		},
	};
}

const forwardsUpdate = (forwards: UrlForward[], change: "added" | "removed"): Update => ({
	fields: { forwards },
	guard: "unchanged",
	entry: (domain) => ({ kind: "domain.forwarding", params: { domain, change } }),
	email: "forwarding",
	events: ["dns.publish"],
});

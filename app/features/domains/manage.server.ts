import type { Database } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { Registrar } from "~/platform/registrar/registrar";
import { countChange } from "./change-limits";
import { type NoticedChange, noticeOf } from "./change-notice";
import type { DomainContacts } from "./contacts";
import { registered } from "./domain-pages";
import { whyClosed } from "./domain-standing";
import { domainStates } from "./domain-state";
import type { UrlForward } from "./forwarding";
import { parseForward } from "./forwarding";
import type { Holdings } from "./holdings.server";
import { createManageRepo } from "./manage.repo.server";
import { type NameserverInput, parseNameservers } from "./nameservers";
import { createPortfolioRepo } from "./portfolio.repo.server";
import { readable } from "./readable";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly rateLimiter: RateLimiter;
	readonly holdings: Pick<Holdings, "ended">;
	readonly registrar: Pick<Registrar, "info" | "update" | "authCode" | "remove">;
	readonly dispatch: (ids: readonly string[]) => void;
}

export type DomainManagement = ReturnType<typeof createDomainManagement>;

type Domain = NonNullable<Awaited<ReturnType<ReturnType<typeof createPortfolioRepo>["find"]>>>;
type Fields = Parameters<ReturnType<typeof createManageRepo>["change"]>[2];
type Guard = Parameters<ReturnType<typeof createManageRepo>["change"]>[3]["guard"];

interface Change {
	readonly fields: Fields;
	/** The log's kind and sentence; the domain's name and a full stop follow. */
	readonly kind: string;
	readonly sentence: string;
	readonly notice?: NoticedChange;
	/** What must still be as it was read, besides the state: nothing, the open lock, or all of it. */
	readonly guard?: Guard;
	/** Its records go with it. */
	readonly emptied?: boolean;
	/** What has to follow at the registrar or the nameservers. */
	readonly effects?: readonly ("domain.sync" | "dns.publish")[];
}

/** Between two questions whether a registry has taken over nameservers. */
const patience = 20 * SECOND;

/** What customers change of a registration. */
export function createDomainManagement({
	db,
	clock,
	activity,
	rateLimiter,
	holdings,
	registrar,
	dispatch,
}: Dependencies) {
	const repo = createManageRepo(db);
	const portfolio = createPortfolioRepo(db);

	/** One's own domain, when its registry takes such a change now. */
	async function changeable(owner: Owner, domainId: string, states = registered): Promise<Result<Domain>> {
		const domain = await portfolio.find(owner, domainId, clock());
		if (!domain) return fail("not_found", "This domain is not in your account.");
		const why = whyClosed({ ...domain, name: readable(domain.name) }, states);
		return why ? fail("conflict", `${why.title}. ${why.text}`) : ok(domain);
	}

	/** The change, its log, its mail and what has to follow are one batch. */
	async function carryOut(owner: Owner, domain: Domain, change: Change): Promise<Result<null>> {
		const now = clock();
		const { id: domainId, userId, name } = domain;
		const counted = await countChange(rateLimiter, domain);
		if (!counted.ok) return counted;
		const effects = [
			...(change.effects ?? []).map((kind) => enqueue(db, { kind, payload: { domainId }, userId }, now)),
			...(change.notice ? [enqueue(db, noticeOf(domain, change.notice, now), now)] : []),
		];
		const shown = readable(name);
		const message = `${change.sentence} ${shown}.`;
		const written = await db.attempt([
			repo.change(owner, domain, change.fields, { guard: change.guard, now }),
			db.mustChange(),
			activity.record({ actor: "customer", kind: change.kind, message, subjectId: domainId }, owner),
			...(change.emptied ? repo.empty(domainId) : []),
			...(change.effects?.includes("domain.sync") ? [repo.foldSyncs(userId, domainId, now)] : []),
			...effects.map(({ statement }) => statement),
		]);
		if (!written) return fail("conflict", `${shown} was changed meanwhile. Look at it again, then try once more.`);
		dispatch(effects.map(({ id }) => id));
		return ok(null);
	}

	/** The registry no longer has this registration: the row ends, unless it has changed since it was read. */
	async function lose(domain: Domain): Promise<void> {
		const lost = holdings.ended(domain, "lost", clock());
		if (await db.attempt(lost.statements)) dispatch(lost.effects);
	}

	async function change(owner: Owner, domainId: string, to: Change): Promise<Result<null>> {
		const domain = await changeable(owner, domainId);
		return domain.ok ? carryOut(owner, domain.value, to) : domain;
	}

	return {
		lock: (owner: Owner, domainId: string) =>
			change(owner, domainId, {
				fields: { locked: true },
				kind: "domain.locked",
				sentence: "Locked",
				effects: ["domain.sync"],
			}),

		unlock: (owner: ConfirmedOwner, domainId: string) =>
			change(owner, domainId, {
				fields: { locked: false },
				kind: "domain.unlocked",
				sentence: "Unlocked",
				notice: "unlocked",
				effects: ["domain.sync"],
			}),

		setPrivacy: (owner: Owner, domainId: string, privacy: boolean) =>
			change(owner, domainId, {
				fields: { privacy },
				kind: "domain.privacy",
				sentence: `Switched WHOIS privacy ${privacy ? "on" : "off"} for`,
				effects: ["domain.sync"],
			}),

		/** A wrong row is a failure with its field: `host0`, `addresses0` … */
		async setNameservers(owner: ConfirmedOwner, domainId: string, rows: readonly NameserverInput[]) {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const parsed = parseNameservers(rows, domain.value.name);
			if (!parsed.ok) return parsed;
			const nameservers = [...parsed.value.nameservers];
			return carryOut(owner, domain.value, {
				fields: { nameservers, glue: [...parsed.value.glue], delegation: "pending" },
				kind: "domain.nameservers",
				sentence: `Set ${nameservers.join(", ")} as nameservers of`,
				notice: "nameservers",
				effects: ["domain.sync"],
			});
		},

		setContacts: (owner: ConfirmedOwner, domainId: string, contacts: DomainContacts) =>
			change(owner, domainId, {
				fields: { contacts },
				kind: "domain.contacts",
				sentence: "Changed the contacts of",
				notice: "contacts",
				effects: ["domain.sync"],
			}),

		async addForward(owner: ConfirmedOwner, domainId: string, input: UrlForward): Promise<Result<null>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const present = domain.value.forwards ?? [];
			const forward = parseForward(input, domain.value.name, present);
			if (!forward.ok) return forward;
			return carryOut(owner, domain.value, forwarding([...present, forward.value], "Added a forwarding for"));
		},

		/** Answers what was removed, for who wants it back; null when there was nothing to remove. */
		async removeForward(owner: ConfirmedOwner, domainId: string, host: string): Promise<Result<UrlForward | null>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const present = domain.value.forwards ?? [];
			const removed = present.find((forward) => forward.host === host);
			if (!removed) return ok(null);
			const others = present.filter((forward) => forward !== removed);
			const done = await carryOut(owner, domain.value, forwarding(others, "Removed a forwarding of"));
			return done.ok ? ok(removed) : done;
		},

		/** What the next registrar asks for. Its holder is told that it was shown. */
		async showAuthCode(owner: ConfirmedOwner, domainId: string): Promise<Result<string>> {
			const domain = await changeable(owner, domainId);
			if (!domain.ok) return domain;
			const { name, locked } = domain.value;
			if (locked) return fail("conflict", `${readable(name)} is locked. Unlock it first, then come back.`);
			const answer = await registrar.authCode(domain.value);
			if (answer === "not_held") {
				await lose(domain.value);
				return fail("conflict", `${readable(name)} is no longer registered with us, so we can't show its code.`);
			}
			if (!answer) return fail("unavailable", "The registry has not given us the code yet. Try again in a minute.");
			const noted = await carryOut(owner, domain.value, {
				fields: {},
				kind: "domain.auth_code",
				sentence: "Showed the authorization code of",
				notice: "auth-code",
				guard: "unlocked",
			});
			return noted.ok ? ok(answer.code) : noted;
		},

		/** @param typed the domain's name, as its holder typed it to say that this is meant. */
		async giveUp(owner: ConfirmedOwner, domainId: string, typed: string): Promise<Result<null>> {
			const domain = await changeable(owner, domainId, ["active"]);
			if (!domain.ok) return domain;
			const shown = readable(domain.value.name);
			if (![domain.value.name, shown].includes(typed.trim().normalize().toLowerCase()))
				return failField("name", `Type ${shown} to confirm.`);
			return carryOut(owner, domain.value, {
				fields: {
					status: domainStates.move("active", "released"),
					autoRenew: false,
					forwards: null,
					contacts: null,
					glue: null,
				},
				emptied: true,
				kind: "domain.deleted",
				sentence: "Gave up",
				notice: "deleted",
				effects: ["domain.sync", "dns.publish"],
			});
		},

		/** How far a registration or a transfer is. */
		jobs: (owner: Owner, domainId: string) => repo.jobs(owner, domainId, clock()),

		/** Brings the registration to what its holder wants. `until`: the registry needs until about then (ms). */
		async sync(domainId: string): Promise<"done" | "by_hand" | { readonly until: number }> {
			const domain = await repo.domain(domainId);
			if (!domain || domain.heldByAnother) return "done";
			const { status, nameservers, glue, locked, privacy, contacts } = domain;
			if (status === "released") return (await registrar.remove(domain)) === "by_hand" ? "by_hand" : "done";
			if (!registered.includes(status)) return "done";
			const carried = await registrar.update(domain, { nameservers, glue: glue ?? [], locked, privacy, contacts });
			if (carried === "by_hand") return "by_hand";
			const info = carried === "done" ? await registrar.info(domain) : carried;
			if (info === "not_held") {
				await lose(domain);
				return "done";
			}
			if (info && !info.delegated) return { until: clock() + patience };
			if (domain.delegation === "pending") await repo.delegation(domainId, "live");
			return "done";
		},
	};
}

const forwarding = (forwards: UrlForward[], sentence: string): Change => ({
	fields: { forwards },
	guard: "unchanged",
	kind: "domain.forwarding",
	sentence,
	notice: "forwarding",
	effects: ["dns.publish"],
});

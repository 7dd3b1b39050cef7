import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { HostingPlan } from "~/db/schema";
import { createTaskPosition } from "~/db/task-position.server";
import { tooMany } from "~/features/accounts/account-limits";
import { parseExternalDomain } from "~/features/domains/external-domain";
import { toUnicode } from "~/features/domains/to-unicode";
import { done, type EventRow, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { logger } from "~/lib/log.server";
import { type Cursor, decodeCursor, encodeCursor } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import type { DnsLookup } from "~/platform/dns-lookup/dns-lookup";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { isRunByStaff } from "./hosting-facts";
import { domainUsed, proofRecord, proofRecords } from "./plan-domain";
import { createPlanDomainRepo } from "./plan-domain.repo.server";
import { createRecordChecks } from "./record-checks.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly panel: Pick<HostingPanel, "setDomain" | "hasCertificate">;
	readonly lookup: Pick<DnsLookup, "text">;
	readonly rateLimiter: RateLimiter;
	readonly secrets: Secrets;
}

interface UnprovenPlan {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly domain: string;
}

/** `pending`: proven, but the panel has not confirmed it yet. */
type ConnectionState = "connected" | "pending";

export type PlanDomains = ReturnType<typeof createPlanDomains>;

/** Limited, because each check queries nameservers that the customer chooses. */
const checks = { limit: 20, windowMs: HOUR };

/** Short, because the customer waits for the answer. */
const timeoutMs = 8 * SECOND;

/** Panels get certificates within hours, once the domain leads to their server. */
const certificateWaitMs = 3 * DAY;

/** Of a run that looks for domains to connect. */
const pageSize = 200;

const noAnswer = "The nameservers of this domain are not answering. Try again in a minute.";

/**
 * Connects plans to their domains at the panel after the customer has proven control of the domain: it is in their
 * account, or has our TXT record. Otherwise anyone could receive another person's email on our servers.
 */
export function createPlanDomains({ db, clock, panel, lookup, rateLimiter, secrets }: Dependencies) {
	const repo = createPlanDomainRepo(db);
	const position = createTaskPosition(db, "plan domains");

	/** The panel gets the domain right after the commit. The event repeats that if it fails. */
	const panelUpdate = ({ id, userId }: Pick<UnprovenPlan, "id" | "userId">): Change =>
		emit({ kind: "hosting.set-domain", payload: { planId: id }, userId, delayMs: MINUTE, replacesWaiting: true });

	/** Sets the domain at the panel as the plan's row says. A change during the call fails, so that it runs again. */
	async function updatePanel(planId: string): Promise<Outcome> {
		const plan = await repo.pending(planId);
		if (!plan) return done;
		const domain = plan.domainProvenAt === null ? null : plan.domain;
		if (isRunByStaff(plan.productId)) {
			const task = domain === null ? "remove the domain that it had" : `set up ${domain} on it`;
			const reason = `No control panel has ${plan.name} (${plan.id}), so do this by hand: ${task}. Then discard this event`;
			return { state: "refused", reason };
		}
		// A panel refuses a domain that another account still has.
		for (const other of domain === null ? [] : await repo.pendingRemovals(plan)) {
			const removed = await updatePanel(other);
			if (removed.state === "failed") return removed;
		}
		const answer = await panel.setDomain(plan.id, domain);
		if (answer.state === "failed") return { state: answer.retryable ? "failed" : "refused", reason: answer.message };
		const certificate = domain !== null && (await certificateOf({ ...plan, domain }));
		const now = clock();
		const { state } = await db.commit(change(repo.confirm(plan, now), certificate), now);
		if (state === "ok") return done;
		// The call may have come after that of another run, which has confirmed the change.
		const reopened = await db.commit(change(repo.reopen(plan, now), panelUpdate(plan)), now);
		return reopened.state === "ok" ? { state: "failed", reason: "The plan was changed in the meantime" } : done;
	}

	/** Marks the domain as having a certificate, or looks for it later. */
	async function certificateOf({
		id,
		userId,
		domain,
		domainProvenAt,
	}: HostingPlan & { domain: string }): Promise<Change> {
		// The domain is connected, even if the panel says nothing about the certificate.
		if (await panel.hasCertificate(id, domain).catch(() => false)) return repo.certify({ userId, domain }, clock());
		const payload = { planId: id, domain };
		const once = `${id}:${domain}:${domainProvenAt}`;
		return emit({ kind: "hosting.certificate", payload, userId, delayMs: 15 * MINUTE, once });
	}

	/** Looks for the certificate of a connected domain every hour, for three days. */
	async function checkCertificate(
		{ planId, domain }: { readonly planId: string; readonly domain: string },
		{ createdAt }: Pick<EventRow, "createdAt">,
	): Promise<Outcome> {
		const plan = await repo.connected(planId, domain);
		if (!plan) return done;
		const now = clock();
		if (await panel.hasCertificate(planId, domain)) {
			await db.commit(repo.certify({ userId: plan.userId, domain }, now), now);
			return done;
		}
		if (now - createdAt >= certificateWaitMs) return { state: "done", note: "The panel got no certificate" };
		return { state: "postponed", reason: "The panel has no certificate yet", until: now + HOUR };
	}

	async function tryPanel(planId: string): Promise<ConnectionState> {
		const outcome = await withTimeout(updatePanel(planId), timeoutMs).catch(
			(error): Outcome => ({ state: "failed", reason: errorMessage(error) }),
		);
		if (outcome.state === "done") return "connected";
		logger.warn("plan_domain_not_connected", { planId, outcome: outcome.state });
		return "pending";
	}

	async function connect(
		plan: UnprovenPlan,
		isHeld: boolean,
		actor: "customer" | "system" = "system",
	): Promise<Result<ConnectionState>> {
		const { id, name, domain, userId } = plan;
		// The newest proof counts, so plans of earlier holders lose the domain.
		const others = await repo.otherPlans(plan);
		const now = clock();
		const connected = change(
			...others.map((other) => disconnected(other, domain, now)),
			repo.connect(plan, isHeld, now),
			panelUpdate(plan),
			log({
				kind: "hosting.domain",
				actor,
				params: { plan: name, domain },
				owner: { userId },
				subjectId: id,
			}),
		);
		if ((await db.commit(connected, now)).state !== "ok")
			return fail("conflict", "This plan or its domain has changed. Please reload the page.");
		return ok(await tryPanel(id));
	}

	async function connectOrReport(plan: UnprovenPlan): Promise<void> {
		try {
			const connected = await connect(plan, true);
			if (!connected.ok) logger.warn("plan_domain_not_connected", { planId: plan.id, reason: connected.error.kind });
		} catch (error) {
			logger.error("plan_domain_not_connected", { planId: plan.id, error });
		}
	}

	const disconnected = (plan: Omit<UnprovenPlan, "domain">, domain: string, now: number) =>
		change(
			repo.disconnect(plan.id, now),
			panelUpdate(plan),
			log({
				kind: "hosting.domain_removed",
				actor: "system",
				params: { plan: plan.name, domain },
				owner: { userId: plan.userId },
				subjectId: plan.id,
			}),
		);

	const released = (
		plan: Pick<HostingPlan, "id" | "userId" | "name" | "domainProvenAt">,
		domain: string,
		now: number,
	): Change =>
		change(
			repo.release(plan, domain, now),
			panelUpdate(plan),
			log({
				kind: "hosting.domain_moved",
				actor: "customer",
				params: { plan: plan.name, domain },
				owner: { userId: plan.userId },
				subjectId: plan.id,
			}),
		);

	return {
		/** The name of the customer's other plan that has the domain of this unconnected plan. Null if none has. */
		async usedBy(owner: Owner, planId: string): Promise<string | null> {
			return (await repo.find(owner, planId, clock()))?.usedBy ?? null;
		},

		/** Looks for the TXT records that are due. */
		checkRecords: createRecordChecks({ db, clock, repo, lookup, secrets, connect: (plan) => connect(plan, false) }),

		/** The TXT record to add if the domain is not held in this account. */
		proofRecordFor: (plan: Pick<UnprovenPlan, "userId" | "domain">) => proofRecord(secrets[0], plan),

		/**
		 * Sets the domain of a plan that has none, or whose domain is not proven. Connects it at once if the customer has it
		 * here, or has proven control of it for another plan. Fails with `domain_used` if another plan of the customer has
		 * it, unless the customer confirmed that it moves.
		 * @param confirmed the domain whose move the customer confirmed
		 * @returns `unproven` if the customer has to prove control of it first
		 */
		async choose(
			owner: Owner,
			planId: string,
			typed: string,
			confirmed = "",
		): Promise<Result<ConnectionState | "unproven">> {
			const domain = parseExternalDomain(typed);
			if (!domain.ok) return failField("domain", domain.error.message);
			const { ascii } = domain.value;
			const now = clock();
			const users = await repo.plansUsing(owner, planId, ascii, now);
			const [user] = users;
			const move = parseExternalDomain(confirmed);
			if (user && !(move.ok && move.value.ascii === ascii)) {
				const message = domainUsed(toUnicode(ascii), user.name, user.planName);
				return fail("conflict", message, { code: "domain_used", fields: { domain: message } });
			}
			const proven = users.find(({ domainProvenAt }) => domainProvenAt !== null);
			const moved = proven && { id: planId, userId: proven.userId, domain: ascii };
			const chosen = change(
				...users.map((other) => released(other, ascii, now)),
				repo.choose(owner, planId, ascii, now),
				// The proof of the customer's other plan counts, because the record of each customer and domain is the same.
				moved && change(repo.connect(moved, false, now), panelUpdate(moved)),
				log({ kind: "hosting.domain_chosen", actor: "customer", params: { domain: ascii }, owner, subjectId: planId }),
			);
			if ((await db.commit(chosen, now)).state !== "ok")
				return fail("conflict", "This plan has a connected domain already, or is not active.");
			// A panel refuses a domain that another account still has.
			for (const { id } of users) await tryPanel(id);
			if (moved) return ok(await tryPanel(planId));
			const plan = await repo.find(owner, planId, clock());
			return plan?.held ? connect(plan, true) : ok("unproven");
		},

		/** Checks the proof now and connects the domain. */
		async check(owner: Owner, planId: string): Promise<Result<ConnectionState>> {
			const plan = await repo.find(owner, planId, clock());
			if (!plan) return fail("not_found", "This plan has no domain to connect.");
			if (plan.usedBy !== null) return fail("conflict", domainUsed(toUnicode(plan.domain), plan.usedBy, plan.name));
			const allowance = await rateLimiter.take(["plan-domain", planId], checks);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const isHeld = Boolean(plan.held);
			if (!isHeld) {
				const records = proofRecords(secrets, plan);
				const found = await Promise.all(
					records.map(({ name, value }) =>
						withTimeout(lookup.text(name, value), timeoutMs).catch(() => "unknown" as const),
					),
				);
				const [{ name } = { name: "" }] = records;
				if (!found.includes("found")) {
					if (found.includes("unknown")) return fail("unavailable", noAnswer, { retryAfter: 60 });
					return fail("conflict", recordMissing(name), { code: "record_missing" });
				}
			}
			return connect(plan, isHeld, isHeld ? "system" : "customer");
		},

		/** Handles the event of a changed domain. */
		updatePanel,

		/** When staff have been told to set up the domain of a plan that has no panel. Does nothing for other plans. */
		leftToStaff: (planId: string): Change => repo.leaveToStaff(planId, clock()),

		/** Handles the event of a domain without a certificate. */
		checkCertificate,

		/**
		 * Connects plans whose domains their customers hold here. `recent`: only plans of the
		 * last two days, because the domains of other customers may stay unconnected forever.
		 */
		async connectHeldDomains(scope: "recent" | "all", isOver = timeBudget()): Promise<void> {
			const createdFrom = scope === "recent" ? clock() - 2 * DAY : 0;
			const stored = scope === "all" ? await position.read() : null;
			let after: Cursor | null = decodeCursor(stored);
			do {
				const plans = await repo.listUnconnected(createdFrom, after, pageSize);
				for (const plan of plans) {
					if (isOver()) break;
					after = [plan.createdAt, plan.id];
					if (plan.held && plan.usedBy === null) await connectOrReport(plan);
				}
				if (plans.length < pageSize && !isOver()) after = null;
			} while (after !== null && !isOver());
			if (scope === "recent") return;
			if (after !== null) await db.commit(position.save(encodeCursor(after), clock()), clock());
			else if (stored !== null) await db.commit(position.clear(), clock());
		},
	};
}

const recordMissing = (name: string) =>
	`We could not find the TXT record at ${name} yet. It can take up to an hour until a new record is visible everywhere.`;

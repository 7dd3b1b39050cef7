import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { createConcurrencyLimit } from "~/lib/concurrency-limit";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import type { DnsLookup } from "~/platform/dns-lookup/dns-lookup";
import { isCheckedAutomatically, proofRecords } from "./plan-domain";
import type { PlanDomainRepo, RecordCheck } from "./plan-domain.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly repo: PlanDomainRepo;
	readonly lookup: Pick<DnsLookup, "text">;
	readonly secrets: Secrets;
	connect(plan: RecordCheck): Promise<Result<unknown>>;
}

const pageSize = 50;

/** Per run. Each lookup is a subrequest, and a Worker may send 1,000 of them, database calls included. */
const maxLookups = 500;

const lookupsAtOnce = 5;

const timeoutMs = 8 * SECOND;

/** Looks for the TXT records of plans whose customers hold their domain elsewhere. */
export function createRecordChecks({ db, clock, repo, lookup, secrets, connect }: Dependencies) {
	async function isRecordFound(plan: RecordCheck): Promise<boolean> {
		for (const { name, value } of proofRecords(secrets, plan)) {
			const present = await withTimeout(lookup.text(name, value), timeoutMs).catch(() => "unknown" as const);
			if (present === "found") return true;
		}
		return false;
	}

	/** A plan that can't be connected waits for its next check, so that it does not keep back the others. */
	async function connectOrReport(plan: RecordCheck): Promise<void> {
		try {
			const connected = await connect(plan);
			if (connected.ok) return;
			logger.warn("plan_domain_not_connected", { planId: plan.id, reason: connected.error.kind });
		} catch (error) {
			logger.error("plan_domain_not_connected", { planId: plan.id, error });
		}
		const now = clock();
		await db.commit(repo.markChecked([plan.id], now), now);
	}

	/** The email of the last check. None without an earlier check: the customer had no time to add the record. */
	function lastCheckEmail(plan: RecordCheck, now: number): Change | null {
		if (plan.domainCheckedAt === null || isCheckedAutomatically({ ...plan, domainCheckedAt: now })) return null;
		const { id: planId, userId, domain } = plan;
		const payload = { planId, domain };
		return emit({ kind: "mail.domain-unconnected", payload, userId, once: `${planId}:${domain}` });
	}

	return async function checkRecords(isOver = timeBudget()): Promise<void> {
		const limit = createConcurrencyLimit(lookupsAtOnce);
		const tried: string[] = [];
		let plans: readonly RecordCheck[] = [];
		do {
			const found: RecordCheck[] = [];
			const missing: RecordCheck[] = [];
			plans = await repo.listDueChecks(clock(), tried, Math.min(pageSize, maxLookups - tried.length));
			const checkRecord = async (plan: RecordCheck) => {
				if (isOver()) return;
				tried.push(plan.id);
				((await isRecordFound(plan)) ? found : missing).push(plan);
			};
			await Promise.all(plans.map((plan) => limit(() => checkRecord(plan))));
			const now = clock();
			const ids = missing.map(({ id }) => id);
			if (ids.length > 0)
				await db.commit(change(repo.markChecked(ids, now), ...missing.map((plan) => lastCheckEmail(plan, now))), now);
			for (const plan of found) await connectOrReport(plan);
		} while (plans.length > 0 && tried.length < maxLookups && !isOver());
	};
}

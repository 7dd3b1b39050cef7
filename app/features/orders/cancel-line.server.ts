import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Job } from "~/db/schema";
import type { Registrations } from "~/features/domains/registrations.server";
import { planPaidMore } from "~/features/hosting/hosting-changes.server";
import { money } from "~/lib/money";
import { afterDiscount } from "./fulfilment-plan.server";
import type { JobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobNote, JobReason } from "./job-reason";
import type { JobSubject } from "./jobs.repo.server";
import { lineShare } from "./line-share";
import { operationId } from "./provisioning";

interface Tools {
	readonly db: Database;
	readonly outcomes: JobOutcomeRepo;
	readonly registrations: Pick<Registrations, "endClaim">;
}

interface Reason {
	readonly why: JobReason;
	/** Ends the job. */
	readonly end: (note: JobNote) => Change;
}

type Subject = Pick<JobSubject, "line" | "lines" | "order" | "paid" | "domain">;

/**
 * Cancels a registration or a transfer: ends its job and its domain row, turns what was paid for the line into credit
 * (once) and notifies the customer. `now` in ms.
 */
export function cancelLine(
	{ db, outcomes, registrations }: Tools,
	job: Job,
	{ line, lines, order, paid, domain }: Subject,
	{ why, end }: Reason,
	now: number,
): Change {
	const { id: jobId, userId } = job;
	const share = money(lineShare(line.id, lines, { paid, shipping: order.shipping }), order.currency);
	const credit = share.amount > 0 ? share : null;
	const waiting = domain?.status === "pending" || domain?.status === "transfer_in";
	const params = { about: "line", name: line.domain ?? line.name, reason: why, credit } as const;
	return change(
		end({ reason: why, credit }),
		domain && waiting && registrations.endClaim(domain, now),
		credit && outcomes.credit(job, "order_line", credit, now),
		outcomes.deleteAuthCode(line.id),
		freeDomainReturned({ db, outcomes }, { line, lines, order }, now),
		log({ kind: "job.void", actor: "system", params, owner: { userId }, subjectId: line.id }),
		notify({ kind: "job.void", userId, params: { ...params, orderId: order.id }, once: jobId }),
		outcomes.fulfilIfDone(order.id, now),
		emit({ kind: "mail.order-line-returned", payload: { jobId }, userId, once: operationId(job) }),
	);
}

/** If the line was the free domain of a plan: the plan was paid in full after all. */
function freeDomainReturned(
	{ db, outcomes }: Pick<Tools, "db" | "outcomes">,
	{ line, lines, order }: Pick<Subject, "line" | "lines" | "order">,
	now: number,
): Change | undefined {
	const wasFree = lines.some(({ kind, domain }) => kind === "free_domain" && domain === line.domain);
	const giver = lines.find(({ details }) => details.freeDomain !== undefined);
	if (line.kind !== "registration" || !wasFree || !giver) return undefined;
	const price = afterDiscount(giver.details.freeDomain ?? 0, order);
	return change(planPaidMore(db, giver.id, price, now), outcomes.deleteFreeDomain(giver.id));
}

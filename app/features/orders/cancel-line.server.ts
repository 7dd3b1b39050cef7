import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Job } from "~/db/schema";
import { addonEnded } from "~/features/addons/addon-changes.server";
import type { Registrations } from "~/features/domains/registrations.server";
import { planPaid } from "~/features/hosting/hosting-changes.server";
import { creditWithTax, paidWithoutFreeDomain } from "~/features/hosting/proration";
import { add, type Money, money, zero } from "~/lib/money";
import { afterDiscount } from "./fulfilment-plan.server";
import type { JobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobNote, JobReason } from "./job-reason";
import type { JobSubject } from "./jobs.repo.server";
import { lineShare } from "./line-share";
import { lineSubject } from "./line-subject";
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

type Subject = Pick<
	JobSubject,
	"addon" | "line" | "lines" | "order" | "paid" | "taxBasisPoints" | "domain" | "orderPlans"
>;

/**
 * Cancels a registration, a transfer, a new plan, an add-on or its renewal: ends its job, its domain row or the new
 * add-on, turns what was paid for the line into credit (once) and notifies the customer. `now` in ms.
 */
export function cancelLine(
	{ db, outcomes, registrations }: Tools,
	job: Job,
	subject: Subject,
	{ why, end }: Reason,
	now: number,
): Change {
	const { id: jobId, userId } = job;
	const { line, lines, order, paid, domain, addon } = subject;
	const plan = withoutFreeDomain({ db, outcomes }, subject, now);
	const share = money(lineShare(line.id, lines, { paid, shipping: order.shipping }), order.currency);
	const sum = add(share, plan.credit);
	const credit = sum.amount > 0 ? sum : null;
	const waiting = domain?.status === "pending" || domain?.status === "transfer_in";
	const params = { about: "line", name: lineSubject(line), reason: why, credit } as const;
	return change(
		end({ reason: why, credit }),
		domain && waiting && registrations.endClaim(domain, now),
		credit && outcomes.credit(job, "order_line", credit, now),
		outcomes.deleteAuthCode(line.id),
		plan.change,
		addon && line.kind === "addon" && addonEnded(db, addon.id, now),
		log({ kind: "job.void", actor: "system", params, owner: { userId }, subjectId: line.id }),
		notify({ kind: "job.void", userId, params: { ...params, orderId: order.id }, once: jobId }),
		outcomes.fulfilIfDone(order.id, now),
		emit({ kind: "mail.order-line-returned", payload: { jobId }, userId, once: operationId(job) }),
	);
}

/**
 * If the line was the free domain of a plan: the plan was paid in full after all. `credit`: what that is worth if the plan
 * has become smaller since, including tax.
 */
function withoutFreeDomain(
	{ db, outcomes }: Pick<Tools, "db" | "outcomes">,
	{ line, lines, order, taxBasisPoints, orderPlans }: Omit<Subject, "paid" | "domain" | "addon">,
	now: number,
): { readonly change?: Change; readonly credit: Money } {
	const none = zero(order.currency);
	const wasFree = lines.some(({ kind, domain }) => kind === "free_domain" && domain === line.domain);
	const giver = lines.find(({ details }) => details.freeDomain !== undefined);
	if (line.kind !== "registration" || !wasFree || !giver) return { credit: none };
	const removed = outcomes.deleteFreeDomain(giver.id);
	const plan = orderPlans.find(({ orderLineId, status }) => orderLineId === giver.id && status !== "terminated");
	if (!plan) return { change: removed, credit: none };
	const amount = afterDiscount(giver.details.freeDomain ?? 0, order);
	const term = { ...plan, price: money(plan.price, plan.currency), paidAt: order.paidAt ?? order.createdAt };
	const { paid, credit } = paidWithoutFreeDomain(term, amount, now);
	return { change: change(planPaid(db, plan, paid, now), removed), credit: creditWithTax(credit, taxBasisPoints) };
}

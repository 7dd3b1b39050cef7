import { audit, type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { forEachDue, runBudget } from "~/db/run-budget";
import type { Job } from "~/db/schema";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import { retryDelay } from "~/features/outbox/outbox";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { errorMessage } from "~/lib/error-message";
import { logger, withLogContext } from "~/lib/log.server";
import { fail, failField, ok, type Result } from "~/lib/result";
import { cancelLine } from "./cancel-line.server";
import { finishJob } from "./finish-job.server";
import type { JobNeed } from "./job";
import type { JobFiles } from "./job-files.server";
import { createJobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobNote, JobReason } from "./job-reason";
import { createJobsRepo, type DueJob, type JobSubject } from "./jobs.repo.server";
import { lineSubject } from "./line-subject";
import type { StaffTask } from "./orders.kinds";
import { createProvisionLine, isClaim, type ProvisioningPorts } from "./provision-line.server";
import {
	isOverdue,
	jobLeaseMs,
	jobTrouble,
	maxFailures,
	operationId,
	type Provisioned,
	pollDelay,
} from "./provisioning";

interface Dependencies extends ProvisioningPorts {
	readonly jobFiles: Pick<JobFiles, "add">;
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Registrations;
}

/**
 * Runs the jobs of paid order lines. A run may be repeated or interrupted: the operation at the registrar or panel has
 * an id from the job, and only the run with the lease can commit the outcome.
 */
export function createJobs({ db, clock, registrations, jobFiles, ...ports }: Dependencies) {
	const repo = createJobsRepo(db);
	const outcomes = createJobOutcomeRepo(db);
	const provision = createProvisionLine(ports);

	async function runJob(jobId: string): Promise<void> {
		const lease = [jobId, clock(), clock() + jobLeaseMs] as const;
		const job = (await repo.claim(...lease)) ?? (await repo.claimOverdue(...lease));
		if (job) await withLogContext({ jobId, jobKind: job.kind, orderId: job.orderId }, () => runClaimed(job));
	}

	async function runClaimed(job: Job): Promise<void> {
		const startedAt = clock();
		const subject = await repo.subject(job);
		const outcome = held(subject) ?? (await attempt(async () => provision({ job, ...(await withRegistrar(subject)) })));
		const now = clock();
		logger.info("job_run", { outcome: outcome.state, attempts: job.attempts, durationMs: now - startedAt });
		// Stale if this run's lease has expired and another run has the job, or if the plan has changed or ended in the
		// meantime. The run after the lease commits the outcome.
		await db.commit(applyOutcome(job, subject, outcome, now), now);
	}

	/**
	 * Chooses and stores the registrar of a new name before anything is ordered, so that each run orders at the same one.
	 * @throws if no registrar takes orders for the name at the moment
	 */
	async function withRegistrar(subject: JobSubject): Promise<JobSubject> {
		const { domain } = subject;
		if (!domain || domain.registrar !== null || !isClaim(domain)) return subject;
		const registrar = await ports.registrar.choose(domain.name);
		if (!registrar) throw new Error(`No registrar takes orders for ${domain.name} at the moment`);
		const now = clock();
		const { state } = await db.commit(registrations.assign(domain.id, registrar, now), now);
		if (state !== "ok") throw new Error(`${domain.name} has changed since it was read`);
		return { ...subject, domain: { ...domain, registrar } };
	}

	function applyOutcome(job: Job, subject: JobSubject, outcome: Provisioned, now: number): Change {
		switch (outcome.state) {
			case "done":
				return complete(job, subject, outcome, now);
			case "waiting": {
				if (job.state === "action_required") return checkLater(job, now, outcome.reason);
				if (isOverdue(job, outcome, now)) return stopWaiting(job, subject, outcome, now);
				const at = now + pollDelay(now - job.createdAt);
				// Waiting is not a failure, so it does not count as an attempt.
				return requeue(job, { at, attempts: job.attempts - 1, externalRef: outcome.ref }, now);
			}
			case "action_required":
				return stop(job, subject, outcome, now);
			case "void":
				return subject.line.kind === "plan_change"
					? cancelPlanChange(job, subject, outcome, now)
					: cancelPurchase(job, subject, outcome, now);
			case "retry": {
				if (job.state === "action_required") return checkLater(job, now);
				if (job.attempts >= maxFailures) {
					const why = jobTrouble(job.kind, subject.line.domain ?? subject.line.name);
					return stop(job, subject, { state: "failed", why, reason: outcome.reason }, now);
				}
				const at = now + retryDelay(job.attempts);
				return requeue(job, { at, attempts: job.attempts, lastError: outcome.reason }, now);
			}
		}
	}

	function complete(job: Job, subject: JobSubject, outcome: Provisioned & { state: "done" }, now: number): Change {
		const done = { note: null, lastError: null, externalRef: outcome.ref ?? null };
		return change(
			repo.finish(job, "done", done, now),
			finishJob({ ...outcomes, db, registrations }, job, subject, outcome, now),
			outcomes.fulfilIfDone(subject.order.id, now),
			isWithStaff(job) && resolveProblem(db, { kind: "job", subject: job.id }, now),
		);
	}

	/** Ends a registration, a transfer or a new plan that can't be done. What was paid for the line becomes credit. */
	function cancelPurchase(job: Job, subject: JobSubject, { why, reason, deleted = false }: Void, now: number): Change {
		const end = (note: JobNote) =>
			change(
				repo.finish(job, "done", { note, lastError: reason }, now),
				isWithStaff(job) && resolveProblem(db, { kind: "job", subject: job.id }, now),
			);
		const cancelled = cancelLine({ db, outcomes, registrations }, job, subject, { why, end }, now);
		return deleted ? change(cancelled, inRedemption(subject, now)) : cancelled;
	}

	/** The registrar has deleted the domain earlier than we expected. The note of the job says that it can be restored. */
	function inRedemption({ domain }: JobSubject, now: number): Change | null {
		if (!domain || domain.expiresAt === null) return null;
		const { id: subjectId, userId, name, status, expiresAt } = domain;
		const params = { domain: toUnicode(name) };
		return change(
			registrations.expire({ id: subjectId, status, expiresAt }, "redemption", now),
			log({ kind: "domain.redemption", actor: "system", params, owner: { userId }, subjectId }),
		);
	}

	/** Ends a plan change that can't be done. Everything paid for its order becomes credit. */
	function cancelPlanChange(job: Job, { line, order }: JobSubject, { why, reason }: Void, now: number): Change {
		const { id, userId } = job;
		const params = { about: "plan_change", name: line.name, reason: why, credit: null } as const;
		return change(
			repo.finish(job, "done", { note: { reason: why, credit: null }, lastError: reason }, now),
			outcomes.creditPayments(job, now),
			log({ kind: "job.void", actor: "system", params, owner: { userId }, subjectId: line.id }),
			notify({ kind: "job.void", userId, params: { ...params, orderId: order.id }, once: id }),
			outcomes.fulfilIfDone(order.id, now),
		);
	}

	/** Stops the job until someone acts. Notifies the customer, and emails staff unless the customer has to act. */
	function stop(
		job: Job,
		{ line, order }: JobSubject,
		{ state, why, reason, needs = null, once = operationId(job) }: Stopped,
		now: number,
		values: Partial<Job> = {},
	): Change {
		const { id: jobId, userId } = job;
		const kind = `job.${state}` as const;
		const task = staffTasks[why.code] ?? null;
		const params = { orderId: order.id, name: lineSubject(line), task, reason: why };
		return change(
			repo.finish(job, state, { ...values, note: { reason: why, credit: null }, lastError: reason, needs }, now),
			// Staff may have accepted the order since the run has read it. Then the next run does the work.
			why.code === "held" && repo.requireHold(job.orderId),
			log({ kind, actor: "system", params: { reason: why }, owner: { userId }, subjectId: line.id }),
			notify({ kind, userId, params, once }),
			task === null && why.code !== "held" && emit({ kind: "mail.order-problem", payload: { jobId }, userId, once }),
			needs === null && reportProblem(db, { kind: "job", subject: jobId, about: { jobId } }, now),
		);
	}

	/** The registrar takes too long. Staff get the job, and it is still checked, because the registrar may finish it. */
	function stopWaiting(job: Job, subject: JobSubject, { ref, reason }: Waiting, now: number): Change {
		const name = lineSubject(subject.line);
		const why = { code: "registry_waits", name } as const;
		const once = `${operationId(job)}:waits`;
		const text = reason ?? "The registrar has not finished the order.";
		const stopped = { state: "action_required", why, reason: text, once } as const;
		const at = now + pollDelay(now - job.createdAt);
		return change(stop(job, subject, stopped, now, { externalRef: ref, nextAt: at, attempts: 0 }), runAt(job, at, now));
	}

	/** Checks a job again that is with staff. */
	function checkLater(job: Job, now: number, lastError = job.lastError): Change {
		const at = now + pollDelay(now - job.createdAt);
		return change(repo.keepOverdue(job, { at, lastError }), runAt(job, at, now));
	}

	const runAt = ({ id: jobId, userId }: Job, at: number, now: number): Change =>
		emit({ kind: "job.run", payload: { jobId }, userId, delayMs: at - now });

	const requeue = (job: Job, next: { at: number; attempts: number } & Partial<Job>, now: number): Change =>
		change(repo.requeue(job, next, now), runAt(job, next.at, now));

	/**
	 * Finishes a stopped job that staff did by hand at the registrar, panel or warehouse. Fails with `not_found` if there
	 * is no such job, `conflict` if it is not stopped, and `invalid` if a domain's `expiresAt` (ms) is missing.
	 * @param by at the desk, with the reason
	 */
	async function completeJob(
		jobId: string,
		{ ref, expiresAt, ip, reason, file }: CompletedByHand,
		by: StaffSession,
	): Promise<Result<null>> {
		const now = clock();
		const found = await repo.find(jobId);
		if (!found) return fail("not_found", "There is no such job.");
		const needsExpiry = found.kind.endsWith("_domain");
		if (needsExpiry && expiresAt === undefined) return failField("expiresAt", "Enter the domain's expiry date.");
		const about = { subject: { type: "job", id: jobId }, customerId: found.userId } as const;
		const work = { work: found.kind, item: repo.itemOf(jobId) };
		if (file) {
			if (found.state !== "action_required" && found.state !== "failed")
				return fail("conflict", "This job is not waiting for staff.");
			const kept = await jobFiles.add(jobId, file, (name) =>
				audit(by, "services.change", { kind: "job.file_added", ...about, params: { ...work, file: name } }),
			);
			if (!kept.ok) return kept;
		}
		const recorded = audit(by, "services.change", {
			kind: "job.completed",
			...about,
			params: { ...work, reference: ref ?? "", expiresAt: expiresAt ?? null },
			...(reason !== undefined && { reason }),
		});
		const taken = change(recorded, resolveProblem(db, { kind: "job", subject: jobId }, now, by));
		const job = await repo.claimStopped(jobId, now, now + jobLeaseMs, taken);
		if (!job) return fail("conflict", "This job is not waiting for staff.");
		const subject = await repo.subject(job);
		if (job.kind === "activate_addon") {
			const over = await provision({ job, ...subject });
			if (over.state === "void") {
				await db.commit(cancelPurchase(job, subject, over, now), now);
				return fail("conflict", "This add-on is no longer needed. What was paid for it became credit.");
			}
		}
		const isNew = job.kind === "register_domain" || job.kind === "transfer_domain";
		const name = isNew ? subject.line.domain : null;
		// Counts even if the registrar does not answer. Its data is read later.
		const lookUp = async (newName: string) =>
			ports.registrar.lookUp(newName, subject.domain?.registrar).catch(() => undefined);
		const outcome = {
			state: "done",
			...(ref !== undefined && { ref }),
			...(expiresAt !== undefined && { expiresAt }),
			...(ip !== undefined && { ip }),
			found: name ? await lookUp(name) : undefined,
		} as const;
		const { state } = await db.commit(complete(job, subject, outcome, now), now);
		return state === "ok" ? ok(null) : fail("conflict", "This job is not waiting for staff.");
	}

	/** Runs a stopped job again, after someone at the desk has removed the cause. Conflict if it is not stopped any more. */
	async function retryJob(jobId: string, by: StaffSession): Promise<Result<null>> {
		const now = clock();
		const found = await repo.find(jobId);
		if (!found) return fail("not_found", "There is no such job.");
		const { order } = await repo.subject(found);
		if (order.heldReason !== null)
			return fail("conflict", "Its order is on hold. Accept the order on the page of its invoice.");
		const again = change(
			audit(by, "services.change", {
				kind: "job.retried",
				subject: { type: "job", id: jobId },
				customerId: found.userId,
				params: { work: found.kind, item: repo.itemOf(jobId) },
			}),
			repo.requeueStopped(jobId, now),
			resolveProblem(db, { kind: "job", subject: jobId }, now, by),
			emit({ kind: "job.run", payload: { jobId }, userId: found.userId }),
		);
		const { state } = await db.commit(again, now);
		return state === "ok" ? ok(null) : fail("conflict", "This job is not waiting for staff.");
	}

	return {
		completeJob,
		retryJob,
		runJob,
		/** Runs overdue jobs whose queue message did not arrive. Returns the number of jobs. */
		async sweepJobs(isOver = runBudget(db)): Promise<number> {
			const now = clock();
			return forEachDue<DueJob>(
				(after) => repo.due(now, after, pageSize),
				({ id }) => runJob(id).catch((error) => logger.error("job_failed", { jobId: id, error })),
				isOver,
			);
		},
	};
}

const pageSize = 50;

/** Staff do these by hand, and the customer has nothing to do, so there is no email about a problem. */
const staffTasks: { readonly [C in JobReason["code"]]?: StaffTask } = {
	packing: "packing",
	activation: "activation",
	set_up_by_hand: "setup",
	change_by_hand: "change",
	resumed_by_hand: "resumption",
};

interface CompletedByHand {
	/** The registrar's, panel's or carrier's reference. */
	readonly ref?: string | undefined;
	readonly expiresAt?: number | undefined;
	/** Of a new plan. */
	readonly ip?: string | undefined;
	/** A proof, such as a registration certificate. */
	readonly file?: File | undefined;
	/** Why it was done by hand, for the audit log. */
	readonly reason?: string | undefined;
}

interface Stopped {
	readonly state: "action_required" | "failed";
	readonly why: JobReason;
	readonly reason: string;
	readonly needs?: JobNeed | null;
	/** The customer is told once for each. Default: the operation. */
	readonly once?: string;
}

type Waiting = Provisioned & { readonly state: "waiting" };
type Void = Provisioned & { readonly state: "void" };

/** Whether it waits too long for its registrar, so that staff have it. */
const isWithStaff = ({ state }: Job): boolean => state === "action_required";

/** The end of a run whose order is on hold. */
const held = ({ order, line }: JobSubject): (Provisioned & Stopped) | null =>
	order.heldReason === null
		? null
		: {
				state: "action_required",
				why: { code: "held", name: lineSubject(line) },
				reason: `The order is on hold: ${order.heldReason}`,
			};

/** Treats an exception from a port as a temporary error. */
async function attempt(run: () => Promise<Provisioned>): Promise<Provisioned> {
	try {
		return await run();
	} catch (error) {
		return { state: "retry", reason: errorMessage(error) };
	}
}

import { type Database, NothingChanged } from "~/db/client.server";
import type { Job } from "~/db/schema";
import type { Holdings } from "~/features/domains/holdings.server";
import { retryDelay } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { messageOf } from "~/lib/message-of";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { JobNeed } from "./job";
import { jobDone } from "./job-done.server";
import { createJobOutcomeRepo } from "./job-outcome.repo.server";
import { createJobsRepo, type JobSubject } from "./jobs.repo.server";
import { lineReturned } from "./line-returned.server";
import { createProvisionLine, type ProvisioningPorts } from "./provision-line.server";
import { jobLease, maxFailures, operationId, type Provisioned, troubleMessage, waitingDelay } from "./provisioning";

interface Dependencies extends ProvisioningPorts {
	readonly db: Database;
	readonly clock: Clock;
	readonly holdings: Holdings;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

/**
 * Runs the work of paid order lines. Every run may be repeated or interrupted: the operation at the registrar or the
 * panel carries the job's id, and the outcome is written only by the run that holds the job.
 */
export function createJobs({ db, clock, holdings, dispatch, ...ports }: Dependencies) {
	const repo = createJobsRepo(db);
	const outcomes = createJobOutcomeRepo(db);
	const provision = createProvisionLine(ports);

	async function runJob(jobId: string): Promise<void> {
		const job = await repo.claim(jobId, clock(), clock() + jobLease);
		if (!job) return;
		const subject = await repo.subject(job);
		const outcome = await attempt(() => provision({ job, ...subject }));
		try {
			await conclude(job, subject, outcome);
		} catch (error) {
			// Another run took over while this one was slow: it writes the outcome.
			if (!(error instanceof NothingChanged)) throw error;
		}
	}

	async function conclude(job: Job, subject: JobSubject, outcome: Provisioned): Promise<void> {
		const now = clock();
		switch (outcome.state) {
			case "done":
				return finish(job, subject, outcome, now);
			case "waiting": {
				const at = now + waitingDelay(now - job.createdAt);
				// Waiting is no failure: it costs no attempt.
				return later(job, { at, attempts: job.attempts - 1, externalRef: outcome.ref });
			}
			case "action_required":
				return stop(job, subject, outcome);
			case "void":
				return subject.line.kind === "plan_change"
					? giveBackOrder(job, subject, outcome, now)
					: refuse(job, subject, outcome, now);
			case "retry": {
				if (job.attempts >= maxFailures) {
					const message = troubleMessage(job.kind, subject.line.domain ?? subject.line.name);
					return stop(job, subject, { state: "failed", message, reason: outcome.reason });
				}
				return later(job, {
					at: now + retryDelay(job.attempts),
					attempts: job.attempts,
					lastError: outcome.reason,
				});
			}
		}
	}

	async function finish(job: Job, subject: JobSubject, outcome: Provisioned & { state: "done" }, now: number) {
		const work = { ...outcomes, holdings };
		const { statements, effects = [], subjectId, title, body, mail } = jobDone(work, job, subject, outcome, now);
		const { order } = subject;
		const notice = { userId: job.userId, orderId: order.id, key: `job.done:${job.id}`, title, body };
		const done = { message: null, lastError: null, externalRef: outcome.ref ?? null };
		await db.write([
			...repo.finish(job, "done", done, now),
			...statements,
			...(mail ? [mail.statement] : []),
			outcomes.log(job.userId, `${job.kind}.done`, title, subjectId, now),
			outcomes.notify(notice, now),
			outcomes.fulfilIfDone(order.id, now),
		]);
		dispatch([...effects, ...(mail ? [mail.id] : [])]);
	}

	/** A registration or a transfer that can't be done: its row ends, and what was paid for the line becomes credit. */
	async function refuse(
		job: Job,
		subject: JobSubject,
		outcome: Provisioned & { state: "void" },
		now: number,
	): Promise<void> {
		const returned = lineReturned({ outcomes, holdings }, job, subject, outcome.message, now);
		const { statements, effects, message } = returned;
		const done = { message, lastError: outcome.reason };
		await db.write([...repo.finish(job, "done", done, now), ...statements]);
		dispatch(effects);
	}

	/** Nothing was done for it, so nothing is kept for it. */
	async function giveBackOrder(
		job: Job,
		{ line, order }: JobSubject,
		{ message, reason }: Provisioned & { state: "void" },
		now: number,
	): Promise<void> {
		await db.write([
			...repo.finish(job, "done", { message, lastError: reason }, now),
			outcomes.giveBack(job, now),
			outcomes.log(job.userId, `${job.kind}.void`, message, line.id, now),
			outcomes.notify(
				{
					userId: job.userId,
					orderId: order.id,
					key: `job.void:${job.id}`,
					title: `${line.name}: we could not change it`,
					body: message,
				},
				now,
			),
			outcomes.fulfilIfDone(order.id, now),
		]);
	}

	/** Nothing more happens by itself: the customer is told, and staff see it. */
	async function stop(
		job: Job,
		{ line, order }: JobSubject,
		{ state, message, reason, needs = null }: Stopped,
	): Promise<void> {
		const now = clock();
		const name = line.domain ?? line.name;
		// Staff always pack parcels and activate add-ons: no problem to email about.
		const expected = { ship_hardware: `${name} is being packed`, activate_addon: `${name} is being activated` };
		const title = job.kind in expected ? expected[job.kind as keyof typeof expected] : null;
		const mail = title ? undefined : outcomes.mail("mail.order-problem", { jobId: job.id }, job, now);
		const task = needs === null ? outcomes.staffTask(job, now) : undefined;
		await db.write([
			...repo.finish(job, state, { message, lastError: reason, needs }, now),
			outcomes.log(job.userId, `${job.kind}.${state}`, message, line.id, now),
			outcomes.notify(
				{
					userId: job.userId,
					orderId: order.id,
					key: `job.${state}:${operationId(job)}`,
					title: title ?? `${name}: we need a moment`,
					body: message,
				},
				now,
			),
			...(mail ? [mail.statement] : []),
			...(task ? [task.statement] : []),
		]);
		dispatch([mail, task].flatMap((event) => (event ? [event.id] : [])));
	}

	async function later(job: Job, next: { at: number; attempts: number } & Partial<Job>): Promise<void> {
		const { effect, statements } = repo.again(job, next, clock());
		await db.write(statements);
		dispatch([effect]);
	}

	/**
	 * Finishes a stopped job that staff did by hand at the registrar, panel or warehouse.
	 * Fails with `not_found` unless the job is stopped, with `invalid` when a domain's `expiresAt` (ms) is missing.
	 */
	async function completeJob(jobId: string, { ref, expiresAt }: CompletedByHand): Promise<Result<null>> {
		const now = clock();
		const found = await repo.find(jobId);
		if (!found) return fail("not_found", "There is no such job.");
		const dated = ["register_domain", "transfer_domain", "renew_domain"].includes(found.kind);
		if (dated && expiresAt === undefined) return failField("expiresAt", "Enter until when the domain is paid.");
		const job = await repo.claimStopped(jobId, now, now + jobLease);
		if (!job) return fail("conflict", "This job is not waiting for staff.");
		const subject = await repo.subject(job);
		const name = subject.line.domain;
		const outcome = {
			state: "done",
			...(ref !== undefined && { ref }),
			...(expiresAt !== undefined && { expiresAt }),
			found: name && job.kind !== "renew_domain" ? await ports.registrar.lookUp(name) : undefined,
		} as const;
		await finish(job, subject, outcome, now);
		return ok(null);
	}

	return {
		completeJob,
		runJob,
		/** Jobs that no message brought in time. Answers how many. */
		async sweepJobs(limit = 50): Promise<number> {
			const due = await repo.due(clock(), limit);
			for (const jobId of due) {
				await runJob(jobId).catch((error) => console.error(`Job ${jobId} failed:`, error));
			}
			return due.length;
		},
	};
}

interface CompletedByHand {
	/** The registrar's, panel's or carrier's reference. */
	readonly ref?: string | undefined;
	readonly expiresAt?: number | undefined;
}

interface Stopped {
	readonly state: "action_required" | "failed";
	readonly message: string;
	readonly reason: string;
	readonly needs?: JobNeed | null;
}

/** A port that throws has decided nothing. */
async function attempt(run: () => Promise<Provisioned>): Promise<Provisioned> {
	try {
		return await run();
	} catch (error) {
		return { state: "retry", reason: messageOf(error) };
	}
}

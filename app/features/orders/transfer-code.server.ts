import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { parseAuthCode } from "~/features/domains/auth-code";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import { cancelLine } from "./cancel-line.server";
import { createJobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobNote } from "./job-reason";
import { createJobsRepo } from "./jobs.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Registrations;
}

/** Limits attempts, so that no one can guess the code of someone else's domain. */
const maxCodes = 5;

/** For transfers whose authorization code was refused: enter another code, or end the transfer for credit. */
export function createTransferCode({ db, clock, registrations }: Dependencies) {
	const repo = createJobsRepo(db);
	const outcomes = createJobOutcomeRepo(db);
	const notWaiting = () => fail("conflict", "This transfer doesn't need a code any more. Reload the page to see it.");

	return {
		/** Queues the transfer again with another code. A malformed code fails with a field error. */
		async enterAuthCode(owner: Owner, domainId: string, typed: string): Promise<Result<null>> {
			const now = clock();
			const waiting = await repo.waitingForCode(owner, domainId, now);
			if (!waiting) return notWaiting();
			const { job, name } = waiting;
			const code = parseAuthCode(typed);
			if (!code.ok) return failField("authCode", code.error);
			if (job.round + 1 >= maxCodes) {
				const message = `${maxCodes} codes were refused for ${toUnicode(name)}. Take the money as credit, or contact us.`;
				return fail("conflict", message);
			}
			const entered = change(
				repo.requeueWithCode(job, code.value, now),
				log({
					kind: "transfer_domain.code",
					actor: "customer",
					params: { domain: toUnicode(name) },
					owner: { userId: job.userId },
					subjectId: domainId,
				}),
				emit({
					kind: "job.run",
					payload: { jobId: job.id },
					userId: job.userId,
					once: `${job.id}:round-${job.round + 1}`,
				}),
			);
			if ((await db.commit(entered, now)).state !== "ok") return notWaiting();
			return ok(null);
		},

		/** Ends the transfer and turns what was paid for it into credit. Returns the order's id. */
		async takeCredit(owner: Owner, domainId: string): Promise<Result<string>> {
			const now = clock();
			const waiting = await repo.waitingForCode(owner, domainId, now);
			if (!waiting) return notWaiting();
			const { job, name } = waiting;
			const subject = await repo.subject(job);
			const why = { code: "transfer_ended", name } as const;
			const end = (note: JobNote) => repo.finishWaiting(job, note, now);
			const ended = cancelLine({ db, outcomes, registrations }, job, subject, { why, end }, now);
			if ((await db.commit(ended, now)).state !== "ok") return notWaiting();
			return ok(job.orderId);
		},
	};
}

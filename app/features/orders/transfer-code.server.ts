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
import { createJobsRepo } from "./jobs.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Registrations;
}

/** Codes that a transfer accepts, so that no one can guess the code of a name here. */
const maxCodes = 5;

/** What the customer does about a transfer whose authorization code was refused. */
export function createTransferCode({ db, clock, registrations }: Dependencies) {
	const repo = createJobsRepo(db);
	const outcomes = createJobOutcomeRepo(db);
	const gone = () => fail("conflict", "This transfer doesn't need a code any more. Reload the page to see it.");

	return {
		/** Asks the registry again with another code. A malformed code is a failure with its field. */
		async enterAuthCode(owner: Owner, domainId: string, typed: string): Promise<Result<null>> {
			const now = clock();
			const waiting = await repo.waitingForCode(owner, domainId, now);
			if (!waiting) return gone();
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
			if ((await db.commit(entered, now)).state !== "ok") return gone();
			return ok(null);
		},

		/** Ends the transfer. What was paid for it becomes credit. Returns the order's id. */
		async takeCredit(owner: Owner, domainId: string): Promise<Result<string>> {
			const now = clock();
			const waiting = await repo.waitingForCode(owner, domainId, now);
			if (!waiting) return gone();
			const { job, name } = waiting;
			const subject = await repo.subject(job);
			const why = `You ended the transfer of ${toUnicode(name)}.`;
			const end = (message: string) => repo.finishWaiting(job, message, now);
			const returned = cancelLine({ db, outcomes, registrations }, job, subject, { why, end }, now);
			if ((await db.commit(returned, now)).state !== "ok") return gone();
			return ok(job.orderId);
		},
	};
}

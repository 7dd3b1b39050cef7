import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { parseAuthCode } from "~/features/domains/auth-code";
import type { Holdings } from "~/features/domains/holdings.server";
import { readable } from "~/features/domains/readable";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import { createJobOutcomeRepo } from "./job-outcome.repo.server";
import { createJobsRepo } from "./jobs.repo.server";
import { lineReturned } from "./line-returned.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly holdings: Holdings;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

/** Codes that a transfer takes, so that nobody can guess the code of a name here. */
const maxCodes = 5;

/** What the customer does about a transfer whose authorization code was refused. */
export function createTransferCode({ db, clock, holdings, dispatch }: Dependencies) {
	const repo = createJobsRepo(db);
	const outcomes = createJobOutcomeRepo(db);
	const gone = () => fail("conflict", "This transfer doesn't need a code any more. Reload the page to see it.");

	return {
		/** The registry is asked again, with another code. A malformed code is a failure with its field. */
		async enterAuthCode(owner: Owner, domainId: string, typed: string): Promise<Result<null>> {
			const now = clock();
			const waiting = await repo.waitingForCode(owner, domainId, now);
			if (!waiting) return gone();
			const { job, name } = waiting;
			const code = parseAuthCode(typed);
			if (!code.ok) return failField("authCode", code.error);
			if (job.round + 1 >= maxCodes) {
				const message = `${maxCodes} codes were refused for ${readable(name)}. Take the money as credit, or contact us.`;
				return fail("conflict", message);
			}
			const again = repo.againWithCode(job, code.value, now);
			const message = `Entered a new authorization code for ${readable(name)}.`;
			const written = await db.attempt([
				...again.statements,
				outcomes.logCustomer(job.userId, "transfer_domain.code", message, domainId, now),
			]);
			if (!written) return gone();
			dispatch([again.effect]);
			return ok(null);
		},

		/** The transfer ends, and what was paid for it becomes credit. Returns the order's id. */
		async takeCredit(owner: Owner, domainId: string): Promise<Result<string>> {
			const now = clock();
			const waiting = await repo.waitingForCode(owner, domainId, now);
			if (!waiting) return gone();
			const { job, name } = waiting;
			const subject = await repo.subject(job);
			const returned = lineReturned(
				{ outcomes, holdings },
				job,
				subject,
				`You ended the transfer of ${readable(name)}.`,
				now,
			);
			if (!(await db.attempt([...repo.endWaiting(job, returned.message, now), ...returned.statements]))) return gone();
			dispatch(returned.effects);
			return ok(job.orderId);
		},
	};
}

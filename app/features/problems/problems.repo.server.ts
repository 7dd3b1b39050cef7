import { and, asc, eq, exists, inArray, isNotNull, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { type Change, change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { domains, jobs, outbox, paymentReviews, problems, registrarCosts, registrarProblems } from "~/db/schema";
import type { OpenProblem, ProblemKind } from "./problem";

/** Problems on one page. */
const pageSize = 200;

/** The problems that need a person. */
export function createProblemsRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	const resolve = (kinds: readonly ProblemKind[], isGone: SQL | undefined, now: number): Change =>
		write(
			orm
				.update(problems)
				.set({ resolvedAt: now })
				.where(and(isNull(problems.resolvedAt), inArray(problems.kind, [...kinds]), isGone)),
		);

	const { causeId } = problems;
	const one = { one: sql`1` };
	const stoppedJob = orm
		.select(one)
		.from(jobs)
		.where(and(eq(jobs.id, causeId), inArray(jobs.state, ["action_required", "failed"]), isNull(jobs.needs)));
	const openReview = orm
		.select(one)
		.from(paymentReviews)
		.where(and(eq(paymentReviews.id, causeId), isNull(paymentReviews.resolvedAt)));
	const deadEvent = orm
		.select(one)
		.from(outbox)
		.where(and(eq(outbox.id, causeId), eq(outbox.state, "dead")));
	const stoppedRegistrar = orm
		.select(one)
		.from(registrarProblems)
		.where(
			and(
				eq(causeId, sql`${registrarProblems.registrar} || ' ' || ${registrarProblems.problem}`),
				ne(registrarProblems.problem, "busy"),
			),
		);

	const reportedCosts = orm
		.select(one)
		.from(registrarCosts)
		.where(
			and(
				eq(registrarCosts.registrar, sql`${causeId}`),
				isNull(registrarCosts.until),
				isNotNull(registrarCosts.reported),
			),
		);

	const suspendedDomain = orm
		.select(one)
		.from(domains)
		.where(and(eq(domains.id, causeId), eq(domains.registrantCheck, "suspended")));

	return {
		/** Ends the problems whose cause is gone. A comparison and a balance end theirs when they are read again. */
		resolveGone: (now: number): Change =>
			change(
				resolve(["job"], not(exists(stoppedJob)), now),
				resolve(["review"], not(exists(openReview)), now),
				resolve(["event", "events"], not(exists(deadEvent)), now),
				resolve(["costs"], not(exists(reportedCosts)), now),
				resolve(["registrant"], not(exists(suspendedDomain)), now),
				resolve(["registrar"], not(exists(stoppedRegistrar)), now),
			),

		/** Oldest first. */
		open: (): Promise<OpenProblem[]> =>
			read(
				orm
					.select({
						key: problems.key,
						kind: problems.kind,
						subject: problems.subject,
						since: problems.since,
						lastSeenAt: problems.lastSeenAt,
						count: problems.count,
					})
					.from(problems)
					.where(isNull(problems.resolvedAt))
					.orderBy(asc(problems.since), asc(problems.key))
					.limit(pageSize),
			),
	};
}

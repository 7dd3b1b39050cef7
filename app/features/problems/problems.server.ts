import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { firstStepOf, type OpenProblem, problemTitle } from "./problem";
import { createProblemsRepo } from "./problems.repo.server";

/** A problem as the staff desk shows it. */
export interface ListedProblem extends OpenProblem {
	readonly title: string;
	readonly firstStep: string;
}

export type Problems = ReturnType<typeof createProblems>;

/** What needs a person. `app/db/problems.server.ts` reports problems. Has no permission checks. */
export function createProblems({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createProblemsRepo(db);

	async function resolveGone(): Promise<void> {
		const now = clock();
		await db.commit(repo.resolveGone(now), now);
	}

	return {
		/** Ends the problems whose cause is gone. */
		resolveGone,

		/** The open problems, oldest first, with what to do first. */
		async open(): Promise<ListedProblem[]> {
			await resolveGone();
			const found = await repo.open();
			return found.map((problem) => ({ ...problem, title: problemTitle(problem), firstStep: firstStepOf(problem) }));
		},
	};
}

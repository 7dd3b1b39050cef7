import type { StaffSession } from "~/features/staff/staff";
import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import type { DomainsDesk } from "./domains-desk.server";
import { completeForm, jobForm } from "./services-desk.schema";

/** A form of the page of a domain or plan. */
export interface SentForm<Intent extends string> {
	readonly intent: Intent;
	readonly fields: Readonly<Record<string, unknown>>;
	readonly session: StaffSession;
}

/** The forms about a job of a domain or plan. */
export type JobIntent = "retry-job" | "complete-job";

/** The message about what was done, if it was done. */
export const told = (done: Result<null>, message: string): Result<string> => (done.ok ? ok(message) : done);

/** Handles the forms about a job. `id`: of the domain or plan. */
export async function handleJobForm(
	desk: Pick<DomainsDesk, "retryJob" | "completeJob">,
	{ intent, fields, session }: SentForm<JobIntent>,
	id: string,
): Promise<Result<string>> {
	if (intent === "retry-job") {
		const input = parse(jobForm, fields);
		return input.ok ? told(await desk.retryJob(session, id, input.value.jobId), "Trying the job again.") : input;
	}
	const input = parse(completeForm, fields);
	if (!input.ok) return input;
	const completed = await desk.completeJob(session, id, input.value);
	return told(completed, "Completed the job. We've told the customer.");
}

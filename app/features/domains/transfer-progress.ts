import type { JobKind, JobNeed, JobState } from "~/features/orders/job";
import { type JobNote, storedNoteText } from "~/features/orders/job-reason";
import type { Locale } from "~/lib/dates";

export interface ProgressStep {
	readonly label: string;
	readonly state: "done" | "now" | "later" | "problem";
	readonly note?: string;
}

interface Job {
	readonly kind: JobKind;
	readonly state: JobState;
	readonly note: JobNote | null;
	readonly message: string | null;
	readonly needs: JobNeed | null;
}

/** Steps of a transfer to us. Null if the domain has no transfer job. */
export function transferProgress(jobs: readonly Job[], { language }: Pick<Locale, "language">): ProgressStep[] | null {
	const job = jobs.find(({ kind }) => kind === "transfer_domain");
	if (!job) return null;
	const stuck = job.state === "action_required" || job.state === "failed";
	const asked = job.state !== "queued";
	const isDone = job.state === "done";
	return [
		{ label: "Paid", state: "done" },
		{ label: "We asked your current registrar", state: asked ? "done" : "now" },
		{
			label: "Your registrar releases the domain",
			state: isDone ? "done" : stuck ? "problem" : asked ? "now" : "later",
			note:
				(job.needs ? "It did not accept the authorization code." : stuck ? storedNoteText(job, language) : null) ??
				"This takes five to seven days. It can be faster if you approve the transfer in your registrar's email.",
		},
		{ label: "The domain is with us", state: isDone ? "done" : "later", note: "We add one year to its expiry date." },
	];
}

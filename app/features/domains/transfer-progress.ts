import type { JobKind, JobNeed, JobState } from "~/features/orders/job";

export interface ProgressStep {
	readonly label: string;
	readonly state: "done" | "now" | "later" | "problem";
	readonly note?: string;
}

interface Job {
	readonly kind: JobKind;
	readonly state: JobState;
	readonly message: string | null;
	readonly needs: JobNeed | null;
}

/** How far a transfer to us is. A name that is here has all behind it. */
export function transferProgress(jobs: readonly Job[]): ProgressStep[] | null {
	const job = jobs.find(({ kind }) => kind === "transfer_domain");
	if (!job) return null;
	const stuck = job.state === "action_required" || job.state === "failed";
	const asked = job.state !== "queued";
	const here = job.state === "done";
	return [
		{ label: "Paid", state: "done" },
		{ label: "We asked your present registrar", state: asked ? "done" : "now" },
		{
			label: "It lets the name go",
			state: here ? "done" : stuck ? "problem" : asked ? "now" : "later",
			note:
				(job.needs ? "It did not accept the authorization code." : stuck ? job.message : null) ??
				"That takes five to seven days. Agreeing in the mail it sends you can make it quicker.",
		},
		{ label: "The name is with us", state: here ? "done" : "later", note: "Its expiry moves one year further." },
	];
}

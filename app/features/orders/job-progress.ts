import type { Locale } from "~/lib/dates";
import type { JobKind, JobNeed, JobState } from "./job";
import { type JobNote, type JobReason, storedNoteText } from "./job-reason";

interface Job {
	readonly state: JobState;
	readonly kind: JobKind;
	readonly note: JobNote | null;
	readonly message: string | null;
	readonly attempts: number;
	readonly needs?: JobNeed | null;
}

export interface Progress {
	readonly state: JobState;
	readonly label: string;
	readonly message: string | null;
}

const doneLabels: Partial<Record<JobKind, string>> = {
	ship_hardware: "Delivered",
	renew_domain: "Renewed",
	restore_domain: "Restored",
	renew_hosting: "Renewed",
	renew_addon: "Renewed",
	change_hosting: "Changed",
};

const runningLabels: Partial<Record<JobKind, string>> = {
	renew_domain: "Being renewed",
	restore_domain: "Being restored",
	renew_hosting: "Being renewed",
	renew_addon: "Being renewed",
	change_hosting: "Being changed",
};

/** For what staff do by hand, by the reason why the job waits. */
const waitingLabels: Partial<Record<JobReason["code"], string>> = {
	packing: "Being packed",
	activation: "Being activated",
	set_up_by_hand: "Being set up",
	change_by_hand: "Being changed",
	resumed_by_hand: "Being renewed",
};

const waitingLabel = ({ note }: Pick<Job, "note">): string | undefined =>
	note ? waitingLabels[note.reason.code] : undefined;

/** Whether staff handle the line, so that the customer has nothing to do. */
export const isHandledByStaff = (job: Pick<Job, "note">): boolean => waitingLabel(job) !== undefined;

/** The progress of a paid line, as the customer sees it. */
export function progressOf(
	{ state, kind, attempts, needs, ...stored }: Job,
	{ language }: Pick<Locale, "language">,
): Progress {
	const message = storedNoteText(stored, language);
	switch (state) {
		case "done":
			// A done job has a message only if it was cancelled.
			return { state, label: message ? "Cancelled" : (doneLabels[kind] ?? "Active"), message };
		case "action_required":
			if (needs === "auth_code") return { state, label: "Needs a new code", message };
			if (isHeld(stored)) return { state, label: "Being checked", message };
			if (stored.note?.reason.code === "registry_waits") return { state, label: "Delayed", message };
			return { state, label: waitingLabel(stored) ?? "Needs attention", message };
		case "failed":
			return { state, label: "Delayed", message };
		case "queued":
		case "running": {
			const slow = kind === "transfer_domain" ? "A transfer takes 5 to 7 days." : null;
			return {
				state,
				label: runningLabels[kind] ?? "Being set up",
				message: attempts > 1 ? `The ${serviceOf(kind)} is slow to answer. We keep trying.` : slow,
			};
		}
	}
}

/** Whether staff hold its order. */
const isHeld = ({ note }: Pick<Job, "note">): boolean => note?.reason.code === "held";

const serviceOf = (kind: JobKind): string => (kind.endsWith("hosting") ? "hosting server" : "registry");

const jobNames: Readonly<Record<JobKind, string>> = {
	register_domain: "Registering",
	transfer_domain: "Transferring",
	renew_domain: "Renewing",
	restore_domain: "Restoring",
	create_hosting: "Setting up",
	renew_hosting: "Renewing",
	change_hosting: "Changing to",
	activate_addon: "Activating",
	renew_addon: "Renewing",
	ship_hardware: "Shipping",
};

const jobTasks: Readonly<Record<JobKind, string>> = {
	register_domain: "Register",
	transfer_domain: "Transfer",
	renew_domain: "Renew",
	restore_domain: "Restore",
	create_hosting: "Set up",
	renew_hosting: "Renew",
	change_hosting: "Change to",
	activate_addon: "Activate",
	renew_addon: "Renew",
	ship_hardware: "Ship",
};

/** What staff have to do: "Register tujenge.africa". */
export const jobTask = (kind: JobKind, item: string): string => `${jobTasks[kind]} ${item}`;

/** "Registering tujenge.africa" */
export const jobTitle = (job: { kind: JobKind; domain: string | null; name: string }): string =>
	`${jobNames[job.kind]} ${job.domain && job.kind.endsWith("domain") ? job.domain : job.name}`;

import type { JobState } from "~/features/orders/job";
import { type JobNote, storedNoteText } from "~/features/orders/job-reason";
import type { Locale } from "~/lib/dates";

interface Job {
	readonly state: JobState;
	readonly note: JobNote | null;
	readonly message: string | null;
}

/** Why a domain's job has stopped, and what happens next. Null if none has. */
export function stoppedMessage(jobs: readonly Job[], { language }: Pick<Locale, "language">): string | null {
	const stopped = jobs.find(({ state }) => state === "action_required" || state === "failed");
	return stopped ? storedNoteText(stopped, language) : null;
}

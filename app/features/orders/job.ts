export type JobState = "queued" | "running" | "done" | "action_required" | "failed";

export type JobNeed = "auth_code";

export type JobKind =
	| "register_domain"
	| "transfer_domain"
	| "renew_domain"
	| "restore_domain"
	| "create_hosting"
	| "renew_hosting"
	| "change_hosting"
	| "activate_addon"
	| "renew_addon"
	| "ship_hardware";

/** Bytes of a proof of work that was done by hand. Smaller than other uploads, because its form is read as a whole. */
export const jobFileLimit = 4 * 1024 * 1024;
export const jobFileLimitText = "4 MB";

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

/** What a bulk action changes. */
export const bulkSubjects = ["domain", "plan"] as const;
export type BulkSubject = (typeof bulkSubjects)[number];

/** What can be done with the domains that staff select in the list. */
export const domainChanges = ["compare", "lock", "unlock", "auto-renew-on", "auto-renew-off"] as const;
export type DomainChange = (typeof domainChanges)[number];

/** What can be done with the plans that staff select in the list. */
export const planChanges = ["suspend", "unsuspend", "end"] as const;
export type PlanChange = (typeof planChanges)[number];

export type ServiceChange = DomainChange | PlanChange;

export const domainChangePermissions = {
	compare: "services.change",
	lock: "services.change",
	unlock: "services.change",
	"auto-renew-on": "services.change",
	"auto-renew-off": "services.change",
} as const satisfies Readonly<Record<DomainChange, "services.change">>;

export const planChangePermissions = {
	suspend: "services.change",
	unsuspend: "services.change",
	end: "services.terminate",
} as const satisfies Readonly<Record<PlanChange, "services.change" | "services.terminate">>;

export const changePermissions = { ...domainChangePermissions, ...planChangePermissions } as const;

/** The most rows of one bulk action. Their commit takes about a tenth of a second. */
export const mostInBulk = 5_000;

/**
 * `refused`: the change is not possible, so a retry can't help unless something else changes. `failed`: it was tried for
 * hours, because a service does not answer.
 */
export const bulkRowStates = ["waiting", "done", "refused", "failed"] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/** What staff enter for all rows. */
export interface BulkInput {
	readonly reason?: string;
	/** Of a suspension (ms). Null or absent: without an end. */
	readonly until?: number | null;
}

/** A row as the person saw it in the preview. */
export interface PreviewedRow {
	readonly id: string;
	readonly version: number;
	readonly name: string;
	/** Why the change leaves it as it is. Null if it changes it. */
	readonly refusal: string | null;
}

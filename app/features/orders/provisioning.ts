import { DAY, MINUTE, SECOND } from "~/lib/durations";
import type { RegistrationInfo } from "~/platform/registrar/registrar";
import type { JobKind, JobNeed } from "./job";
import type { JobReason } from "./job-reason";

/** The result of one provisioning run. `why` is for the customer, `reason` for staff and logs. */
export type Provisioned =
	| {
			readonly state: "done";
			readonly ref?: string;
			readonly expiresAt?: number;
			/** For a new domain: its current registry data. */
			readonly found?: RegistrationInfo | undefined;
			readonly ip?: string;
	  }
	/**
	 * The operation is pending. Check it again later. `since`: when the registrar got the order (ms), unless it has not yet.
	 * `longestMs`: how long it may take, unless the limit for the kind of work applies. `reason`: if it takes too long.
	 */
	| {
			readonly state: "waiting";
			readonly ref: string;
			readonly since?: number | undefined;
			readonly longestMs?: number | undefined;
			readonly reason?: string | undefined;
	  }
	/** Staff or the customer have to act. `needs`: what the customer has to enter. */
	| {
			readonly state: "action_required";
			readonly why: JobReason;
			readonly reason: string;
			readonly needs?: JobNeed;
	  }
	/** Can't be provisioned any more. What was paid for it becomes credit. `deleted`: its domain is in redemption. */
	| { readonly state: "void"; readonly why: JobReason; readonly reason: string; readonly deleted?: boolean }
	/** A temporary error. Try again later. */
	| { readonly state: "retry"; readonly reason: string };

/** The registrar's operation id for a job. Each new authorization code is a new operation. */
export const operationId = ({ id, round }: { readonly id: string; readonly round: number }): string =>
	round === 0 ? id : `${id}-${round}`;

/** The operation id of the renewal that a restore turned out to be, because the registrar had not deleted the domain yet. */
export const renewalOf = (job: Parameters<typeof operationId>[0]): string => `${operationId(job)}-renewal`;

/** Shorter than the outbox's lease, so that the event's next attempt finds the job free. */
export const jobLeaseMs = 90 * SECOND;

/** Failed runs before staff get an email. About six hours, with the delays of `retryDelay`. */
export const maxFailures = 10;

/** Milliseconds until a pending operation is checked again: half its age, between 15 seconds and 30 minutes. */
export const pollDelay = (age: number): number => Math.min(Math.max(age / 2, 15 * SECOND), 30 * MINUTE);

/** How long a registrar may work on each kind of order. A transfer waits for the current registrar and for approvals. */
const longestMs: { readonly [K in JobKind]?: number } = {
	register_domain: 2 * DAY,
	transfer_domain: 20 * DAY,
	renew_domain: 2 * DAY,
	restore_domain: 2 * DAY,
};

/** Whether a pending operation needs a person, because it takes too long. */
export function isOverdue(
	{ kind, createdAt }: { readonly kind: JobKind; readonly createdAt: number },
	{ since = createdAt, longestMs: longest = longestMs[kind] }: Provisioned & { readonly state: "waiting" },
	now: number,
): boolean {
	return longest !== undefined && now > since + longest;
}

export function jobTrouble(kind: JobKind, name: string): JobReason {
	const works = {
		register_domain: "register",
		transfer_domain: "transfer",
		renew_domain: "renew",
		restore_domain: "restore",
		create_hosting: "set_up",
		renew_hosting: "renew",
		change_hosting: "change",
		activate_addon: "activate",
		renew_addon: "renew",
		ship_hardware: "send",
	} as const satisfies Readonly<Record<JobKind, string>>;
	return { code: "trouble", work: works[kind], name };
}

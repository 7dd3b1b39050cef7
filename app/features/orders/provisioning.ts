import { MINUTE, SECOND } from "~/lib/durations";
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
	/** The operation is pending. Check it again later. */
	| { readonly state: "waiting"; readonly ref: string }
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

import { MINUTE, SECOND } from "~/lib/durations";
import type { RegistrationInfo } from "~/platform/registrar/registrar";
import type { JobKind, JobNeed } from "./job";

/** How far the work for one line got. */
export type Provisioned =
	| {
			readonly state: "done";
			readonly ref?: string;
			readonly expiresAt?: number;
			/** Of a new name: what its registry has under it now. */
			readonly found?: RegistrationInfo | undefined;
			readonly ip?: string;
	  }
	/** Begun, and not decided yet: ask again. */
	| { readonly state: "waiting"; readonly ref: string }
	/** Someone has to do something; `message` tells the customer what. `needs`: what the customer has to give. */
	| {
			readonly state: "action_required";
			readonly message: string;
			readonly reason: string;
			readonly needs?: JobNeed;
	  }
	/** It can't be done any more. What was paid for it becomes credit. */
	| { readonly state: "void"; readonly message: string; readonly reason: string }
	/** Nothing is decided: the same again later. */
	| { readonly state: "retry"; readonly reason: string };

/** The registrar's operation for a job: the job's id, and another one for each further authorization code. */
export const operationId = ({ id, round }: { readonly id: string; readonly round: number }): string =>
	round === 0 ? id : `${id}-${round}`;

/** How long one run may hold a job: shorter than the outbox's own lease, so that a second delivery finds it free. */
export const jobLeaseMs = 90 * SECOND;

/** Runs that failed before the team is asked to look at it: about six hours, with the delays of `retryDelay`. */
export const maxFailures = 10;

/** Between two questions about work that takes its time: half its age. */
export const pollDelay = (age: number): number => Math.min(Math.max(age / 2, 15 * SECOND), 30 * MINUTE);

/** For the customer, once the team has to look at it. */
export function jobFailureMessage(kind: JobKind, name: string): string {
	const what: Readonly<Record<JobKind, string>> = {
		register_domain: `register ${name}`,
		transfer_domain: `transfer ${name}`,
		renew_domain: `renew ${name}`,
		create_hosting: `set up ${name}`,
		renew_hosting: `renew ${name}`,
		change_hosting: `change your plan to ${name}`,
		activate_addon: `activate ${name}`,
		ship_hardware: `send ${name}`,
	};
	return `We could not ${what[kind]} yet. Our team is on it, and you need not do anything.`;
}

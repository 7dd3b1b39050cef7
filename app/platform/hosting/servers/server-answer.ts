import type { Clock } from "~/lib/clock";
import type { Fetch } from "~/platform/service-fetch";
import type { PanelAnswer, PanelRefusal } from "../hosting-panel";

/** Milliseconds until a request to a server is given up. */
export interface ServerTimeouts {
	readonly usual: number;
	/** For changes, which can take minutes. With a look-up before and after, shorter than the lease of a job (90 s). */
	readonly long: number;
}

export interface ServerOptions {
	/** The server's own host name. */
	readonly host: string;
	/** The admin or reseller that owns the accounts. */
	readonly user: string;
	/** Its API token or login key. */
	readonly token: string;
	readonly clock: Clock;
	readonly fetch?: Fetch;
	readonly timeouts?: ServerTimeouts;
}

/** What a server answers: data, or why it refuses. */
export type ServerAnswer<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly reason: string };

export const done: PanelAnswer = { state: "succeeded" };

/** Which of a panel's refusals are temporary, and which ask for a stronger password. */
interface KnownRefusals {
	readonly temporary: RegExp;
	readonly weakPassword: RegExp;
}

export const refusalsOf =
	(host: string, { temporary, weakPassword }: KnownRefusals) =>
	(reason: string): PanelRefusal => ({
		state: "failed",
		message: `${host}: ${reason}`,
		retryable: temporary.test(reason),
		...(weakPassword.test(reason) && { code: "weak_password" as const }),
	});

/** A refused change counts as done if the server already shows what is wanted, such as after a lost answer. */
export async function settle(
	answer: ServerAnswer<unknown>,
	isDone: () => Promise<boolean>,
	refused: (reason: string) => PanelRefusal,
): Promise<PanelAnswer> {
	return answer.ok || (await isDone()) ? done : refused(answer.reason);
}

/** Without email addresses, because the reason is stored with the job. */
export const withoutAddresses = (reason: string): string =>
	reason
		.replace(/[^\s“”"'<>]+@[^\s“”"'<>]+/g, "[email]")
		.trim()
		.slice(0, 300);

/** What a server reports about an account. NaN for what it doesn't report. */
interface Measured {
	/** In bytes. */
	readonly disk: number;
	/** In bytes. */
	readonly traffic: number;
	/** With the main domain. */
	readonly domains: number;
	readonly mailboxes: number;
	readonly forwarders: number;
	readonly databases: number;
}

/** By the names that our plans use for resources, without those that the server doesn't report. Disk and traffic in GB. */
export function usedOf({ disk, traffic, domains, mailboxes, forwarders, databases }: Measured): Record<string, number> {
	const gigabytes = (bytes: number) => Math.round((bytes / 1024 ** 3) * 10) / 10;
	const used = {
		disk: gigabytes(disk),
		storage: gigabytes(disk),
		bandwidth: gigabytes(traffic),
		domains,
		emailAccounts: mailboxes,
		accounts: mailboxes,
		forwarding: forwarders,
		databases,
	};
	return Object.fromEntries(Object.entries(used).filter(([, value]) => value >= 0));
}

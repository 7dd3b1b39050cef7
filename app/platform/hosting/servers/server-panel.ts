import type { BackupAnswer, PanelAnswer, SignInLink } from "../hosting-panel";

/** An account as its server shows it. */
export interface FoundAccount {
	/** The account's main domain, lower case. */
	readonly domain: string;
	readonly ip: string;
}

export interface NewServerAccount {
	readonly user: string;
	readonly domain: string;
	/** The package, by the product's id. */
	readonly plan: string;
	readonly email: string;
}

export interface UserUsage {
	readonly user: string;
	readonly used: Readonly<Record<string, number>>;
}

/**
 * The control panel of one hosting server, which knows accounts by their names. Each method throws if the server can't
 * be reached, doesn't accept our credentials, or gives an answer that we don't understand.
 */
export interface ServerPanel {
	/** Undefined if the server has no such account. */
	find(user: string): Promise<FoundAccount | undefined>;
	/** Refuses a name that exists as retryable, because an earlier request may still be creating that account. */
	create(account: NewServerAccount): Promise<PanelAnswer>;
	setDomain(user: string, domain: string): Promise<PanelAnswer>;
	/** Whether the domain has a certificate that browsers accept. */
	isCertified(user: string, domain: string): Promise<boolean>;
	changePackage(user: string, plan: string): Promise<PanelAnswer>;
	suspend(user: string, reason: string): Promise<PanelAnswer>;
	unsuspend(user: string): Promise<PanelAnswer>;
	/** `ref`: of a backup that is running, or null to start one. */
	backUp(user: string, ref: string | null): Promise<BackupAnswer>;
	/** Succeeds if the server has no such account. */
	remove(user: string): Promise<PanelAnswer>;
	changePassword(user: string, password: string): Promise<PanelAnswer>;
	signInLink(user: string): Promise<SignInLink>;
	/** Null if the server has no such account. */
	usage(user: string): Promise<Readonly<Record<string, number>> | null>;
	/** A page of the usage of all accounts. `page` counts from 0. */
	usagePage(page: number): Promise<{ readonly users: readonly UserUsage[]; readonly more: boolean }>;
	probe(): Promise<void>;
}

import type { Change } from "~/db/change.server";

/** A resource of a package: limit and usage. */
export interface PanelResource {
	readonly used: number;
	readonly total: number | "Unlimited";
	readonly unit?: string;
}

export interface PanelPackage {
	/** The plan's id. The adapter maps it to the panel's own name for the account. */
	readonly account: string;
	/** The product's id in the catalogue. The panel has a package for each product. */
	readonly plan: string;
	/** The resources of the package, for panels that need them with the request. */
	readonly resources: Readonly<Record<string, PanelResource>>;
}

export interface CreateAccount extends PanelPackage {
	readonly email: string;
}

/** An account that exists on a server, from before this shop. `user`: its name there. */
export interface ExistingAccount extends CreateAccount {
	readonly server: string;
	readonly user: string;
	readonly domain: string | null;
}

export interface AdoptedAccount {
	readonly state: "succeeded";
	readonly ip: string | null;
	/** Stores that the account is the plan's. A duplicate (`server_accounts.server`) if it is another plan's. */
	readonly kept: Change;
}

export interface PanelRefusal {
	readonly state: "failed";
	readonly message: string;
	readonly retryable: boolean;
	/** What the customer can change. */
	readonly code?: "weak_password";
}

export interface NewAccount {
	readonly state: "succeeded";
	readonly ref: string;
	readonly ip: string;
}

/** How much of each resource an account uses, by the names of `resources`. */
export interface AccountUsage {
	readonly account: string;
	readonly used: Readonly<Record<string, number>>;
}

export interface UsagePage {
	readonly accounts: readonly AccountUsage[];
	/** Whether the server has more accounts after this page. */
	readonly more: boolean;
}

export type AccountCreated = PanelRefusal | NewAccount;
export type PanelAnswer = PanelRefusal | { readonly state: "succeeded" };
export type SignInLink = PanelRefusal | { readonly state: "succeeded"; readonly url: string };

/** `running`: ask again later, with this reference. */
export type BackupAnswer = PanelAnswer | { readonly state: "running"; readonly ref: string };

/** The control panel of the hosting servers. Each method throws if the panel can't be reached. */
export interface HostingPanel {
	/** Creates an account. Does nothing if it exists. It is reachable by its IP address until a domain is connected. */
	create(account: CreateAccount): Promise<AccountCreated>;
	/** Looks for an account that exists, so that it can be a plan's. Changes nothing on the server. */
	adopt(account: ExistingAccount): Promise<PanelRefusal | AdoptedAccount>;
	/**
	 * Sets or, with null, removes the account's domain. Only for a domain that the customer has proven to control, because
	 * the account can then send and receive its email on this server.
	 */
	setDomain(account: string, domain: string | null): Promise<PanelAnswer>;
	/** Whether the account's domain has a certificate. The panel gets and renews it for free, which may take hours. */
	hasCertificate(account: string, domain: string): Promise<boolean>;
	/** Moves the account to another package. */
	changePackage(change: PanelPackage): Promise<PanelAnswer>;
	/** Stops the account's websites, mailboxes and sign-ins and keeps its content. `reason` is shown to staff in the panel. */
	suspend(account: string, reason: string): Promise<PanelAnswer>;
	/** Lifts a suspension. Succeeds if the account is not suspended. */
	unsuspend(account: string): Promise<PanelAnswer>;
	/**
	 * Stores a backup of the account on its server, outside the account, so that staff can restore it after the account was
	 * deleted. `ref`: of a backup that is running, or null to start one.
	 */
	backUp(account: string, ref: string | null): Promise<BackupAnswer>;
	/** Permanently deletes the account with its content. Succeeds if it is already gone. */
	terminate(account: string): Promise<PanelAnswer>;
	/** Usage by resource, with the names of `resources`. Null if there is no such account. */
	usage(account: string): Promise<Readonly<Record<string, number>> | null>;
	/** Names of the hosting servers. */
	servers(): Promise<readonly string[]>;
	/** The usage of all accounts of a server, a few hundred at a time. `page` counts from 0. */
	usageOfServer(server: string, page: number): Promise<UsagePage>;
	/** Sets the password for the panel, files and databases. Only the panel stores it. */
	changePassword(account: string, password: string): Promise<PanelAnswer>;
	/** Creates a one-time link that signs in to the panel. Valid for a few minutes. */
	signInLink(account: string): Promise<SignInLink>;
	/** Makes a call that changes nothing. @throws if this server, or without a name one of them, doesn't answer */
	probe(server?: string): Promise<void>;
}

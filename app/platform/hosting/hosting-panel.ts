/** How much of a resource a package holds, and how much of it is used. */
export interface PanelResource {
	readonly used: number;
	readonly total: number | "Unlimited";
	readonly unit?: string;
}

export interface PanelPackage {
	/** Ours, for good: the plan's id. The panel's own name for the account is the adapter's business. */
	readonly account: string;
	/** The product's id in the catalogue; the panel has a package for each. */
	readonly plan: string;
	/** The resources of the package, for panels that need them with the request. */
	readonly resources: Readonly<Record<string, PanelResource>>;
}

export interface CreateAccount extends PanelPackage {
	readonly email: string;
}

export interface PanelRefusal {
	readonly state: "failed";
	readonly message: string;
	readonly retryable: boolean;
}

export interface NewAccount {
	readonly state: "succeeded";
	readonly ref: string;
	readonly ip: string;
}

export interface DomainConnected {
	readonly state: "succeeded";
	/** The domain has a certificate, which the panel keeps up to date at no charge. */
	readonly certified: boolean;
}

export type AccountCreated = PanelRefusal | NewAccount;
export type PanelAnswer = PanelRefusal | { readonly state: "succeeded" };
export type SignInLink = PanelRefusal | { readonly state: "succeeded"; readonly url: string };

/** The control panel of the hosting servers. Each method throws when the panel can't be reached. */
export interface HostingPanel {
	/** The same account twice is one account. It answers under its address until a domain is connected. */
	create(account: CreateAccount): Promise<AccountCreated>;
	/**
	 * The account's domain; null takes it off. Whoever has a domain here can send and receive its mail on this server, so
	 * only ask for one that the customer has proven to control.
	 */
	setDomain(account: string, domain: string | null): Promise<PanelRefusal | DomainConnected>;
	/** The account has this package afterwards, whichever it had before. */
	changePackage(change: PanelPackage): Promise<PanelAnswer>;
	/** The account and all that it holds are deleted, for good; one that is gone already is no failure. */
	terminate(account: string): Promise<PanelAnswer>;
	/** How much of each resource is used, by the names of `resources`; null where there is no such account. */
	usage(account: string): Promise<Readonly<Record<string, number>> | null>;
	/** The password that opens the panel, files and databases. Nobody keeps it but the panel. */
	changePassword(account: string, password: string): Promise<PanelAnswer>;
	/** An address that signs its bearer in, once and within minutes. */
	signInLink(account: string): Promise<SignInLink>;
}

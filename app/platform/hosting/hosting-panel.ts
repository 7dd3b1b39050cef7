export interface CreateAccount {
	/** Ours: the same one twice is one account. */
	readonly opId: string;
	/** The plan's id in the catalogue. */
	readonly plan: string;
	/** Null: the account answers under its address until a name is pointed at it. */
	readonly domain: string | null;
	readonly email: string;
}

export type AccountCreated =
	| { readonly state: "succeeded"; readonly ref: string; readonly ip: string }
	| { readonly state: "failed"; readonly message: string; readonly retryable: boolean };

/** The control panel of the hosting servers. Throws when it can't be reached. */
export interface HostingPanel {
	create(account: CreateAccount): Promise<AccountCreated>;
}

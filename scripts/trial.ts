/** What the API of a service needs in addition to its credentials. Asks for a token once, if the service has tokens. */
export function trialConnection() {
	let token: Promise<string> | undefined;
	return {
		clock: Date.now,
		sharedToken: (issue: () => Promise<{ token: string }>) => {
			token ??= issue().then((issued) => issued.token);
			return token;
		},
		fetch: (url: string, init: RequestInit) => fetch(url, init),
	};
}

/** How to check the credentials of one outside service. */
export interface Trial {
	/** Settings that must not be empty. */
	readonly needs: readonly string[];
	/** The page that says where to get them. */
	readonly page: string;
	/** Returns what it found, a line each. @throws if the service can't be used */
	run(settings: Readonly<Record<string, string>>, options: readonly string[]): Promise<string[]>;
	/** What to do next, by the message of the error. */
	readonly explanations: readonly { readonly pattern: RegExp; readonly next: string }[];
}

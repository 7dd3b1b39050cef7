import { createOpenProviderApi } from "~/platform/registrar/openprovider/api";
import type { Trial } from "../trial";

/** `npm run try -- openprovider` signs in, reads one domain and the balance. */
export const trial: Trial = {
	needs: ["OPENPROVIDER_USERNAME", "OPENPROVIDER_PASSWORD"],
	page: "docs/services/openprovider.md",

	async run({ OPENPROVIDER_USERNAME: username = "", OPENPROVIDER_PASSWORD: password = "", OPENPROVIDER_URL }) {
		const url = OPENPROVIDER_URL || "https://api.openprovider.eu";
		let token: Promise<string> | undefined;
		const api = createOpenProviderApi({
			...{ url, username, password, clock: Date.now },
			repo: {
				problem: async () => undefined,
				stop: async () => {},
				tryAgain: async () => true,
				resume: async () => {},
			},
			rateLimiter: { take: async () => ({ allowed: true, retryAfter: 0 }) },
			sharedToken(issue) {
				token ??= issue().then((issued) => issued.token);
				return token;
			},
			fetch: (address, init) => fetch(address, init),
		});
		await api.probe();
		const balance = await api.balance();
		if (balance <= 0) throw new Error(`The balance is ${balance}`);
		return [`${url} accepts the username and the password.`, `The balance is ${balance}.`];
	},

	explanations: [
		{
			pattern: /stopped: credentials/,
			next: "OpenProvider refuses the username or the password, or the contact may not use the API. See Account, Contacts in its control panel. If the contact has a list of allowed addresses, empty it. The test environment has its own accounts: set OPENPROVIDER_URL.",
		},
		{
			pattern: /stopped: blocked/,
			next: "OpenProvider has blocked this address after too many calls. Remove it in the contacts overview of its control panel, or ask its support.",
		},
		{ pattern: /stopped: contract/, next: "Sign the newest contract in OpenProvider's control panel." },
		{
			pattern: /stopped: busy/,
			next: "OpenProvider has counted too many calls or failed sign-ins. Wait an hour, then try again.",
		},
		{
			pattern: /The balance is/,
			next: "The credentials are right. Pay an advance into the account, because orders are paid from it.",
		},
		{
			pattern: /can't be read/,
			next: "Another program answers at this address. OPENPROVIDER_URL must be the address without /v1beta.",
		},
		{
			pattern: /fetch failed|timeout|timed out|abort/i,
			next: "OpenProvider does not answer. Check your network and OPENPROVIDER_URL, then try again in a few minutes.",
		},
	],
};

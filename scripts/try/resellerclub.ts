import { formatCost } from "~/platform/registrar/costs";
import { createAccount } from "~/platform/registrar/resellerclub/account";
import { createResellerClubApi } from "~/platform/registrar/resellerclub/api";
import type { Trial } from "../trial";

/** `npm run try -- resellerclub` reads some domains and the balance with the API key. */
export const trial: Trial = {
	needs: ["RESELLERCLUB_ID", "RESELLERCLUB_API_KEY"],
	page: "docs/services/resellerclub.md",

	async run({ RESELLERCLUB_ID: resellerId = "", RESELLERCLUB_API_KEY: apiKey = "", RESELLERCLUB_URL }) {
		const url = RESELLERCLUB_URL || "https://httpapi.com/api";
		const api = createResellerClubApi({
			...{ url, resellerId, apiKey, clock: Date.now },
			repo: {
				problem: async () => undefined,
				stop: async () => {},
				tryAgain: async () => true,
				resume: async () => {},
			},
			rateLimiter: { take: async () => ({ allowed: true, retryAfter: 0 }) },
			fetch: (address, init) => fetch(address, init),
		});
		await api.probe();
		const balance = await createAccount({ api, resellerId }).balance();
		if (balance.amount <= 0) throw new Error(`The balance is ${formatCost(balance)}`);
		return [`${url} accepts the reseller id and the key.`, `The balance is ${formatCost(balance)}.`];
	},

	explanations: [
		{
			pattern: /stopped: credentials/,
			next: "ResellerClub refuses the reseller id, the key or the address of this computer. Compare them with Settings, API in its control panel, and add the address there. The deployed shop calls from the address of your proxy, so run this there, too.",
		},
		{
			pattern: /stopped: blocked/,
			next: "ResellerClub has blocked this address after too many calls. The block ends after a day.",
		},
		{
			pattern: /The balance is/,
			next: "The key is right. Add funds to the reseller account, because orders are paid from it.",
		},
		{
			pattern: /can't be read/,
			next: "Another program answers at this address. RESELLERCLUB_URL must end with /api, such as https://httpapi.com/api.",
		},
		{
			pattern: /fetch failed|timeout|timed out|abort/i,
			next: "ResellerClub does not answer. Check your network and RESELLERCLUB_URL, then try again in a few minutes.",
		},
	],
};

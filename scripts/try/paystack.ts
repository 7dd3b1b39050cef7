import { createPaystackProvider } from "~/platform/payment/paystack/paystack-provider";
import type { Trial } from "../trial";

/** `npm run try -- paystack` reads the balance with the secret key. */
export const trial: Trial = {
	needs: ["PAYSTACK_SECRET_KEY"],
	page: "docs/services/paystack.md",

	async run({ PAYSTACK_SECRET_KEY: secretKey = "", APP_ORIGIN: appOrigin = "" }) {
		const provider = createPaystackProvider({
			...{ secretKey, currencies: ["KES"], clock: Date.now },
			fetch: (url, init) => fetch(url, init),
		});
		await provider.probe();
		const mode = secretKey.startsWith("sk_live_") ? "live" : "test";
		return [
			`Paystack's ${mode} mode accepts the key, and the account takes shillings.`,
			`Webhook address: ${appOrigin}/api/payments/paystack`,
		];
	},

	explanations: [
		{
			pattern: /\b40[13]\b/,
			next: "The key is wrong. Copy the secret key (sk_…, not pk_…) from Settings, API Keys & Webhooks at dashboard.paystack.com. A list of allowed addresses there must be off.",
		},
		{
			pattern: /no KES balance/,
			next: "The account belongs to another country. Open one for a business in Kenya.",
		},
		{
			pattern: /fetch failed|timeout|answered (429|5\d\d)/i,
			next: "Paystack does not answer. Check your network, then try again in a few minutes.",
		},
	],
};

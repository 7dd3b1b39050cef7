import { brand } from "~/brand";
import { createCloudflareDns } from "~/platform/dns/cloudflare/cloudflare";
import type { Trial } from "../trial";

/** `npm run try -- cloudflare-dns` lists zones of the account with the token. */
export const trial: Trial = {
	needs: ["CLOUDFLARE_DNS_ACCOUNT", "CLOUDFLARE_DNS_TOKEN"],
	page: "docs/services/cloudflare-dns.md",

	async run({ CLOUDFLARE_DNS_ACCOUNT: account = "", CLOUDFLARE_DNS_TOKEN: token = "" }) {
		const { nameservers } = brand;
		const server = createCloudflareDns({
			...{ account, token, nameservers, forwarding: null },
			ids: { find: async () => undefined, save: async () => {} },
			fetch: (address, init) => fetch(address, init),
		});
		await server.probe();
		return [
			"Cloudflare accepts the token and lists the account's zones.",
			`New zones must get the nameservers ${nameservers.join(" and ")}. Compare them with a zone in the dashboard.`,
		];
	},

	explanations: [
		{
			pattern: /6003|6111/,
			next: "CLOUDFLARE_DNS_TOKEN is no API token. Copy it again, without spaces or quotation marks.",
		},
		{
			pattern: /\((401|403)\)|9109|10000/,
			next: "Cloudflare refuses the token. Create one with Zone: Edit and DNS: Edit for all zones of the account, without an IP filter.",
		},
		{ pattern: /429/, next: "There were too many calls. Wait five minutes." },
		{
			pattern: /\(400\)/,
			next: "CLOUDFLARE_DNS_ACCOUNT must be the account's id, 32 hexadecimal digits, not its name.",
		},
		{
			pattern: /fetch failed|timeout|timed out|abort|can't be read/i,
			next: "Cloudflare's API does not answer. See cloudflarestatus.com and try again.",
		},
	],
};

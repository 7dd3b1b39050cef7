import { brand } from "~/brand";
import { createPowerDns } from "~/platform/dns/powerdns/powerdns";
import type { Trial } from "../trial";

/** `npm run try -- powerdns` reads the description of the server with the API key. */
export const trial: Trial = {
	needs: ["POWERDNS_URL", "POWERDNS_API_KEY"],
	page: "docs/services/powerdns.md",

	async run({ POWERDNS_URL: url = "", POWERDNS_API_KEY: apiKey = "" }) {
		const { nameservers, emails } = brand;
		const server = createPowerDns({
			...{ url, apiKey, nameservers, contact: emails.technical, forwarding: null },
			fetch: (address, init) => fetch(address, init),
		});
		await server.probe();
		return [`${url} is an authoritative PowerDNS server and accepts the key.`];
	},

	explanations: [
		{
			pattern: /\b401\b|unauthorized/i,
			next: "The server refuses the key. POWERDNS_API_KEY must be the api-key of its pdns.conf. Restart PowerDNS after a change.",
		},
		{
			pattern: /\b(403|404)\b/,
			next: "The proxy does not pass /api/v1/servers/localhost on, or PowerDNS runs without api=yes and webserver-allow-from.",
		},
		{
			pattern: /\b50[234]\b/,
			next: "The proxy answers, but not PowerDNS. Check that it runs, and its webserver-address and webserver-port.",
		},
		{
			pattern: /daemon_type|invalid|JSON/i,
			next: "Another program answers at this address, or a PowerDNS Recursor. The shop needs the Authoritative Server.",
		},
		{
			pattern: /fetch failed|timeout|timed out|abort/i,
			next: "Nothing answers at POWERDNS_URL. Check the address, the certificate of the proxy, and the firewall.",
		},
	],
};

import { readFileSync } from "node:fs";
import { checkedDomains, parseGreeting, parseResponse } from "~/platform/registrar/epp/answers";
import { checkDomains } from "~/platform/registrar/epp/domain-commands";
import { eppRegistries, passwordPairs } from "~/platform/registrar/epp/epp-settings";
import { createEppSession } from "~/platform/registrar/epp/session";
import { connectToRegistry } from "../epp-bridge/bridge";
import type { Trial } from "../trial";

type Settings = Parameters<Trial["run"]>[0];

/**
 * `npm run try -- epp` logs in to each registry of EPP_REGISTRIES, checks a name and logs out. A registry behind the bridge
 * is tried on the machine of the bridge, with the settings of the bridge.
 */
export const trial: Trial = {
	needs: ["EPP_REGISTRIES", "EPP_PASSWORDS"],
	page: "docs/services/epp.md",

	async run(settings) {
		const passwords = passwordPairs.parse(settings.EPP_PASSWORDS);
		const lines: string[] = [];
		for (const { name, url, user, tlds } of eppRegistries.parse(settings.EPP_REGISTRIES)) {
			const password = passwords.get(name);
			if (!password) throw new Error(`EPP_PASSWORDS has no password for ${name}`);
			lines.push(
				...(await tryRegistry({ name, user, password, checked: `probe.${tlds[0]}` }, addressOf(url, settings))),
			);
		}
		if (lines.length === 0) throw new Error("EPP_REGISTRIES is empty");
		return lines;
	},

	explanations: [
		{
			pattern: /\b(2200|2501)\b/,
			next: "The registry refuses the user or the password, or accepts them only from another address. Compare EPP_PASSWORDS and `user`, and ask the registry which addresses it has on its list.",
		},
		{
			pattern: /\b2502\b/,
			next: "Too many sessions are open. Wait ten minutes, until the registry ends the unused ones.",
		},
		{
			pattern: /certificate required|handshake failure|unknown ca|bad certificate/i,
			next: "The registry asks for a client certificate. Set EPP_BRIDGE_REGISTRY_CERT and EPP_BRIDGE_REGISTRY_KEY to the files that it accepted, and use the bridge.",
		},
		{
			pattern: /self.signed|unable to (get|verify)|altnames/i,
			next: "The registry's certificate is not publicly trusted. Set EPP_BRIDGE_REGISTRY_CA to the registry's authority, and use the bridge.",
		},
		{
			pattern: /EPP_BRIDGE_REGISTRY/,
			next: "This registry is behind the bridge. Run this on the machine of the bridge, with its settings.",
		},
		{ pattern: /EPP_PASSWORDS/, next: "Write pairs into EPP_PASSWORDS, such as kenic=PASSWORD." },
		{
			pattern: /EPP_REGISTRIES|invalid|expected/i,
			next: "EPP_REGISTRIES must be a list with name, tlds, url and user, as docs/services/epp.md shows.",
		},
		{
			pattern: /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|did not answer|closed the connection/,
			next: "Nothing answers at this address. Many registries only answer addresses on their list: run this on the machine whose address the registry knows, and use the bridge.",
		},
	],
};

function addressOf(url: string, settings: Settings) {
	const address = url.startsWith("epp://") ? url.slice(6) : settings.EPP_BRIDGE_REGISTRY;
	if (!address) throw new Error("EPP_BRIDGE_REGISTRY is missing");
	const read = (file: string | undefined) => (file ? readFileSync(file, "utf8") : undefined);
	const [host = "", port = "700"] = address.split(":");
	return {
		...{ host, port: Number(port), cert: read(settings.EPP_BRIDGE_REGISTRY_CERT) },
		...{ key: read(settings.EPP_BRIDGE_REGISTRY_KEY), ca: read(settings.EPP_BRIDGE_REGISTRY_CA) },
	};
}

interface Login {
	readonly name: string;
	readonly user: string;
	readonly password: string;
	readonly checked: string;
}

async function tryRegistry(
	{ name, user, password, checked }: Login,
	address: Parameters<typeof connectToRegistry>[0],
): Promise<string[]> {
	const lines: string[] = [];
	const session = createEppSession({
		async connect() {
			const connection = await connectToRegistry(address, 20_000);
			const { server, objects, extensions } = parseGreeting(connection.greeting);
			lines.push(
				`${name}: ${server} answers at ${address.host}.`,
				`It offers ${[...objects, ...extensions].join(" ")}`,
			);
			return connection;
		},
		account: { user, password },
		clock: Date.now,
	});
	const exchanged = await session.exchange(checkDomains("kikoa-try", [checked]));
	await session.close();
	if (exchanged.state !== "answered") throw new Error(exchanged.message);
	const response = parseResponse(exchanged.answer);
	if (response.code >= 2000) throw new Error(`${response.code}: ${response.message}`);
	const [result] = checkedDomains(response);
	return [...lines, `It accepts ${user}. ${checked} is ${result?.available ? "available" : "taken"}.`];
}

import { parseHostName } from "~/features/dns/host-name";
import { parseIpv4, parseIpv6 } from "~/features/dns/ip-address";
import { fail, ok, type Result } from "~/lib/result";

export interface Glue {
	host: string;
	addresses: string[];
}

/** Rows of the form: registries ask for two; hardly anybody has more than four. */
export const nameserverRows = 4;

export interface NameserverInput {
	readonly host: string;
	/** Separated by spaces or commas; only for a server below the domain itself. */
	readonly addresses: string;
}

interface Delegation {
	readonly nameservers: readonly string[];
	readonly glue: readonly Glue[];
}

/** Checks a domain's nameservers; what is wrong comes back by field: `host0`, `addresses0` … */
export function parseNameservers(rows: readonly NameserverInput[], domain: string): Result<Delegation> {
	const fields: Record<string, string> = {};
	const nameservers: string[] = [];
	const glue: Glue[] = [];
	for (const [index, row] of rows.entries()) {
		if (row.host.trim() === "" && row.addresses.trim() === "") continue;
		const host = parseHostName(row.host, domain);
		if (!host.ok) {
			fields[`host${index}`] = host.error;
			continue;
		}
		const name = host.value;
		if (name === domain) fields[`host${index}`] = `${domain} can't be its own nameserver: choose a name below it.`;
		else if (name.includes("_")) fields[`host${index}`] = "The name of a server has no underscore.";
		else if (nameservers.includes(name)) fields[`host${index}`] = "This nameserver is there already.";
		else nameservers.push(name);
		const addresses = row.addresses.split(/[\s,]+/).filter(Boolean);
		const parsed = addresses.map((address) => parseIpv4(address) ?? parseIpv6(address));
		const below = name.endsWith(`.${domain}`);
		if (below && addresses.length === 0)
			fields[`addresses${index}`] =
				`${name} lies below ${domain}: nobody finds it unless the registry knows its IP address.`;
		else if (!below && addresses.length > 0)
			fields[`addresses${index}`] = `Leave this empty: ${name} does not lie below ${domain}.`;
		else if (parsed.includes(null))
			fields[`addresses${index}`] = "Enter IP addresses, like 192.0.2.53 or 2001:db8::53.";
		else if (below) glue.push({ host: name, addresses: [...new Set(parsed.filter((one) => one !== null))] });
	}
	if (Object.keys(fields).length === 0 && nameservers.length < 2)
		fields[`host${nameservers.length}`] = "At least two nameservers: when one fails, the other answers.";
	const [first] = Object.values(fields);
	return first ? fail("invalid", first, { fields }) : ok({ nameservers, glue });
}

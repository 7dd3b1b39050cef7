import { parseHostName } from "~/features/dns/host-name";
import { parseIpv4, parseIpv6 } from "~/features/dns/ip-address";
import { fail, ok, type Result } from "~/lib/result";

export interface Glue {
	host: string;
	addresses: string[];
}

/** Rows of the form. Registries require two nameservers, and few domains use more than four. */
export const nameserverRows = 4;

export interface NameserverInput {
	readonly host: string;
	/** Separated by spaces or commas. Only for a server whose name is part of the domain. */
	readonly addresses: string;
}

interface Delegation {
	readonly nameservers: readonly string[];
	readonly glue: readonly Glue[];
}

/** Validates a domain's nameservers. Failures name the field of the row: `host0`, `addresses0` … */
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
		if (name === domain)
			fields[`host${index}`] = `${domain} can't be its own nameserver. Use a name like ns1.${domain}.`;
		else if (name.includes("_")) fields[`host${index}`] = "A server name can't have an underscore.";
		else if (nameservers.includes(name)) fields[`host${index}`] = "This nameserver is already in the list.";
		else nameservers.push(name);
		const addresses = row.addresses.split(/[\s,]+/).filter(Boolean);
		const parsed = addresses.map((address) => parseIpv4(address) ?? parseIpv6(address));
		const isBelow = name.endsWith(`.${domain}`);
		if (isBelow && addresses.length === 0)
			fields[`addresses${index}`] =
				`Enter the IP address of ${name}. The registry needs it because the name is part of ${domain}.`;
		else if (!isBelow && addresses.length > 0)
			fields[`addresses${index}`] = `Leave this empty, because ${name} is not part of ${domain}.`;
		else if (parsed.includes(null))
			fields[`addresses${index}`] = "Enter IP addresses, like 192.0.2.53 or 2001:db8::53.";
		else if (isBelow) glue.push({ host: name, addresses: [...new Set(parsed.filter((one) => one !== null))] });
	}
	if (Object.keys(fields).length === 0 && nameservers.length < 2)
		fields[`host${nameservers.length}`] = "Enter at least two nameservers, in case one fails.";
	const [first] = Object.values(fields);
	return first ? fail("invalid", first, { fields }) : ok({ nameservers, glue });
}

/**
 * Validates nameservers for several domains. The form has no addresses, so a server within one of them is refused.
 * @param domain one of them
 */
export function checkSharedNameservers(rows: readonly NameserverInput[], domain: string): Result<Delegation> {
	const checked = parseNameservers(rows, domain);
	if (checked.ok) return checked;
	const hosts = Object.entries(checked.error.fields ?? {}).filter(([field]) => field.startsWith("host"));
	const [first] = hosts;
	const within = `A server within ${domain} needs an address. Change that domain on its own page.`;
	return fail("invalid", first?.[1] ?? within, hosts.length > 0 ? { fields: Object.fromEntries(hosts) } : {});
}

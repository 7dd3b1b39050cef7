import { parseDomainName } from "./domain-name";

/** A domain name as people read it: `xn--` labels in their own letters. Any other text stays as it is. */
export function readable(name: string): string {
	const parsed = parseDomainName(name);
	return parsed.ok ? parsed.value.unicode : name;
}

/** The client's address for rate limits, as Cloudflare's edge reports it. Ignores headers that a client can set. */
export const clientKey = (headers: Headers): string =>
	networkOf(headers.get("CF-Connecting-IP")?.trim().toLowerCase() ?? "") || "unknown";

/**
 * An IP address as rate limits count it. IPv6 addresses are cut to their /64, because a client has at least that many.
 * IPv4-mapped addresses count as IPv4.
 */
export function networkOf(address: string): string {
	if (!address.includes(":")) return address;
	const mapped = /^(?:0{0,4}:){0,5}:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
	if (mapped?.[1]) return mapped[1];
	return `${expand(address).slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
	const [head = "", tail] = address.split("::");
	const groups = (part: string) => (part === "" ? [] : part.split(":"));
	const before = groups(head);
	const after = tail === undefined ? [] : groups(tail);
	const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
	return [...before, ...Array<string>(missing).fill("0"), ...after].map((group) => group.replace(/^0+(?=.)/, ""));
}

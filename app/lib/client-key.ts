/**
 * Who is asking, for limits: the address that Cloudflare's edge saw. Headers that a client can set are not looked at.
 * IPv6 clients own a /64 at least, so that is the unit; an IPv4 address inside IPv6 is that IPv4 address.
 */
export function clientKey(headers: Headers): string {
	const address = headers.get("CF-Connecting-IP")?.trim().toLowerCase() ?? "";
	if (!address.includes(":")) return address || "unknown";
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

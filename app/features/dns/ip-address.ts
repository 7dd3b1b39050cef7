/** Returns an IPv4 address in dotted decimals. Null for anything else, such as `1.2.3` or `010.0.0.1`. */
export function parseIpv4(text: string): string | null {
	const parts = text.split(".");
	const valid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
	return valid ? text : null;
}

/** Returns an IPv6 address in canonical form (RFC 5952: lower case, no leading zeros, longest run of zeros as `::`), or null. */
export function parseIpv6(text: string): string | null {
	const groups = groupsOf(text.toLowerCase());
	return groups && compress(groups);
}

function groupsOf(text: string): number[] | null {
	const halves = text.split("::");
	if (halves.length > 2) return null;
	const parts = halves.map(parseHalf);
	const [head, tail] = parts;
	if (!head || tail === null) return null;
	if (tail === undefined) return head.length === 8 ? head : null;
	// `::` stands for at least one group.
	const missing = 8 - head.length - tail.length;
	return missing >= 1 ? [...head, ...Array<number>(missing).fill(0), ...tail] : null;
}

function parseHalf(text: string): number[] | null {
	if (text === "") return [];
	const groups: number[] = [];
	const parts = text.split(":");
	for (const [index, part] of parts.entries()) {
		const ipv4 = index === parts.length - 1 && part.includes(".") ? parseIpv4(part) : null;
		if (ipv4) {
			const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number);
			groups.push(a * 256 + b, c * 256 + d);
		} else if (/^[0-9a-f]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
		else return null;
	}
	return groups;
}

function compress(groups: readonly number[]): string {
	let best = { start: -1, length: 1 };
	for (let start = 0; start < groups.length; start += 1) {
		let length = 0;
		while (groups[start + length] === 0) length += 1;
		if (length > best.length) best = { start, length };
	}
	const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(":");
	if (best.start < 0) return hex(groups);
	return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`;
}

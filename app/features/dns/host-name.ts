import { parseLabel } from "~/features/domains/label";
import { ok, type Result, wrong } from "~/lib/result";

/** Labels as the DNS takes them (RFC 2181): with underscores for services (RFC 8552). */
const plainLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * The name of a record relative to its zone, in lower case and ASCII form: `@` for the zone itself, `www`, `*.shop`.
 * Understands a full name, with or without its closing dot.
 */
export function parseRecordName(text: string, zone: string): Result<string, string> {
	const typed = text.trim().toLowerCase().replaceAll("。", ".");
	if (typed === "" || typed === "@" || typed === `${zone}.` || typed === zone) return ok("@");
	if (/\s/.test(typed)) return wrong("A name can't contain spaces.");
	const relative = stripZone(typed, zone);
	if (relative === null) return wrong(`${typed} is outside of ${zone}: only names that end in it can be set here.`);
	const labels = relative.split(".");
	const encoded: string[] = [];
	for (const [index, label] of labels.entries()) {
		if (label === "*") {
			if (index > 0) return wrong("A star stands for a whole part, and only for the first one: *.shop, not shop.*");
			encoded.push(label);
			continue;
		}
		const ascii = toAsciiLabel(label);
		if (!ascii.ok) return ascii;
		encoded.push(ascii.value);
	}
	const name = encoded.join(".");
	if (`${name}.${zone}`.length > 253) return wrong("The name is too long: 253 characters is the most.");
	return ok(name);
}

/**
 * A full host name that a record points to, in lower case and ASCII form, without its closing dot.
 * `@` is the zone itself; a name that ends in a dot or has dots is taken as it is.
 */
export function parseHostName(text: string, zone: string): Result<string, string> {
	const typed = text.trim().toLowerCase().replaceAll("。", ".");
	if (typed === "") return wrong("Enter the name of a server, such as mail.example.com.");
	if (typed === "@") return ok(zone);
	if (/^[a-z]+:\/\//.test(typed) || typed.includes("/"))
		return wrong("Enter a server's name only, without https:// or a path.");
	if (/\s/.test(typed)) return wrong("A name can't contain spaces.");
	const full = typed.replace(/\.$/, "");
	if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(full) || full.includes(":"))
		return wrong("This is an IP address. A name is needed here: put the address into an A or AAAA record.");
	const labels = full.split(".");
	if (labels.length < 2) return wrong(`Write the name in full: ${full}.${zone}, or another server's name.`);
	const encoded: string[] = [];
	for (const label of labels) {
		if (label === "*") return wrong("A record can't point to a name with a star.");
		const ascii = toAsciiLabel(label);
		if (!ascii.ok) return ascii;
		encoded.push(ascii.value);
	}
	const name = encoded.join(".");
	if (name.length > 253) return wrong("The name is too long: 253 characters is the most.");
	if (/^\d+$/.test(encoded.at(-1) ?? "")) return wrong(`${full} is not a name: its ending is a number.`);
	return ok(name);
}

function stripZone(typed: string, zone: string): string | null {
	const absolute = typed.endsWith(".");
	const bare = absolute ? typed.slice(0, -1) : typed;
	if (bare.endsWith(`.${zone}`)) return bare.slice(0, -zone.length - 1);
	return absolute ? null : bare;
}

function toAsciiLabel(label: string): Result<string, string> {
	if (label === "")
		return wrong("There are two dots in a row, or one at the beginning: a part of the name is missing.");
	if (label.length > 63) return wrong("A part of the name is too long: 63 characters is the most.");
	if (plainLabel.test(label)) return ok(label);
	if (/^[a-z0-9_*-]*$/.test(label)) {
		return wrong(
			label.includes("*")
				? "A star stands for a whole part, and only for the first one: *.shop, not shop.*"
				: "A part of a name can't begin or end with a hyphen.",
		);
	}
	const parsed = parseLabel(label);
	return parsed.ok ? ok(parsed.value.ascii) : wrong(parsed.error.message);
}

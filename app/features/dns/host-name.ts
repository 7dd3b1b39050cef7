import { parseLabel } from "~/features/domains/label";
import { err, ok, type Result } from "~/lib/result";

/** Labels as the DNS takes them (RFC 2181): with underscores for services (RFC 8552). */
const plainLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * The name of a record relative to its zone, in lower case and ASCII form: `@` for the zone itself, `www`, `*.shop`.
 * Understands a full name, with or without its closing dot.
 */
export function parseRecordName(text: string, zone: string): Result<string, string> {
	const typed = text.trim().toLowerCase().replaceAll("。", ".");
	if (typed === "" || typed === "@" || typed === `${zone}.` || typed === zone) return ok("@");
	if (/\s/.test(typed)) return err("A name can't contain spaces.");
	const relative = stripZone(typed, zone);
	if (relative === null) return err(`${typed} is outside of ${zone}: only names that end in it can be set here.`);
	const labels = relative.split(".");
	const encoded: string[] = [];
	for (const [index, label] of labels.entries()) {
		if (label === "*") {
			if (index > 0) return err("A star stands for a whole part, and only for the first one: *.shop, not shop.*");
			encoded.push(label);
			continue;
		}
		const ascii = toAsciiLabel(label);
		if (!ascii.ok) return ascii;
		encoded.push(ascii.value);
	}
	const name = encoded.join(".");
	if (`${name}.${zone}`.length > 253) return err("The name is too long: 253 characters is the most.");
	return ok(name);
}

/**
 * A full host name that a record points to, in lower case and ASCII form, without its closing dot.
 * `@` is the zone itself; a name that ends in a dot or has dots is taken as it is.
 */
export function parseHostName(text: string, zone: string): Result<string, string> {
	const typed = text.trim().toLowerCase().replaceAll("。", ".");
	if (typed === "") return err("Enter the name of a server, such as mail.example.com.");
	if (typed === "@") return ok(zone);
	if (/^[a-z]+:\/\//.test(typed) || typed.includes("/"))
		return err("Enter a server's name only, without https:// or a path.");
	if (/\s/.test(typed)) return err("A name can't contain spaces.");
	const full = typed.replace(/\.$/, "");
	if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(full) || full.includes(":"))
		return err("This is an IP address. A name is needed here: put the address into an A or AAAA record.");
	const labels = full.split(".");
	if (labels.length < 2) return err(`Write the name in full: ${full}.${zone}, or another server's name.`);
	const encoded: string[] = [];
	for (const label of labels) {
		if (label === "*") return err("A record can't point to a name with a star.");
		const ascii = toAsciiLabel(label);
		if (!ascii.ok) return ascii;
		encoded.push(ascii.value);
	}
	const name = encoded.join(".");
	if (name.length > 253) return err("The name is too long: 253 characters is the most.");
	if (/^\d+$/.test(encoded.at(-1) ?? "")) return err(`${full} is not a name: its ending is a number.`);
	return ok(name);
}

function stripZone(typed: string, zone: string): string | null {
	const absolute = typed.endsWith(".");
	const bare = absolute ? typed.slice(0, -1) : typed;
	if (bare.endsWith(`.${zone}`)) return bare.slice(0, -zone.length - 1);
	return absolute ? null : bare;
}

function toAsciiLabel(label: string): Result<string, string> {
	if (label === "") return err("There are two dots in a row, or one at the beginning: a part of the name is missing.");
	if (label.length > 63) return err("A part of the name is too long: 63 characters is the most.");
	if (plainLabel.test(label)) return ok(label);
	if (/^[a-z0-9_*-]*$/.test(label)) {
		return err(
			label.includes("*")
				? "A star stands for a whole part, and only for the first one: *.shop, not shop.*"
				: "A part of a name can't begin or end with a hyphen.",
		);
	}
	const parsed = parseLabel(label);
	return parsed.ok ? ok(parsed.value.ascii) : err(parsed.error.message);
}

import { parseLabel } from "~/features/domains/label";
import { err, ok, type Result } from "~/lib/result";

/** A label of a DNS record (RFC 2181). May have underscores, for services (RFC 8552). */
const plainLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Parses the name of a record. Accepts a name relative to the zone or a full name, with or without its trailing dot.
 * Returns it relative to the zone, in lower case and ASCII form: `@` for the zone itself, `www`, `*.shop`.
 */
export function parseRecordName(text: string, zone: string): Result<string, string> {
	const typed = text.trim().toLowerCase().replaceAll("。", ".");
	if (typed === "" || typed === "@" || typed === `${zone}.` || typed === zone) return ok("@");
	if (/\s/.test(typed)) return err("A name can't contain spaces.");
	const relative = stripZone(typed, zone);
	if (relative === null) return err(`${typed} is outside ${zone}. Names here must end in ${zone}.`);
	const labels = relative.split(".");
	const encoded: string[] = [];
	for (const [index, label] of labels.entries()) {
		if (label === "*") {
			if (index > 0) return err("Use a star only as the whole first part of a name: *.shop, not shop.*");
			encoded.push(label);
			continue;
		}
		const ascii = toAsciiLabel(label);
		if (!ascii.ok) return ascii;
		encoded.push(ascii.value);
	}
	const name = encoded.join(".");
	if (`${name}.${zone}`.length > 253) return err("The name is too long. Use at most 253 characters.");
	return ok(name);
}

/**
 * Parses the full host name that a record points to. Returns it in lower case and ASCII form, without its trailing dot.
 * `@` is the zone itself.
 */
export function parseHostName(text: string, zone: string): Result<string, string> {
	const typed = text.trim().toLowerCase().replaceAll("。", ".");
	if (typed === "") return err("Enter the name of a server, such as mail.example.com.");
	if (typed === "@") return ok(zone);
	if (/^[a-z]+:\/\//.test(typed) || typed.includes("/"))
		return err("Enter only the server's name, without https:// or a path.");
	if (/\s/.test(typed)) return err("A name can't contain spaces.");
	const full = typed.replace(/\.$/, "");
	if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(full) || full.includes(":"))
		return err("Enter a name here, not an IP address. IP addresses go in A or AAAA records.");
	const labels = full.split(".");
	if (labels.length < 2) return err(`Enter the full name, like ${full}.${zone}.`);
	const encoded: string[] = [];
	for (const label of labels) {
		if (label === "*") return err("A record can't point to a name with a star.");
		const ascii = toAsciiLabel(label);
		if (!ascii.ok) return ascii;
		encoded.push(ascii.value);
	}
	const name = encoded.join(".");
	if (name.length > 253) return err("The name is too long. Use at most 253 characters.");
	if (/^\d+$/.test(encoded.at(-1) ?? "")) return err(`${full} is not a valid name, because it ends in a number.`);
	return ok(name);
}

function stripZone(typed: string, zone: string): string | null {
	const absolute = typed.endsWith(".");
	const bare = absolute ? typed.slice(0, -1) : typed;
	if (bare.endsWith(`.${zone}`)) return bare.slice(0, -zone.length - 1);
	return absolute ? null : bare;
}

function toAsciiLabel(label: string): Result<string, string> {
	if (label === "") return err("A part of the name is missing: it starts with a dot or has two dots in a row.");
	if (label.length > 63) return err("A part of the name is too long. Use at most 63 characters.");
	if (plainLabel.test(label)) return ok(label);
	if (/^[a-z0-9_*-]*$/.test(label)) {
		return err(
			label.includes("*")
				? "Use a star only as the whole first part of a name: *.shop, not shop.*"
				: "A part of a name can't begin or end with a hyphen.",
		);
	}
	const parsed = parseLabel(label);
	return parsed.ok ? ok(parsed.value.ascii) : err(parsed.error.message);
}

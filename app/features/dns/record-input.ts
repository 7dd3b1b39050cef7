import { err, fail, ok, type Result } from "~/lib/result";
import { fullName } from "./full-name";
import { parseHostName, parseRecordName } from "./host-name";
import { parseIpv4, parseIpv6 } from "./ip-address";
import { caaTags, type RecordType, ttlLimits, type ZoneRecord } from "./record";
import { parseText } from "./text-value";

/** A record as a form sends it. Fields that its type does not use are ignored. */
export interface RecordInput {
	readonly type: RecordType;
	readonly name: string;
	readonly ttl: string;
	/** The address, the host name or the text. */
	readonly value: string;
	readonly priority: string;
	readonly weight: string;
	readonly port: string;
	readonly flags: string;
	readonly tag: string;
}

type RecordField = Exclude<keyof RecordInput, "type">;
type Problems = Partial<Record<RecordField, string>>;

/** Validates one record and returns it in canonical form. Failures name the field. Does not check the rest of the zone. */
export function parseRecord(input: RecordInput, zone: string): Result<ZoneRecord> {
	const problems: Problems = {};
	const note = <T>(field: RecordField, result: Result<T, string>): T | undefined => {
		if (result.ok) return result.value;
		problems[field] ??= result.error;
		return undefined;
	};
	const name = note("name", parseNameFor(input, zone));
	const ttl = note("ttl", wholeNumber(input.ttl, ttlLimits, "Choose a TTL from 60 to 604800 seconds (one week)."));
	const ranked = input.type === "MX" || input.type === "SRV";
	const priority = ranked ? note("priority", parse16(input.priority, "The priority")) : null;
	const value = parseValue(input, zone, note);
	if (
		name === undefined ||
		ttl === undefined ||
		priority === undefined ||
		value === undefined ||
		hasProblems(problems)
	) {
		const [first = "This record is not complete."] = Object.values(problems);
		return fail("invalid", first, { fields: problems as Record<string, string> });
	}
	return ok({ type: input.type, name, value, ttl, priority });
}

type Note = <T>(field: RecordField, result: Result<T, string>) => T | undefined;

function parseValue(input: RecordInput, zone: string, note: Note): string | undefined {
	const { type, value } = input;
	switch (type) {
		case "A":
			return note(
				"value",
				valueOr(parseIpv4(value.trim()), "Enter an IPv4 address: four numbers up to 255, like 192.0.2.10."),
			);
		case "AAAA":
			return note("value", valueOr(parseIpv6(value.trim()), "Enter an IPv6 address, like 2001:db8::10."));
		case "CNAME":
		case "NS":
			return note("value", type === "NS" ? parseServer(value, zone) : parseHostName(value, zone));
		case "MX":
			// Null MX (RFC 7505): this domain accepts no email.
			return value.trim() === "." ? nullMx(input, note) : note("value", parseServer(value, zone));
		case "TXT":
			return note("value", parseText(value));
		case "SRV": {
			const weight = note("weight", parse16(input.weight, "The weight"));
			const port = note("port", parse16(input.port, "The port"));
			// A dot: the service is not offered (RFC 2782).
			const target = value.trim() === "." ? "." : note("value", parseServer(value, zone));
			return weight === undefined || port === undefined || target === undefined
				? undefined
				: `${weight} ${port} ${target}`;
		}
		case "CAA":
			return caa(input, note);
	}
}

/** Parses a name that has addresses. It can't have underscores (RFC 1123, section 2.1), but the target of an alias can. */
function parseServer(text: string, zone: string): Result<string, string> {
	const name = parseHostName(text, zone);
	return name.ok && name.value.includes("_") ? err("A server name can't have an underscore.") : name;
}

function nullMx({ priority }: RecordInput, note: Note): string | undefined {
	const zero = priority.trim() === "0";
	return note(
		"priority",
		zero ? ok(".") : err("For a domain that receives no email (server “.”), set the priority to 0."),
	);
}

function caa({ flags, tag, value }: RecordInput, note: Note): string | undefined {
	const flag = note(
		"flags",
		flags.trim() === "0" || flags.trim() === "128"
			? ok(flags.trim())
			: err("Set the flag to 0, or to 128 for critical."),
	);
	const known = caaTags.find((one) => one === tag.trim().toLowerCase());
	const kind = note("tag", known ? ok(known) : err(`Choose one of these tags: ${caaTags.join(", ")}.`));
	const content = note("value", caaValue(kind, value.trim()));
	return flag === undefined || kind === undefined || content === undefined ? undefined : `${flag} ${kind} "${content}"`;
}

function caaValue(tag: (typeof caaTags)[number] | undefined, text: string): Result<string, string> {
	switch (tag) {
		case "iodef":
			return reportAddress.test(text)
				? ok(text)
				: err("Enter mailto: and an email address, or a URL that starts with https://.");
		case "contactemail":
		case "contactphone":
			return /^[\x20-\x7e]+$/.test(text) ? ok(text) : err("Enter an email address or a phone number.");
		default:
			return issuer.test(text) && text !== ""
				? ok(text)
				: err("Enter the domain of a certificate authority, like letsencrypt.org. Enter ; to allow none.");
	}
}

/** Where to report a rejected request: an email address or a URL. */
const reportAddress = /^(?:mailto:[\x21\x23-\x3f\x41-\x7e]+@[a-z0-9.-]+\.[a-z0-9-]+|https?:\/\/[\x21\x23-\x7e]+)$/i;

/** An authority's domain, then parameters after a semicolon. A semicolon alone forbids every authority (RFC 8659, 4.2). */
const issuer =
	/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+)?\s*(?:;\s*(?:[a-z0-9-]+\s*=\s*[\x21-\x3a\x3c-\x7e]*\s*(?:;\s*|$))*)?$/i;

function parseNameFor({ type, name }: RecordInput, zone: string): Result<string, string> {
	const parsed = parseRecordName(name, zone);
	if (!parsed.ok) return parsed;
	const relative = parsed.value;
	const hostOnly = type === "A" || type === "AAAA" || type === "MX";
	if (hostOnly && relative.includes("_"))
		return err("A server name can't have an underscore. Names of TXT, SRV and CNAME records can.");
	if (type === "CNAME" && relative === "@")
		return err(
			`${zone} itself can't be an alias, because it has other records. Use A and AAAA records, or an alias for www.`,
		);
	if (type === "NS" && relative === "@") return err(`Set the nameservers of ${zone} on the Nameservers page.`);
	if (type === "NS" && relative.startsWith("*")) return err("An NS record can't have a name with a star.");
	if (type === "SRV" && !/^(?:\*\.)?_[a-z0-9-]+\._(?:tcp|udp|tls|sctp)(?:\.|$)/.test(relative))
		return err("Start the name with the service and its protocol, like _sip._tcp or _imaps._tcp.");
	if (fullName(relative, zone).length > 253) return err("The name is too long. Use at most 253 characters.");
	return parsed;
}

const parse16 = (text: string, what: string) =>
	wholeNumber(text, { min: 0, max: 65_535 }, `${what} must be a whole number from 0 to 65535.`);

function wholeNumber(
	text: string,
	{ min, max }: { min: number; max: number },
	message: string,
): Result<number, string> {
	const number = /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
	return number >= min && number <= max ? ok(number) : err(message);
}

const valueOr = (value: string | null, message: string): Result<string, string> =>
	value === null ? err(message) : ok(value);

const hasProblems = (problems: Problems) => Object.keys(problems).length > 0;

/** Form values of an existing record. */
export function toInput({ type, name, value, ttl, priority }: ZoneRecord): RecordInput {
	const empty = { type, name, ttl: String(ttl), priority: priority === null ? "" : String(priority) };
	const none = { weight: "", port: "", flags: "", tag: "" };
	if (type === "SRV") {
		const [weight = "", port = "", target = ""] = value.split(" ");
		return { ...empty, ...none, weight, port, value: target };
	}
	if (type === "CAA") {
		const [, flags = "", tag = "", content = ""] = /^(\d+) (\S+) "(.*)"$/.exec(value) ?? [];
		return { ...empty, ...none, flags, tag, value: content };
	}
	return { ...empty, ...none, value };
}

import { fail, ok, type Result } from "~/lib/result";
import { parseDomainName } from "./domain-name";
import { parseLabel } from "./label";

/** A name that stays with its registrar, which a plan is for: its extension may be one that we don't sell. */
export function parseOwnName(input: string): Result<{ readonly ascii: string; readonly tld: string }> {
	const sold = parseDomainName(input);
	if (sold.ok) return sold;
	const labels = input.trim().toLowerCase().replace(/\.$/, "").split(".").map(parseLabel);
	const ascii = labels.map((label) => (label.ok ? label.value.ascii : "")).join(".");
	const ending = ascii.slice(ascii.lastIndexOf(".") + 1);
	const whole = labels.length > 1 && labels.every((label) => label.ok) && ascii.length <= 253;
	// A last label of digits makes an IP address (RFC 3696, section 2).
	if (whole && ending.length > 1 && !/^\d+$/.test(ending)) return ok({ ascii, tld: ending });
	return fail(sold.error.kind, sold.error.message, sold.error);
}

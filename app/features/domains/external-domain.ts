import { fail, ok, type Result } from "~/lib/result";
import { parseDomainName } from "./domain-name";
import { parseLabel } from "./label";

/** A name that stays with its registrar, which a plan is for: its extension may be one that we don't sell. */
export function parseExternalDomain(input: string): Result<{ readonly ascii: string; readonly tld: string }> {
	const sold = parseDomainName(input);
	if (sold.ok) return sold;
	const parsed = input.trim().toLowerCase().replace(/\.$/, "").split(".").map(parseLabel);
	const labels = parsed.flatMap((label) => (label.ok ? [label.value] : []));
	const ascii = labels.map((label) => label.ascii).join(".");
	const ending = labels.at(-1)?.ascii ?? "";
	const whole = labels.length > 1 && labels.length === parsed.length && ascii.length <= 253;
	const readable = bidiRule(labels.map(({ unicode }) => unicode));
	// A last label of digits makes an IP address (RFC 3696, section 2).
	if (whole && readable && ending.length > 1 && !/^\d+$/.test(ending)) return ok({ ascii, tld: ending });
	return fail(sold.error.kind, sold.error.message, sold.error);
}

/** Beside a label that is written from right to left, no label may begin with a digit (RFC 5893, section 2, rule 1). */
const bidiRule = (labels: readonly string[]): boolean =>
	!labels.some((label) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(label)) ||
	!labels.some((label) => /^\p{Nd}/u.test(label));

import { fail, ok, type Result } from "~/lib/result";
import { parseDomainName } from "./domain-name";
import { parseLabel } from "./label";

/** Parses a domain that stays at another registrar. Its extension may be one that we don't sell. */
export function parseExternalDomain(input: string): Result<{ readonly ascii: string; readonly tld: string }> {
	const sold = parseDomainName(input);
	if (sold.ok) return sold;
	const parsed = input.trim().toLowerCase().replace(/\.$/, "").split(".").map(parseLabel);
	const labels = parsed.flatMap((label) => (label.ok ? [label.value] : []));
	const ascii = labels.map((label) => label.ascii).join(".");
	const tld = labels[labels.length - 1]?.ascii ?? "";
	const isComplete = labels.length > 1 && labels.length === parsed.length && ascii.length <= 253;
	const isBidiValid = followsBidiRule(labels.map(({ unicode }) => unicode));
	// A last label of digits makes an IP address (RFC 3696, section 2).
	if (isComplete && isBidiValid && tld.length > 1 && !/^\d+$/.test(tld)) return ok({ ascii, tld });
	return fail(sold.error.kind, sold.error.message, sold.error);
}

/** If a label is written from right to left, no label may start with a digit (RFC 5893, section 2, rule 1). */
const followsBidiRule = (labels: readonly string[]): boolean =>
	!labels.some((label) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(label)) ||
	!labels.some((label) => /^\p{Nd}/u.test(label));

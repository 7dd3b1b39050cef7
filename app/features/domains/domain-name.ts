import { soldExtensions } from "~/features/catalog/domain-prices";
import { isSold } from "~/features/catalog/known-extensions";
import { failField, ok, type Result } from "~/lib/result";
import { defaultExtension, extractHost } from "./domain-input";
import { isSuffix, splitExtension } from "./extension-rules";
import { extensionProblem, type Label, parseLabel } from "./label";

/** A name that can be registered with us: one label and an extension we sell. */
export interface DomainName {
	/** Canonical form (`xn--…` if needed), for storage, comparison and lookups. */
	readonly ascii: string;
	/** The form to show. */
	readonly unicode: string;
	/** The part before the extension, ASCII form. */
	readonly label: string;
	/** Without its leading dot. */
	readonly tld: string;
}

/** A parsed search text. */
export interface Search {
	/** The word to search under every extension, in Unicode form. */
	readonly word: string;
	/** The full name that was typed, or the word under `defaultExtension`. Null if its registry does not allow it. */
	readonly exact: DomainName | null;
	/** Every name to look up, the exact one first. */
	readonly names: readonly DomainName[];
	/** A hint for the customer, such as an extension that we don't sell or a part that was ignored. */
	readonly note: string | null;
}

/**
 * Parses one domain name. Accepts capitals, surrounding spaces, a pasted URL, `www.` and a trailing dot. Failures are
 * for the field `domain`.
 */
export function parseDomainName(input: string): Result<DomainName> {
	const host = extractHost(input);
	if (!host.ok) return failField("domain", host.error);
	if (/\s/u.test(host.value)) return failField("domain", "Domain name cannot contain spaces");
	const problem = hostProblem(host.value);
	if (problem) return failField("domain", problem);
	const name = host.value.replace(/^\./, "");
	const { before, tld } = splitExtension(name);
	if (!name.includes(".")) return failField("domain", "Add an extension to the name, such as .co.ke or .com.");
	if (!isSold(tld)) return failField("domain", notSoldMessage(tld));
	const label = parseLabel(before.split(".").pop() ?? "");
	if (!label.ok) return failField("domain", label.error.message);
	if (before.includes("."))
		return failField(
			"domain",
			`Only the part right before the extension can be registered: ${label.value.unicode}.${tld}.`,
		);
	const refused = extensionProblem(label.value, tld);
	return refused ? failField("domain", refused) : ok(toDomainName(label.value, tld));
}

/**
 * Parses a search: a word, a full name, a pasted URL or several words. Failures are for the field `q` or `tlds`.
 * @param tlds extensions to search under, in this order. Ignores extensions that we don't sell.
 */
export function parseSearch(input: string, tlds: readonly string[] = soldExtensions()): Result<Search> {
	const host = extractHost(input);
	if (!host.ok) return failField("q", host.error);
	// Reads "mama neema" and "mama neema .co.ke" as one word.
	const compact = host.value.replace(/\s+/gu, "");
	const problem = hostProblem(compact);
	if (problem) return failField("q", problem);
	const joined = compact.replace(/^\./, "");
	const { before, tld } = joined.includes(".") ? splitExtension(joined) : { before: joined, tld: null };
	const label = parseLabel(before.split(".").pop() ?? "");
	if (!label.ok) return failField("q", label.error.message);
	const allowed = (name: string) => extensionProblem(label.value, name) === undefined;
	const sold = tld !== null && isSold(tld);
	const first = sold && allowed(tld) ? tld : tlds.includes(defaultExtension) ? defaultExtension : null;
	const exact = first !== null && allowed(first) ? toDomainName(label.value, first) : null;
	const others = tlds.filter((name) => isSold(name) && name !== exact?.tld && allowed(name));
	const names = [...(exact ? [exact] : []), ...others.map((name) => toDomainName(label.value, name))];
	if (!tlds.some(isSold) && !exact) return failField("tlds", "We don't sell any of these extensions.");
	if (names.length === 0) return failField("q", unavailableMessage(label.value, tld, tlds));
	const word = label.value.unicode;
	return ok({ word, exact, names, note: searchNote(host.value, before, tld, sold, label.value) });
}

function hostProblem(host: string): string | undefined {
	if (host === "") return "Please enter a domain name";
	if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /^\[|:.*:/.test(host))
		return "That is an IP address, not a domain name.";
	if (host === "localhost") return "“localhost” can't be registered. Every computer uses it for itself.";
	if (host.includes("..")) return "A part of the name is missing: there are two dots in a row.";
	const bare = host.replace(/^\./, "");
	if (host.includes(".") && isSuffix(bare))
		return `.${bare} is an extension. Put a name before it, like neema.${bare}.`;
	return undefined;
}

const notSoldMessage = (tld: string) =>
	/^[a-z][a-z0-9.-]*$/.test(tld) ? `We don't sell .${tld} names.` : `“.${tld}” is not a domain extension.`;

function searchNote(typed: string, before: string, tld: string | null, sold: boolean, label: Label): string | null {
	if (tld !== null && !sold) return `${notSoldMessage(tld)} Here is “${label.unicode}” under the extensions we sell.`;
	const refused = tld === null ? undefined : extensionProblem(label, tld);
	if (refused) return `${refused} Here is “${label.unicode}” under the extensions that allow it.`;
	if (before.includes("."))
		return `We searched for ${label.unicode}.${tld}. Once you own it, you can set up any name in front of it.`;
	if (/\s/u.test(typed)) return `Names have no spaces, so we searched for “${label.unicode}”.`;
	return null;
}

const unavailableMessage = (label: Label, tld: string | null, tlds: readonly string[]) =>
	extensionProblem(label, tld && isSold(tld) ? tld : (tlds.find(isSold) ?? "com")) ?? "This name can't be registered.";

const toDomainName = (label: Label, tld: string): DomainName => ({
	ascii: `${label.ascii}.${tld}`,
	unicode: `${label.unicode}.${tld}`,
	label: label.ascii,
	tld,
});

import { fullName } from "~/features/dns/full-name";
import { parseRecordName } from "~/features/dns/host-name";
import type { Flash } from "~/lib/flash";
import { err, failField, ok, type Result } from "~/lib/result";

/** Visitors of a name are sent on to an address. */
export interface UrlForward {
	/** Relative to the domain: `@`, `www`. */
	host: string;
	target: string;
	/** 301 rather than 302. */
	permanent: boolean;
}

/** What is told once a forward is gone, with the way to have it back; `address` is the page of its domain's forwards. */
export const forwardRemovedMessage = ({ host, target, permanent }: UrlForward, address: string): Flash => ({
	message: `Visitors are no longer sent on to ${target}.`,
	tone: "info",
	undo: { action: address, fields: { intent: "add", host, target, permanent: permanent ? "yes" : "no" } },
});

/** Names of one domain that may be forwarded. */
const maxForwards = 20;

interface ForwardInput {
	readonly host: string;
	readonly target: string;
	readonly permanent: boolean;
}

/** Checks one more forward of a domain, in the form's fields. */
export function parseForward(input: ForwardInput, domain: string, present: readonly UrlForward[]): Result<UrlForward> {
	const host = parseRecordName(input.host, domain);
	if (!host.ok) return failField("host", host.error);
	const name = host.value;
	if (name.includes("*") || name.includes("_"))
		return failField("host", "Only a plain name can be forwarded, such as www.");
	if (present.some((one) => one.host === name))
		return failField("host", `${fullName(name, domain)} is forwarded already. Remove that first.`);
	if (present.length >= maxForwards)
		return failField("host", `At most ${maxForwards} names of a domain can be forwarded.`);
	const target = parseTarget(input.target);
	if (!target.ok) return failField("target", target.error);
	const back = new URL(target.value).hostname;
	const circle =
		back === fullName(name, domain) ||
		present.some((one) => fullName(one.host, domain) === back && hostOf(one) === fullName(name, domain));
	if (circle) return failField("target", "Visitors would be sent in a circle.");
	return ok({ host: name, target: target.value, permanent: input.permanent });
}

const hostOf = ({ target }: UrlForward): string => new URL(target).hostname;

/** A public web address; without its beginning, `https://` is meant. */
function parseTarget(text: string): Result<string, string> {
	const typed = text.trim();
	if (typed === "") return err("Enter the address that visitors are sent to.");
	if (typed.length > 1_000) return err("The address is too long: 1000 characters is the most.");
	if (/[\s\p{Cc}]/u.test(typed)) return err("An address has no spaces.");
	const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[a-z0-9.-]+:\d/i.test(typed) ? typed : `https://${typed}`;
	if (!URL.canParse(address)) return err("This is not a web address. Enter one like https://example.com/page.");
	const url = new URL(address);
	if (url.protocol !== "https:" && url.protocol !== "http:") return err("The address begins with https:// or http://.");
	if (url.username || url.password) return err("The address can't contain a user name or password.");
	const publicName =
		url.hostname.includes(".") &&
		/[a-z]$/i.test(url.hostname) &&
		!/\.(?:local|localhost|internal|invalid|test)$/.test(url.hostname);
	if (!publicName) return err("Enter an address that everybody can reach, with a domain name.");
	return ok(url.href);
}

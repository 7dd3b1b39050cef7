import { fullName } from "~/features/dns/full-name";
import { parseRecordName } from "~/features/dns/host-name";
import type { Flash } from "~/lib/flash";
import { parseUrl } from "~/lib/parse-url";
import { err, failField, ok, type Result } from "~/lib/result";

/** Redirects visitors of a name to a URL. */
export interface UrlForward {
	/** Relative to the domain: `@`, `www`. */
	host: string;
	target: string;
	/** Redirects with 301 if true, with 302 if false. */
	permanent: boolean;
}

/** Message after a forward was removed, with an undo. `address`: path of the domain's forwarding page. */
export const forwardRemovedMessage = ({ host, target, permanent }: UrlForward, address: string): Flash => ({
	message: `Forwarding to ${target} was removed.`,
	tone: "info",
	undo: { action: address, fields: { intent: "add", host, target, permanent: permanent ? "yes" : "no" } },
});

/** Forwards per domain. */
const maxForwards = 20;

interface ForwardInput {
	readonly host: string;
	readonly target: string;
	readonly permanent: boolean;
}

/** Validates a new forward of a domain. Failures name the form's field. */
export function parseForward(input: ForwardInput, domain: string, present: readonly UrlForward[]): Result<UrlForward> {
	const host = parseRecordName(input.host, domain);
	if (!host.ok) return failField("host", host.error);
	const name = host.value;
	if (name.includes("*") || name.includes("_"))
		return failField("host", "You can only forward a plain name, such as www.");
	if (present.some((one) => one.host === name))
		return failField("host", `${fullName(name, domain)} is already forwarded. Remove that forwarding first.`);
	if (present.length >= maxForwards)
		return failField("host", `You can forward at most ${maxForwards} names of a domain.`);
	const target = parseTarget(input.target);
	if (!target.ok) return failField("target", target.error);
	const back = new URL(target.value).hostname;
	const circle =
		back === fullName(name, domain) ||
		present.some((one) => fullName(one.host, domain) === back && hostOf(one) === fullName(name, domain));
	if (circle) return failField("target", "This would send visitors in a loop.");
	return ok({ host: name, target: target.value, permanent: input.permanent });
}

const hostOf = ({ target }: UrlForward): string => new URL(target).hostname;

/** Parses a public web address. Adds `https://` if it has no scheme. */
function parseTarget(text: string): Result<string, string> {
	const typed = text.trim();
	if (typed === "") return err("Enter the address to send visitors to.");
	if (typed.length > 1_000) return err("The address is too long. Use at most 1000 characters.");
	if (/[\s\p{Cc}]/u.test(typed)) return err("An address can't contain spaces.");
	const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[a-z0-9.-]+:\d/i.test(typed) ? typed : `https://${typed}`;
	const url = parseUrl(address);
	if (!url) return err("This is not a web address. Enter one like https://example.com/page.");
	if (url.protocol !== "https:" && url.protocol !== "http:")
		return err("Enter an address that starts with https:// or http://.");
	if (url.username || url.password) return err("The address can't contain a user name or password.");
	const publicName =
		url.hostname.includes(".") &&
		/[a-z]$/i.test(url.hostname) &&
		!/\.(?:local|localhost|internal|invalid|test)$/.test(url.hostname);
	if (!publicName) return err("Enter a public address with a domain name.");
	return ok(url.href);
}

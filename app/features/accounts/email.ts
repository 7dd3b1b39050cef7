import { parseUrl } from "~/lib/parse-url";
import { err, ok, type Result } from "~/lib/result";

export const notAnEmail = "Enter an email address such as name@example.com.";

/** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
const maxLength = 254;
const maxLocalLength = 64;

/** Invisible characters and text-direction marks: two addresses could look the same. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;
/** Characters that look like @, some of which Unicode normalisation would turn into one. */
const lookalikeAt = /[\uff20\ufe6b\u{e0040}]/u;
const localAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const label = /^(?!-)(?!.*-$)[a-z0-9-]{1,63}$/;

/**
 * The canonical form of an email address: normalised, lower case, with its domain in ASCII. So two spellings of a mailbox
 * are the same account.
 */
export function parseEmail(input: string): Result<string, string> {
	const text = input.trim();
	if (text === "") return err("Enter your email address.");
	if (text.length > maxLength) return err("This email address is too long.");
	if (invisible.test(text)) return err("This email address contains an invisible character. Type it by hand.");
	if (lookalikeAt.test(text)) return err("Use an ordinary @ in the email address.");

	const [local, domain, ...more] = text.normalize("NFKC").toLowerCase().split("@");
	if (!local || !domain || more.length > 0) return err(notAnEmail);
	if (local.length > maxLocalLength || !local.split(".").every((atom) => localAtom.test(atom)))
		return err("The part before the @ contains a character that we can't send email to.");
	const ascii = asciiDomain(domain);
	if (ascii === null) return err("The part after the @ is not a domain name.");
	const email = `${local}@${ascii}`;
	return email.length > maxLength ? err("This email address is too long.") : ok(email);
}

/** The domain in ASCII. Null if it is not a domain name with at least two labels. */
function asciiDomain(domain: string): string | null {
	// These characters would end or change the host in a URL.
	const url = /[\s/\\?#:@[\]%]/.test(domain) ? null : parseUrl(`http://${domain}`);
	if (!url) return null;
	const { hostname } = url;
	const labels = hostname.split(".");
	const [last = ""] = labels.slice(-1);
	// A last label of digits would be an IP address.
	return labels.length >= 2 && labels.every((part) => label.test(part)) && !/^\d+$/.test(last) ? hostname : null;
}

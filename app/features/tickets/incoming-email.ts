import PostalMime, { type Email } from "postal-mime";
import { brand } from "~/brand";
import { parseEmail } from "~/features/accounts/email";
import { networkOf } from "~/lib/client-key";
import { headerText, messageIdPattern } from "~/lib/email-message";
import { ticketLimits } from "./ticket";
import { cleanText } from "./tickets.schema";

/** An email, as Cloudflare's Email Routing gives it to the Worker. */
export interface RawEmail {
	/** Of the envelope, empty for a bounce. */
	readonly from: string;
	readonly to: string;
	readonly raw: ReadableStream<Uint8Array>;
	/** Bytes. */
	readonly size: number;
}

/**
 * `pass`: the domain of the sender's address has signed or sent it. `fail`: it says that it did not. `none`: unknown.
 */
export type Authentication = "pass" | "fail" | "none";

export interface IncomingEmail {
	/** Canonical form. */
	readonly from: string;
	readonly name: string;
	readonly subject: string;
	/** Without the email that it answers. */
	readonly text: string;
	/** Without the angle brackets. Empty if it has none that can be put into the header of an answer. */
	readonly messageId: string;
	/** The emails that it answers, the newest first. */
	readonly references: readonly string[];
	readonly authentication: Authentication;
	/** The IP address of the server that sent it to us, as rate limits count it. Null if it is unknown. */
	readonly server: string | null;
	/** `reply`: an automatic answer, such as a vacation notice. `bulk`: other email that no person sent to us alone. */
	readonly automatic: "reply" | "bulk" | null;
	readonly files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** Email Routing accepts up to 25 MB. Parsing takes a few times the size, and the Worker has 128 MB. */
export const maxEmailBytes = 15 * 1024 * 1024;

/** Characters. Longer than a form allows, because forwarded emails and logs are long. */
const maxText = 20_000;

/** More than a file of `maxEmailBytes` has in base64. Each line takes the parser some microseconds. */
const maxLines = 300_000;

/** Characters that are read, with the markup and the quoted email. */
const maxSource = 200_000;

/** Null if it can't be read or has not exactly one sender. */
export async function readEmail({ from, raw }: Pick<RawEmail, "from" | "raw">): Promise<IncomingEmail | null> {
	const bytes = new Uint8Array(await new Response(raw).arrayBuffer());
	if (bytes.reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 0) > maxLines) return null;
	const email = await PostalMime.parse(bytes, { maxNestingDepth: 50 }).catch(() => null);
	if (!email) return null;
	const senders = email.headers.filter(({ key }) => key === "from");
	const sender = parseEmail(email.from?.address ?? "");
	// Readers show one of several senders, and not all the same one (RFC 5322, section 3.6).
	if (senders.length !== 1 || !sender.ok) return null;
	const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? "";
	return {
		from: sender.value,
		name: headerText(email.from?.name ?? "", 60) || sender.value,
		subject: headerText(email.subject ?? "", ticketLimits.subject) || "(No subject)",
		text: shortened(
			withoutQuote(cleanText(email.text?.slice(0, maxSource) ?? textOfHtml(email.html?.slice(0, maxSource) ?? ""))),
		),
		messageId: idsIn(header("message-id"))[0] ?? "",
		references: [...idsIn(header("in-reply-to")), ...idsIn(header("references")).reverse()].slice(0, 20),
		authentication: authenticationOf(email.headers, sender.value),
		server: serverOf(email.headers),
		automatic: automaticKind(from, header),
		files: email.attachments.map(({ filename, content }, index) => ({
			name: headerText(filename ?? "", 120) || `file ${index + 1}`,
			bytes: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
		})),
	};
}

const idsIn = (value: string): string[] =>
	[...value.slice(0, 20_000).matchAll(new RegExp(`<(${messageIdPattern.source})>`, "g"))].map((id) => id[1] ?? "");

/**
 * What Cloudflare found out about the sender (RFC 8601). Only its own header counts, which is above those that came with
 * the email: anyone can write one of the same name.
 */
function authenticationOf(headers: Email["headers"], from: string): Authentication {
	const first = headers.find(({ key }) => key === "authentication-results")?.value.slice(0, 10_000) ?? "";
	// The sender chooses what is before the @ of the envelope's address, which can be a quoted string with a semicolon.
	const plain = first.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/\([^()]*\)/g, "");
	if (/["()]/.test(plain)) return "none";
	const [server, ...results] = plain.toLowerCase().split(";");
	if (server?.trim() !== "mx.cloudflare.net") return "none";
	const domain = from.slice(from.indexOf("@") + 1);
	const found = results.map((result) => result.trim());
	const dmarc = found.find((result) => result.startsWith("dmarc="));
	if (dmarc?.startsWith("dmarc=fail")) return "fail";
	if (dmarc?.startsWith("dmarc=pass")) return propertyOf(dmarc, "header.from") === domain ? "pass" : "none";
	// A domain without a DMARC policy: who signed or sent it must be the sender's own domain.
	const signed = found.some((one) => one.startsWith("dkim=pass") && propertyOf(one, "header.d") === domain);
	const sent = found.some(
		(one) => one.startsWith("spf=pass") && propertyOf(one, "smtp.mailfrom")?.split("@").pop() === domain,
	);
	return signed || sent ? "pass" : "none";
}

/**
 * Email Routing writes the address of the sending server into a header above those that came with the email:
 * `from HELO (ADDRESS) by cloudflare-email.net …`. The sender chooses the HELO, which can't have a space.
 */
function serverOf(headers: Email["headers"]): string | null {
	const received = headers.find(({ key }) => key === "received")?.value.slice(0, 1_000) ?? "";
	const [, address] = /^from \S+ \(([\da-f.:]{3,45})\)\s+by cloudflare-email\./i.exec(received) ?? [];
	return address === undefined ? null : networkOf(address.toLowerCase());
}

const propertyOf = (result: string, name: string): string | undefined =>
	result
		.split(/\s+/)
		.find((word) => word.startsWith(`${name}=`))
		?.slice(name.length + 1);

/** RFC 3834, section 2, and what mail programs used before it. */
function automaticKind(envelopeFrom: string, header: (name: string) => string): IncomingEmail["automatic"] {
	const submitted = header("auto-submitted").toLowerCase();
	const precedence = header("precedence").toLowerCase();
	if (envelopeFrom === "" || envelopeFrom === "<>") return "reply";
	if (submitted.startsWith("auto-replied") || header("x-autoreply") || header("x-autorespond")) return "reply";
	if (precedence === "auto_reply") return "reply";
	if (submitted !== "" && !submitted.startsWith("no")) return "bulk";
	return ["bulk", "junk", "list"].includes(precedence) || header("list-id") || header("list-unsubscribe")
		? "bulk"
		: null;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Elements whose text no one reads. */
const hidden = new Set(["script", "style", "head", "title"]);

/** Elements at whose end a line ends. */
const blocks = new Set(["p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"]);

/**
 * The text of an email without a text part. Looks at each character once: patterns that try each "<" again take minutes
 * for an email that is made of them.
 */
function textOfHtml(html: string): string {
	const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
	const parts: string[] = [];
	const add = (text: string) => {
		const afterSpace = /\s$/.test(parts.at(-1)?.slice(-1) ?? "\n");
		const added = afterSpace ? text.replace(/^ /, "") : text;
		if (added !== "") parts.push(added);
	};
	let at = 0;
	while (at < html.length) {
		const open = html.indexOf("<", at);
		const close = open === -1 ? -1 : html.indexOf(">", open);
		if (close === -1) {
			add(html.slice(at).replace(/\s+/g, " "));
			break;
		}
		add(html.slice(at, open).replace(/\s+/g, " "));
		const [, slash = "", name = ""] = lower.slice(open + 1, open + 10).match(/^(\/?)([a-z\d]+)/) ?? [];
		if (name === "br" || (slash !== "" && blocks.has(name))) parts.push("\n");
		const end = slash === "" && hidden.has(name) ? lower.indexOf(`</${name}`, close) : close;
		const after = end === close ? close : html.indexOf(">", end);
		if (end === -1 || after === -1) break;
		at = after + 1;
	}
	return parts
		.join("")
		.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (all, decimal, hex, name: string | undefined) => {
			if (name !== undefined) return entities[name.toLowerCase()] ?? all;
			const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
			return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
		});
}

/** Lines with which mail programs begin the email that they quote. */
const quoteStarts = [
	/^On .{5,200}wrote:$/,
	/^-{2,} ?(?:Original Message|Forwarded message) ?-{2,}$/i,
	/^_{20,}$/,
	new RegExp(`^.{0,200}\\b${brand.emails.support.replaceAll(".", "\\.")}.{0,60}:$`, "i"),
];

/** Removes the quoted email at the end. Keeps everything if nothing else is left. */
function withoutQuote(text: string): string {
	const lines = text.split("\n");
	const start = lines.findIndex((line, index) => {
		const two = `${line.trim()} ${lines[index + 1]?.trim() ?? ""}`.trim();
		return quoteStarts.some((pattern) => pattern.test(line.trim()) || pattern.test(two));
	});
	const kept = start === -1 ? lines : lines.slice(0, start);
	while (/^(?:>|\s*$)/.test(kept.at(-1) ?? "-") && kept.length > 0) kept.pop();
	return kept.join("\n").trim() || text;
}

const shortened = (text: string): string =>
	text.length <= maxText ? text : `${text.slice(0, maxText)}\n[The rest of the email is too long.]`;

/** Whether it is one of our own addresses, whose emails would come back for ever. */
export const isOurs = (address: string): boolean =>
	(Object.values(brand.emails) as string[]).includes(address) || /^(?:mailer-daemon|postmaster)@/.test(address);

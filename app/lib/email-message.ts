/** An invalid message: a bug in the code that composed it. */
export class InvalidMessage extends Error {
	override name = "InvalidMessage";
}

export interface MessageParts {
	/** `Name <address@example.com>`, from the configuration. */
	readonly from: string;
	/** One bare address. */
	readonly to: string;
	readonly replyTo?: string;
	/** The Message-ID of the email that it answers, without angle brackets. */
	readonly inReplyTo?: string | undefined;
	readonly subject: string;
	readonly html: string;
	readonly text: string;
	/** One-click unsubscribe (RFC 8058). Absent for emails that customers can't switch off. */
	readonly unsubscribeUrl?: string;
}

/** Maximum length of a subject, in characters: more than any client shows, far below the 998 bytes of RFC 5322. */
export const subjectLimit = 150;

/** RFC 5321, section 4.5.3.1.3. */
const addressLimit = 254;

/**
 * A Message-ID without its angle brackets: visible ASCII (RFC 5322, section 3.6.4), and short enough for a line. Others
 * exist, but can't be put into a header.
 */
export const messageIdPattern = /[\x21-\x3b\x3d\x3f-\x7e]{1,400}/;

/** Control characters, including line breaks, and the characters that change the reading direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not get into a header
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** A single address without a name. Not a full validation, but it can't contain a second recipient. */
const bareAddress = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/;

/** An email with checked headers. The constructor is the only way to create one. */
export class Message implements MessageParts {
	readonly from: string;
	readonly to: string;
	readonly replyTo?: string;
	readonly inReplyTo?: string | undefined;
	readonly subject: string;
	readonly html: string;
	readonly text: string;
	readonly unsubscribeUrl?: string;
	/** Protected, so that a plain object is not assignable to the class. */
	protected readonly checked = true;

	/** @throws InvalidMessage that names the part */
	constructor(parts: MessageParts) {
		for (const name of ["from", "to", "replyTo", "subject", "unsubscribeUrl", "inReplyTo"] as const) {
			if (unsafe.test(parts[name] ?? "")) throw new InvalidMessage(`${name} has control characters`);
		}
		for (const name of ["to", "replyTo"] as const) {
			const address = parts[name];
			if (address === undefined) continue;
			if (!bareAddress.test(address) || address.length > addressLimit)
				throw new InvalidMessage(`${name} is no address`);
		}
		if (parts.subject.trim() === "") throw new InvalidMessage("subject is empty");
		if ([...parts.subject].length > subjectLimit) throw new InvalidMessage("subject is too long");
		if (!parts.html || !parts.text) throw new InvalidMessage("a message has an HTML and a text part");
		this.from = parts.from;
		this.to = parts.to;
		this.replyTo = parts.replyTo;
		this.inReplyTo = parts.inReplyTo;
		this.subject = parts.subject;
		this.html = parts.html;
		this.text = parts.text;
		this.unsubscribeUrl = parts.unsubscribeUrl;
	}

	/** Additional headers. */
	get headers(): Record<string, string> | undefined {
		if (!this.unsubscribeUrl && !this.inReplyTo) return undefined;
		return {
			...(this.unsubscribeUrl && {
				"List-Unsubscribe": `<${this.unsubscribeUrl}>`,
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
			}),
			...(this.inReplyTo && { "In-Reply-To": `<${this.inReplyTo}>`, References: `<${this.inReplyTo}>` }),
		};
	}
}

/**
 * Makes any text a single line for a header: replaces control and direction characters with spaces and cuts it to
 * `limit` characters.
 */
export function headerText(value: string, limit: number = subjectLimit): string {
	const line = value.replace(new RegExp(unsafe, "g"), " ").replace(/\s+/g, " ").trim();
	// Mail servers may reject a lone surrogate.
	const characters = [...line.replace(/\p{Surrogate}/gu, "\ufffd")];
	return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit - 1).join("")}…`;
}

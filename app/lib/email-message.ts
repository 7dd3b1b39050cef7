/** A message that can't be sent as it stands: a bug in what composed it. */
export class InvalidMessage extends Error {
	override name = "InvalidMessage";
}

export interface MessageParts {
	/** `Name <address@example.com>`, from the configuration. */
	readonly from: string;
	/** One bare address. */
	readonly to: string;
	readonly replyTo?: string;
	readonly subject: string;
	readonly html: string;
	readonly text: string;
	/** Where one POST ends mails of this kind (RFC 8058); mails that must arrive have none. */
	readonly unsubscribeUrl?: string;
}

/** Longest subject, in characters: more than any client shows, and far below the 998 bytes of RFC 5322. */
export const subjectLimit = 150;

/** RFC 5321, section 4.5.3.1.3. */
const addressLimit = 254;

/** Control characters (line breaks among them) and the marks that turn the reading direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a header
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** One address, no name, no list: whatever else it is, it can't add a recipient. */
const bareAddress = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/;

/** A mail whose headers are known to be safe: there is no other way to make one. */
export class Message implements MessageParts {
	readonly from: string;
	readonly to: string;
	readonly replyTo?: string;
	readonly subject: string;
	readonly html: string;
	readonly text: string;
	readonly unsubscribeUrl?: string;
	/** Keeps a plain object from passing for a checked message. */
	protected readonly checked = true;

	/** @throws InvalidMessage naming the part */
	constructor(parts: MessageParts) {
		for (const name of ["from", "to", "replyTo", "subject", "unsubscribeUrl"] as const) {
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
		this.subject = parts.subject;
		this.html = parts.html;
		this.text = parts.text;
		this.unsubscribeUrl = parts.unsubscribeUrl;
	}

	/** Headers beyond the usual ones. */
	get headers(): Record<string, string> | undefined {
		if (!this.unsubscribeUrl) return undefined;
		return {
			"List-Unsubscribe": `<${this.unsubscribeUrl}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		};
	}
}

/**
 * Any text as one line for a header: control and direction marks become spaces, the rest stays as it is, cut to `limit`
 * whole characters.
 */
export function headerText(value: string, limit: number = subjectLimit): string {
	const line = value.replace(new RegExp(unsafe, "g"), " ").replace(/\s+/g, " ").trim();
	// Half a surrogate pair is not text: a mail server may refuse it.
	const characters = [...line.replace(/\p{Surrogate}/gu, "\ufffd")];
	return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit - 1).join("")}…`;
}

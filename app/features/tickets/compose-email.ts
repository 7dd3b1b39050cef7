import { headerText } from "~/lib/email-message";

interface ComposedEmail {
	readonly from: string;
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	/** Whether Cloudflare has found that the sender's domain signed it. */
	readonly isAuthenticated: boolean;
	/** More headers, such as `In-Reply-To: <…>`. */
	readonly headers?: readonly string[];
	readonly messageId?: string;
	/** The IP address of the sending server. */
	readonly server?: string;
}

/** The raw text of an email, with the headers that Email Routing adds. For development and tests. */
export function composeEmail({
	from,
	to,
	subject,
	text,
	isAuthenticated,
	headers = [],
	messageId,
	server,
}: ComposedEmail) {
	const domain = from.slice(from.indexOf("@") + 1);
	const result = isAuthenticated ? `dmarc=pass header.from=${domain} policy.dmarc=reject` : "dmarc=none";
	const lines = [
		`Received: from mail.${domain} ${server === undefined ? "" : `(${server})\r\n        `}by cloudflare-email.net (cloudflare)`,
		`Authentication-Results: mx.cloudflare.net; ${result}`,
		`From: ${from}`,
		`To: ${headerText(to)}`,
		`Subject: =?UTF-8?B?${btoa(String.fromCodePoint(...new TextEncoder().encode(headerText(subject))))}?=`,
		`Message-ID: <${messageId ?? `${crypto.randomUUID()}@${domain}`}>`,
		"MIME-Version: 1.0",
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: 8bit",
		...headers,
	];
	return `${lines.join("\r\n")}\r\n\r\n${text.replace(/\r?\n/g, "\r\n")}\r\n`;
}

/** What a mail says, before it has a form: every template gives one, and two renderers make the HTML and the text. */
export interface EmailContent {
	readonly subject: string;
	/** The line that mailboxes show after the subject. */
	readonly preview: string;
	readonly heading: string;
	readonly blocks: readonly Block[];
}

/** How to hear less of a kind of mail; null in mails that must arrive. */
export type Unsubscribe = { readonly about: string; readonly url: string } | null;

export type Block =
	| { readonly kind: "text"; readonly text: string }
	/** Smaller, at the end: what to do if this mail was not expected. */
	| { readonly kind: "note"; readonly text: string }
	/** Somebody's own words, line breaks kept. */
	| { readonly kind: "quotation"; readonly text: string }
	/** The one thing to do. */
	| { readonly kind: "button"; readonly label: string; readonly url: string }
	| { readonly kind: "facts"; readonly rows: readonly (readonly [label: string, value: string])[] }
	| { readonly kind: "amounts"; readonly lines: readonly AmountLine[]; readonly totals: readonly AmountLine[] }
	| { readonly kind: "steps"; readonly title: string; readonly items: readonly string[] };

export interface AmountLine {
	readonly label: string;
	readonly amount: string;
	/** The sum that counts. */
	readonly strong?: boolean;
}

export const text = (value: string): Block => ({ kind: "text", text: value });
export const quotation = (value: string): Block => ({ kind: "quotation", text: value });
export const note = (value: string): Block => ({ kind: "note", text: value });
export const button = (label: string, url: string): Block => ({ kind: "button", label, url });

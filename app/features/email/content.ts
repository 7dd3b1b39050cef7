/** The content of an email, without markup. Templates return it. `renderHtml` and `renderText` render it. */
export interface EmailContent {
	readonly subject: string;
	/** What the texts that staff write for this kind of email may name. */
	readonly values?: EmailValues;
	/** The line that email clients show after the subject. */
	readonly preview: string;
	readonly heading: string;
	readonly blocks: readonly Block[];
}

/** Facts of an email by their placeholders, such as `{invoice}`. */
export type EmailValues = Readonly<Partial<Record<EmailValue, string>>>;

export const emailValues = ["invoice", "amount", "domain", "plan", "item", "project", "ticket"] as const;
export type EmailValue = (typeof emailValues)[number];

/** The unsubscribe link for a kind of email. Null in emails that can't be switched off. */
export type Unsubscribe = { readonly about: string; readonly url: string } | null;

export type Block =
	| { readonly kind: "text"; readonly text: string }
	/** Small print at the end: what to do if the reader did not expect this email. */
	| { readonly kind: "note"; readonly text: string }
	/** Text that someone typed, with its line breaks. */
	| { readonly kind: "quotation"; readonly text: string }
	/** What our team wrote, in the Markdown of lib/markdown.ts. */
	| { readonly kind: "message"; readonly text: string }
	| { readonly kind: "button"; readonly label: string; readonly url: string }
	| { readonly kind: "facts"; readonly rows: readonly (readonly [label: string, value: string])[] }
	| { readonly kind: "amounts"; readonly lines: readonly AmountLine[]; readonly totals: readonly AmountLine[] }
	| { readonly kind: "steps"; readonly title: string; readonly items: readonly string[] }
	| { readonly kind: "list"; readonly title: string; readonly items: readonly ListItem[] };

export interface ListItem {
	readonly name: string;
	readonly text: string;
	readonly link: { readonly label: string; readonly url: string };
}

export interface AmountLine {
	readonly label: string;
	readonly amount: string;
	/** The total. */
	readonly strong?: boolean;
}

export const text = (value: string): Block => ({ kind: "text", text: value });
export const message = (value: string): Block => ({ kind: "message", text: value });
export const quotation = (value: string): Block => ({ kind: "quotation", text: value });
export const note = (value: string): Block => ({ kind: "note", text: value });
export const button = (label: string, url: string): Block => ({ kind: "button", label, url });

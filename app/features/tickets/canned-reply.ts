/** What a canned reply may contain in double braces, with what it stands for. */
export const placeholders = {
	first_name: "the customer's first name, or “there” if we don't know it",
	ticket: "the ticket's number",
	subject: "the ticket's subject",
	agent: "your name",
} as const;
export type Placeholder = keyof typeof placeholders;

const names = Object.keys(placeholders) as readonly Placeholder[];

const written = /\{\{\s*([^{}\n]*?)\s*\}\}/g;

export const cannedReplyLimits = { title: 80 } as const;

/** The first placeholder that we don't know, as it is written. Null if all are known. */
export function unknownPlaceholder(text: string): string | null {
	for (const [whole, name = ""] of text.matchAll(written)) if (!isPlaceholder(name)) return whole;
	// Braces that are left have no end, or no beginning.
	return text.replace(written, "").match(/\{\{[^{}\n]{0,40}|\}\}/)?.[0] ?? null;
}

const isPlaceholder = (name: string): name is Placeholder => (names as readonly string[]).includes(name);

/** The text for a ticket. */
export const fillIn = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
	text.replace(written, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));

/** How to address the sender. @param name as entered in a form or sent with an email, which may be an address */
export function firstNameOf(firstName: string | null, name: string | null): string {
	const [first = ""] = (firstName ?? name ?? "").trim().split(/\s+/);
	return first === "" || first.includes("@") ? "there" : first;
}

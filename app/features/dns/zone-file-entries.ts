/** A word of a zone file. Quoted words keep their escapes but not their quotation marks. */
export interface Token {
	readonly text: string;
	readonly quoted: boolean;
}

/** One record or directive, on one or more lines. */
export interface Entry {
	/** Line on which it starts, counted from 1. */
	readonly line: number;
	/** Starts with white space, so it has the same name as the entry before. */
	readonly indented: boolean;
	readonly tokens: readonly Token[];
}

interface BrokenEntry {
	readonly line: number;
	readonly problem: string;
}

const piece = /\s+|;.*|"(?:[^"\\]|\\.)*"|[()]|(?:[^\s;()"\\]|\\.)+|["\\]/gy;

/** Reads the entries of a zone file. Removes comments and joins lines in parentheses (RFC 1035, section 5.1). */
export function* readEntries(text: string): Generator<Entry | BrokenEntry> {
	let open: { line: number; indented: boolean; tokens: Token[] } | undefined;
	let depth = 0;
	for (const [index, raw] of text
		.replace(/^\ufeff/, "")
		.split(/\r\n|\r|\n/)
		.entries()) {
		const line = index + 1;
		const entry = open ?? { line, indented: /^\s/.test(raw), tokens: [] };
		open = entry;
		let problem: string | undefined;
		for (const [token] of raw.matchAll(piece)) {
			if (token === '"' || token === "\\") problem = "A quotation mark is not closed.";
			else if (token === "(") depth += 1;
			else if (token === ")") depth -= 1;
			else if (token.startsWith('"')) entry.tokens.push({ text: token.slice(1, -1), quoted: true });
			else if (/^[^\s;]/.test(token)) entry.tokens.push({ text: token, quoted: false });
		}
		if (depth < 0) problem = "There is a closing bracket without an opening one.";
		if (problem) yield { line: entry.line, problem };
		else if (depth > 0) continue;
		else if (entry.tokens.length > 0) yield entry;
		open = undefined;
		depth = 0;
	}
	if (open) yield { line: open.line, problem: "A bracket is not closed." };
}

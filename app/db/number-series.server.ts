import { eq, sql } from "drizzle-orm";
import { lastInDigits, numbersPerLetter, sequenceLetters } from "~/features/invoices/invoice-number";
import { type Change, write } from "./change.server";
import type { Database } from "./client.server";
import type { creditNoteSequences, invoiceSequences } from "./schema";

/**
 * The next number of a year's series. `raised` goes before the row that takes the number, in the same batch, so no number
 * is skipped or used twice.
 */
export function nextNumber(
	{ orm }: Database,
	sequences: typeof invoiceSequences | typeof creditNoteSequences,
	prefix: string,
	year: number,
): { readonly raised: Change; readonly number: ReturnType<typeof sql<string>> } {
	const { last } = sequences;
	const over = sql`(${last} - ${lastInDigits} - 1)`;
	// Null after the last letter, so that the batch fails.
	const letter = sql`nullif(substr(${sequenceLetters}, 1 + ${over} / ${numbersPerLetter}, 1), '')`;
	const raised = orm
		.insert(sequences)
		.values({ year, last: 1 })
		.onConflictDoUpdate({ target: sequences.year, set: { last: sql`${last} + 1` } });
	const number = sql<string>`(select ${prefix + year} || case when ${last} <= ${lastInDigits}
		then printf('%06d', ${last}) else ${letter} || printf('%05d', ${over} % ${numbersPerLetter}) end
		from ${sequences} where ${eq(sequences.year, year)})`;
	return { raised: write(raised), number };
}

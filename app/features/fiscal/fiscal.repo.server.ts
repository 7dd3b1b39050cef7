import { and, asc, count, eq, inArray, isNotNull, isNull, lte, min, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { invoicePayments } from "~/db/ledger.server";
import {
	creditNoteLines,
	creditNotes,
	fiscalDevices,
	fiscalDocuments,
	invoiceLines,
	invoices,
	ledgerEntries,
} from "~/db/schema";
import { derivedId } from "~/lib/ids";
import type { FiscalDocument, FiscalSignature } from "~/platform/fiscal/fiscal-signer";
import { type FiscalState, fiscalStates } from "./fiscal-state";

export type FiscalRow = typeof fiscalDocuments.$inferSelect;

/** The right to use a device until another run takes it over. */
export interface Lease {
	readonly device: string;
	readonly token: string;
}

interface Subject {
	readonly invoiceId: string;
	readonly creditNoteId?: string;
	readonly userId: string;
}

/** The id of the document of an invoice or a credit note. */
export const fiscalDocumentId = ({ invoiceId, creditNoteId }: Omit<Subject, "userId">): string =>
	derivedId("fsd", creditNoteId ?? invoiceId);

/** Documents to sign, and the devices that sign them. */
export function createFiscalRepo(db: Database) {
	const { orm } = db;
	const { device, lease, leaseUntil, pausedUntil } = fiscalDevices;
	const held = ({ device: name, token }: Lease) => and(eq(device, name), eq(lease, token));
	const isHeld = (of: Lease) => sql`exists (select 1 from ${fiscalDevices} where ${held(of)})`;
	const canBecome = ({ id }: Pick<FiscalRow, "id">, state: FiscalState) =>
		and(eq(fiscalDocuments.id, id), inArray(fiscalDocuments.state, fiscalStates.sources(state)));
	const setDevice = (name: string, values: Partial<typeof fiscalDevices.$inferInsert>): Change =>
		write(orm.update(fiscalDevices).set(values).where(eq(device, name)));

	return {
		insertInvoice: ({ invoiceId, userId }: Subject, now: number): Change =>
			write(
				orm
					.insert(fiscalDocuments)
					.values({ id: fiscalDocumentId({ invoiceId }), invoiceId, userId, createdAt: now })
					.onConflictDoNothing(),
			),

		/** Only if the invoice is signed, or will be. */
		insertCreditNote({ invoiceId, creditNoteId = "", userId }: Subject, now: number): Change {
			const id = fiscalDocumentId({ invoiceId, creditNoteId });
			const row = { id, invoiceId, creditNoteId, userId, createdAt: now };
			const signable = sql`from ${fiscalDocuments} where ${eq(fiscalDocuments.id, fiscalDocumentId({ invoiceId }))}`;
			return write(insertSelect(db, fiscalDocuments, row, signable).onConflictDoNothing());
		},

		async find(id: string): Promise<FiscalRow | undefined> {
			return (await db.read(orm.select().from(fiscalDocuments).where(eq(fiscalDocuments.id, id))))[0];
		},

		async device(name: string) {
			return (await db.read(orm.select().from(fiscalDevices).where(eq(device, name))))[0];
		},

		insertDevice: (name: string): Change =>
			write(orm.insert(fiscalDevices).values({ device: name }).onConflictDoNothing()),

		/** Stale if another run uses the device, or the device is paused. */
		takeLease: ({ device: name, token }: Lease, now: number, until: number): Change =>
			guarded(
				orm
					.update(fiscalDevices)
					.set({ lease: token, leaseUntil: until })
					.where(and(eq(device, name), lte(leaseUntil, now), lte(pausedUntil, now))),
			),

		release: (of: Lease): Change =>
			write(orm.update(fiscalDevices).set({ lease: null, leaseUntil: 0 }).where(held(of))),

		/**
		 * What the device does next: a document that has a number, so that numbers are sent in their order, or else the oldest
		 * one without. A credit note waits for its invoice.
		 */
		async next(name: string): Promise<FiscalRow | undefined> {
			const { number, state, createdAt, id, creditNoteId, invoiceId } = fiscalDocuments;
			const original = alias(fiscalDocuments, "original");
			const signed = orm
				.select({ one: sql`1` })
				.from(original)
				.where(and(eq(original.invoiceId, invoiceId), isNull(original.creditNoteId), eq(original.state, "signed")));
			// The plus keeps SQLite from reading all numbers of the device.
			const numbered = and(isNotNull(number), sql`+${fiscalDocuments.device} = ${name}`);
			const ready = and(isNull(number), or(isNull(creditNoteId), sql`exists ${signed}`));
			const [found] = await db.read(
				orm
					.select()
					.from(fiscalDocuments)
					// Not signed: the condition of the partial index.
					.where(and(ne(state, "signed"), eq(state, "pending"), or(numbered, ready)))
					.orderBy(sql`${number} is null`, asc(createdAt), asc(id))
					.limit(1),
			);
			return found;
		},

		/** Gives a document the device's next number. Stale if the lease is lost. */
		assign: (of: Lease, { id }: FiscalRow, content: FiscalDocument): Change =>
			guarded(
				orm
					.update(fiscalDocuments)
					.set({ device: of.device, number: content.number, content, sends: 0, failure: null })
					.where(and(eq(fiscalDocuments.id, id), isNull(fiscalDocuments.number), isHeld(of))),
			),

		/** Counts a request before it is made, and keeps the lease. Stale if the lease is lost. */
		countSend: (of: Lease, { id }: FiscalRow, until: number): Change => ({
			parts: [
				...guarded(orm.update(fiscalDevices).set({ leaseUntil: until }).where(held(of))).parts,
				...write(
					orm
						.update(fiscalDocuments)
						.set({ sends: sql`${fiscalDocuments.sends} + 1` })
						.where(eq(fiscalDocuments.id, id)),
				).parts,
			],
		}),

		/** Also after the lease was lost, because the signature exists. */
		setSigned: (row: FiscalRow, signature: FiscalSignature): Change =>
			guarded(
				orm
					.update(fiscalDocuments)
					.set({ state: "signed", failure: null, ...signature })
					.where(canBecome(row, "signed")),
			),

		/** The device did not use the number, so the next document gets it. */
		setRefused: (row: FiscalRow, failure: string): Change =>
			guarded(
				orm
					.update(fiscalDocuments)
					.set({ state: "refused", failure, number: null, device: null, content: null })
					.where(canBecome(row, "refused")),
			),

		/** Takes a number away that the device has used for something else. */
		withoutNumber: ({ id }: FiscalRow): Change =>
			guarded(
				orm
					.update(fiscalDocuments)
					.set({ number: null, device: null, content: null })
					.where(and(eq(fiscalDocuments.id, id), eq(fiscalDocuments.state, "pending"))),
			),

		setRetried: (row: FiscalRow): Change =>
			guarded(orm.update(fiscalDocuments).set({ state: "pending" }).where(canBecome(row, "pending"))),

		/** The number is used up, and the device works. */
		numberUsed: (name: string, last: number): Change =>
			setDevice(name, { last, failures: 0, pausedUntil: 0, problem: null }),

		pause: (name: string, { failures, until, problem }: { failures: number; until: number; problem: string }): Change =>
			setDevice(name, { failures, pausedUntil: until, problem }),

		/** What a document says: its invoice or credit note with the lines, and how it was paid. */
		async source({ invoiceId, creditNoteId }: FiscalRow) {
			const [[invoice], lines, payments, [note], noteLines, [original]] = await Promise.all([
				db.read(orm.select().from(invoices).where(eq(invoices.id, invoiceId))),
				db.read(
					orm.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).orderBy(invoiceLines.position),
				),
				db.read(invoicePayments(db, eq(ledgerEntries.invoiceId, invoiceId))),
				db.read(
					orm
						.select()
						.from(creditNotes)
						.where(eq(creditNotes.id, creditNoteId ?? "")),
				),
				db.read(
					orm
						.select()
						.from(creditNoteLines)
						.where(eq(creditNoteLines.creditNoteId, creditNoteId ?? ""))
						.orderBy(creditNoteLines.position),
				),
				db.read(
					orm
						.select({ number: fiscalDocuments.number })
						.from(fiscalDocuments)
						.where(eq(fiscalDocuments.id, fiscalDocumentId({ invoiceId }))),
				),
			]);
			if (!invoice) throw new Error(`No invoice ${invoiceId}`);
			return { invoice, lines, payments, note, noteLines, original: original?.number ?? null };
		},

		/** How many documents wait, and since when (ms). */
		async waiting(): Promise<{ count: number; since: number | null }> {
			const [found] = await db.read(
				orm
					.select({ count: count(), since: min(fiscalDocuments.createdAt) })
					.from(fiscalDocuments)
					.where(and(ne(fiscalDocuments.state, "signed"), eq(fiscalDocuments.state, "pending"))),
			);
			return found ?? { count: 0, since: null };
		},
	};
}

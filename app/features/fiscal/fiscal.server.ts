import { audit, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { resolveProblem } from "~/db/problems.server";
import type { Invoice } from "~/db/schema";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { createId, randomToken } from "~/lib/ids";
import { fail, ok, type Result } from "~/lib/result";
import type { FiscalSigner } from "~/platform/fiscal/fiscal-signer";
import { createFiscalRepo, fiscalDocumentId, type Lease } from "./fiscal.repo.server";
import type { ShillingRates } from "./fiscal-content";
import { createSignDocument } from "./sign-document.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** Null if invoices are not signed. */
	readonly signer: FiscalSigner | null;
	readonly rates: ShillingRates;
}

/** How long one run may use the device without another request. Longer than the three requests for one document. */
const leaseMs = 4 * MINUTE;

/** A run signs documents for so long, and leaves the rest to the next one. */
const runMs = MINUTE;

const sentAgain = () => fail("conflict", "This document was sent again already.");

export type Fiscal = ReturnType<typeof createFiscal>;

/**
 * Has paid invoices and their credit notes signed by the tax authority. A device takes one request at a time, in the order
 * of its numbers. Checks no owner, so only background work and staff use it.
 */
export function createFiscal({ db, clock, signer, rates }: Dependencies) {
	const repo = createFiscalRepo(db);

	const queued = (documentId: string, userId: string, once: string): Change =>
		emit({ kind: "fiscal.sign", payload: { documentId }, userId, once });

	/** Signs waiting documents, the oldest first, until there are no more or the device has to wait. */
	async function run(device: FiscalSigner): Promise<void> {
		const lease: Lease = { device: device.device, token: randomToken() };
		const now = clock();
		await db.commit(repo.insertDevice(lease.device), now);
		if ((await db.commit(repo.takeLease(lease, now, now + leaseMs), now)).state !== "ok") return;
		const signDocument = createSignDocument({ db, clock, signer: device, rates, lease, leaseMs });
		try {
			while (clock() < now + runMs) {
				const next = await repo.next(lease.device);
				if (!next || !(await signDocument(next))) return;
			}
		} finally {
			await db.commit(repo.release(lease), clock());
		}
	}

	return {
		/** A paid invoice is signed. Null if it needs no signature. */
		invoicePaid(
			{ id: invoiceId, userId, total }: Pick<Invoice, "id" | "userId" | "total">,
			now: number,
		): Change | null {
			if (!signer || total <= 0) return null;
			return change(
				repo.insertInvoice({ invoiceId, userId }, now),
				queued(fiscalDocumentId({ invoiceId }), userId, invoiceId),
			);
		},

		/** Its credit notes are signed too. Goes after the change that adds the credit note. */
		creditNoteIssued(
			{ id: creditNoteId, invoiceId, userId }: { id: string; invoiceId: string; userId: string },
			now: number,
		): Change | null {
			if (!signer) return null;
			const subject = { invoiceId, creditNoteId, userId };
			return change(repo.insertCreditNote(subject, now), queued(fiscalDocumentId(subject), userId, creditNoteId));
		},

		/** Signs one document, and those before it. Waits as long as the tax authority does not answer. */
		async sign({ documentId }: { documentId: string }): Promise<Outcome> {
			if (!signer || (await repo.find(documentId))?.state !== "pending") return done;
			await run(signer);
			const row = await repo.find(documentId);
			if (row?.state !== "pending") return done;
			const device = await repo.device(signer.device);
			// A credit note is signed with its invoice, which may have been refused.
			const next = clock() + (row.creditNoteId === null ? MINUTE / 2 : 15 * MINUTE);
			const reason = device?.problem ?? "Other documents come first";
			return { state: "postponed", reason, until: Math.max(next, device?.pausedUntil ?? 0) };
		},

		/**
		 * Sends a refused document again, after staff have removed the cause. Fails with `conflict` if someone else has done so
		 * in the meantime. @param by at the desk
		 */
		async retry(documentId: string, by: StaffSession): Promise<Result<{ state: "pending" }>> {
			const row = await repo.find(documentId);
			if (!row) return fail("not_found", "There is no such tax document.");
			if (row.state === "signed") return fail("conflict", "This document is already signed.");
			if (row.state === "pending") return sentAgain();
			const now = clock();
			const again = change(
				audit(by, "billing.record", {
					kind: "fiscal.retried",
					subject: { type: "tax document", id: documentId },
					customerId: row.userId,
					params: { failure: row.failure ?? "" },
				}),
				repo.setRetried(row),
				resolveProblem(db, { kind: "tax-invoice", subject: documentId }, now, by),
				queued(documentId, row.userId, createId("op", now)),
			);
			return (await db.commit(again, now)).state === "ok" ? ok({ state: "pending" }) : sentAgain();
		},
	};
}

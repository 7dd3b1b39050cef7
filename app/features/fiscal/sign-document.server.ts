import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { logger } from "~/lib/log.server";
import {
	type FiscalDocument,
	type FiscalSignature,
	type FiscalSigner,
	type SignedDocument,
	type SignOutcome,
	totalsOf,
} from "~/platform/fiscal/fiscal-signer";
import { createFiscalRepo, type FiscalRow, type Lease } from "./fiscal.repo.server";
import { fiscalContent, type ShillingRates } from "./fiscal-content";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly signer: FiscalSigner;
	readonly rates: ShillingRates;
	readonly lease: Lease;
	readonly leaseMs: number;
}

/** Staff get an email about documents that wait longer than this. */
const longUnsignedMs = 2 * HOUR;

/** Customers whose receipt said that the tax invoice comes later get it by email after this time. */
const lateMs = 10 * MINUTE;

const pauses = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE];

/** How long nothing is sent after so many failures in a row, in ms. */
export const pauseAfter = (failures: number): number => pauses[failures - 1] ?? HOUR;

/**
 * Signs one document with a device that the caller has leased. A document that was sent before is looked up first, because
 * its answer may have been lost.
 */
export function createSignDocument({ db, clock, signer, rates, lease, leaseMs }: Dependencies) {
	const repo = createFiscalRepo(db);

	/** What was or will be sent. Null if it can't be, or the lease is lost. */
	async function numbered(row: FiscalRow): Promise<FiscalRow | "refused" | null> {
		if (row.number !== null) return row;
		const [source, device] = await Promise.all([repo.source(row), repo.device(lease.device)]);
		const content = fiscalContent(row, source, (device?.last ?? 0) + 1, rates);
		const now = clock();
		if (!content.ok) {
			await db.commit(refused(row, content.error.message, now), now);
			return "refused";
		}
		if (totalsOf(content.value).total <= 0) {
			await db.commit(refused(row, "Nothing is left to sign", now), now);
			return "refused";
		}
		if ((await db.commit(repo.assign(lease, row, content.value), now)).state !== "ok") return null;
		return (await repo.find(row.id)) ?? null;
	}

	const deviceProblem = { kind: "signer", subject: lease.device } as const;

	const refused = (row: FiscalRow, reason: string, now: number): Change =>
		change(
			repo.setRefused(row, reason),
			reportProblem(db, { kind: "tax-invoice", subject: row.id, about: { fiscalDocumentId: row.id } }, now),
		);

	function signed(row: FiscalRow, number: number, signature: FiscalSignature, now: number): Change {
		const { id, invoiceId, creditNoteId, userId, createdAt } = row;
		const isLate = creditNoteId === null && now - createdAt > lateMs;
		return change(
			repo.setSigned(row, signature),
			repo.numberUsed(lease.device, number),
			resolveProblem(db, deviceProblem, now),
			isLate && emit({ kind: "mail.tax-invoice", payload: { invoiceId }, userId, once: id }),
		);
	}

	/** Nothing is sent for a while. Staff see it if the device is blocked or documents wait for long. */
	async function pause(problem: string, isBlocked: boolean): Promise<void> {
		const [device, { count, since }] = await Promise.all([repo.device(lease.device), repo.waiting()]);
		const now = clock();
		const failures = (device?.failures ?? 0) + 1;
		const until = now + (isBlocked ? HOUR : pauseAfter(failures));
		const isLong = since !== null && now - since > longUnsignedMs;
		const payload = { fiscalDevice: lease.device, problem: problem.slice(0, 300), since: since ?? now, waiting: count };
		await db.commit(
			change(
				repo.pause(lease.device, { failures, until, problem }),
				(isBlocked || isLong) && reportProblem(db, { ...deviceProblem, about: payload }, now),
			),
			now,
		);
	}

	/** The signature of this document, if the device has signed it under this number. */
	async function lookUp(content: FiscalDocument): Promise<FiscalSignature | "other" | null> {
		const found = await signer.find(content.number);
		if (!found) return null;
		return isSame(found, content) ? found.signature : "other";
	}

	async function ask(content: FiscalDocument, wasSent: boolean): Promise<SignOutcome | { state: "other" }> {
		const known = wasSent ? await lookUp(content) : null;
		if (known === "other") return { state: "other" };
		if (known) return { state: "signed", signature: known };
		const outcome = await signer.sign(content);
		if (outcome.state !== "taken") return outcome;
		const earlier = await lookUp(content);
		if (earlier === null) throw new Error(`Number ${content.number} is taken, but the device does not show for what`);
		return earlier === "other" ? { state: "other" } : { state: "signed", signature: earlier };
	}

	/** Returns whether the device can go on with the next document. */
	return async function signDocument(waiting: FiscalRow): Promise<boolean> {
		const row = await numbered(waiting);
		if (row === "refused") return true;
		const content = row?.content;
		if (!row || !content) return false;
		const { state } = await db.commit(repo.countSend(lease, row, clock() + leaseMs), clock());
		if (state !== "ok") return false;
		let outcome: Awaited<ReturnType<typeof ask>>;
		try {
			outcome = await ask(content, row.sends > 0);
		} catch (error) {
			logger.warn("signing_failed", { documentId: row.id, error });
			await pause(errorMessage(error), false);
			return false;
		}
		const now = clock();
		switch (outcome.state) {
			case "signed":
				await db.commit(signed(row, content.number, outcome.signature, now), now);
				return true;
			case "refused":
				await db.commit(refused(row, outcome.reason, now), now);
				return true;
			case "other":
			case "taken":
				// Another system, or this one before a restored backup, has used the number.
				await db.commit(
					change(
						repo.withoutNumber(row),
						repo.numberUsed(lease.device, content.number),
						resolveProblem(db, deviceProblem, now),
					),
					now,
				);
				return true;
			case "blocked":
				await pause(outcome.reason, true);
				return false;
		}
	};
}

/** By our number, or by the total if the device does not report the number. */
function isSame({ reference, total }: SignedDocument, content: FiscalDocument): boolean {
	if (reference !== null) return reference === content.reference;
	return total === totalsOf(content).total;
}

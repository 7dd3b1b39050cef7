import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Actor } from "~/features/activity/actor";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { type BillingDocument, confirmableMs, readBillingDocumentToken, readBillingEmailToken } from "./billing-email";
import { maxBillingEmails } from "./billing-email-limits";
import { createBillingEmailsRepo } from "./billing-emails.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	/** Of the links. */
	readonly secrets: Secrets;
}

/** An account, as far as this needs it. */
interface Account {
	readonly id: string;
	readonly email: string;
}

/** Who makes a change, with the entry of the audit log if it is someone at the desk. */
interface By {
	readonly actor: Actor;
	readonly owner: Owner;
	readonly entry?: (email: string) => Change;
}

/** Links to confirm. Anyone can enter a stranger's address, so few are sent to one, whoever enters it. */
const perMailbox = { limit: 3, windowMs: DAY } as const;
const perAccount = { limit: 15, windowMs: DAY } as const;

export type BillingEmails = ReturnType<typeof createBillingEmails>;

/** What a link is about. `account`: the address of the account. */
export interface LinkedBillingEmail {
	readonly email: string;
	readonly account: string;
	readonly isConfirmed: boolean;
}

/** Addresses besides the account's that get its invoices, reminders about them and receipts, once they have agreed. */
export function createBillingEmails({ db, clock, rateLimiter, secrets }: Dependencies) {
	const repo = createBillingEmailsRepo(db);

	async function linked(token: string) {
		const id = readBillingEmailToken(secrets, token);
		if (id === null) return fail("invalid", "This link is not valid. Copy the whole address from our email.");
		const found = await repo.find(id);
		return found ? ok(found) : fail("not_found", "This address gets no invoices from us any more.");
	}

	return {
		/** Oldest first. */
		list: (owner: Owner) => repo.list(owner, clock()),

		/** Adds an address and emails it a link to confirm. */
		async add(account: Account, email: string, { actor, owner, entry }: By): Promise<Result<null>> {
			if (email === account.email) return failField("email", "Your account's own address gets every invoice already.");
			const { allowed, retryAfter } = await rateLimiter.takeAll([
				{ key: ["billing-email", email], ...perMailbox },
				{ key: ["billing-email:account", account.id], ...perAccount },
			]);
			if (!allowed) {
				const message = "This address got several links today. Try again tomorrow.";
				return fail("rate_limited", message, { retryAfter, fields: { email: message } });
			}
			const now = clock();
			const id = createId("bem", now);
			const added = change(
				entry?.(email),
				repo.insert({ id, userId: account.id, email, createdAt: now }),
				log({ kind: "billing_email.added", actor, params: { email }, owner }),
				// Without the account, so that no one at the desk reads the link.
				emit({ kind: "mail.confirm-billing-email", payload: { billingEmailId: id } }),
			);
			const { state } = await db.commit(added, now);
			if (state === "duplicate")
				return failField("email", "This address is in the list. Remove it to send another link.");
			if (state === "ok") return ok(null);
			return failField("email", `An account can have up to ${maxBillingEmails} of these addresses. Remove one first.`);
		},

		async remove(id: string, { actor, owner, entry }: By): Promise<Result<string>> {
			const now = clock();
			const email = (await repo.list(owner, now)).find((one) => one.id === id)?.email;
			if (email === undefined) return gone();
			const removed = change(
				entry?.(email),
				repo.remove(owner, id, now),
				log({ kind: "billing_email.removed", actor, params: { email }, owner }),
			);
			return (await db.commit(removed, now)).state === "ok" ? ok(email) : gone();
		},

		/** What a link is about. Changes nothing. */
		async find(token: string): Promise<Result<LinkedBillingEmail>> {
			const found = await linked(token);
			if (!found.ok) return found;
			const { billing, account } = found.value;
			if (billing.confirmedAt === null && billing.createdAt + confirmableMs <= clock()) return expired();
			return ok({ email: billing.email, account, isConfirmed: billing.confirmedAt !== null });
		},

		/** The document of a link in a copy, and whose it is. Null if the address gets no copies any more. */
		async document(token: string): Promise<(Omit<BillingDocument, "billingEmailId"> & { owner: Owner }) | null> {
			const read = readBillingDocumentToken(secrets, token, clock());
			if (read === null) return null;
			const { billingEmailId, ...document } = read;
			const found = await repo.find(billingEmailId);
			if (found?.billing.confirmedAt == null) return null;
			return { ...document, owner: { userId: found.billing.userId } };
		},

		/** The person at the address agrees. Repeating it changes nothing. */
		async confirm(token: string): Promise<Result<null>> {
			const found = await linked(token);
			if (!found.ok) return found;
			const { id, userId, email, confirmedAt } = found.value.billing;
			if (confirmedAt !== null) return ok(null);
			const now = clock();
			const confirmed = change(
				repo.confirm(id, now - confirmableMs, now),
				log({ kind: "billing_email.confirmed", actor: "system", params: { email }, owner: { userId } }),
			);
			return (await db.commit(confirmed, now)).state === "ok" ? ok(null) : expired();
		},

		/** The person at the address wants no more emails. Repeating it changes nothing. */
		async stop(token: string): Promise<Result<null>> {
			const found = await linked(token);
			if (!found.ok) return found.error.kind === "not_found" ? ok(null) : found;
			const { id, userId, email } = found.value.billing;
			const now = clock();
			const owner = { userId };
			const stopped = change(
				repo.remove(owner, id, now),
				log({ kind: "billing_email.stopped", actor: "system", params: { email }, owner }),
			);
			await db.commit(stopped, now);
			return ok(null);
		},
	};
}

const gone = () => fail("not_found", "This address is not in the list any more.");

const expired = () => fail("invalid", "This link has expired. Ask the customer to add the address again.");

import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import type { AccountsRepo, LinkPurpose, NewUser, UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import { describeClient } from "./session";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
}

interface Extras {
	readonly next?: string | undefined;
	readonly fields?: Partial<NewUser>;
	readonly also?: Change;
	/** As `also`, before the other changes: the entry of the audit log. */
	readonly first?: Change;
}

export type LinkEmails = ReturnType<typeof createLinkEmails>;

/** Emails with one-time links. Each link voids the earlier ones of its kind. Callers limit how many are sent. */
export function createLinkEmails({ db, repo, clock }: Dependencies) {
	return {
		/**
		 * Issues a new link, together with other changes of the account. Without an account it takes as long but does
		 * nothing.
		 * @param client who asked for it. Null for staff.
		 * @param next our page that opens after the link was used.
		 * @returns false if nothing was written: there is no account, or a parallel request has just issued a link.
		 */
		async send(
			user: UserRow | null,
			purpose: LinkPurpose,
			client: Client | null,
			{ next, fields = {}, also, first }: Extras = {},
		): Promise<boolean> {
			const now = clock();
			if (!user) {
				await db.commit(change(), now);
				return false;
			}
			const { id: userId } = user;
			const generation = purpose === "verify" ? user.verifyGeneration : user.resetGeneration;
			const payload = { userId, generation: generation + 1, ...(client && { from: describeClient(client) }) };
			const issued = change(
				first,
				repo.raiseGeneration(user, purpose, generation, { ...fields, updatedAt: now }),
				also,
				purpose === "verify"
					? emit({ kind: "mail.verify-email", payload: { ...payload, ...(next && { next }) }, userId })
					: emit({ kind: "mail.reset-password", payload, userId }),
			);
			return (await db.commit(issued, now)).state === "ok";
		},
	};
}

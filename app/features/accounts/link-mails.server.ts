import type { Database, Statement } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { Clock } from "~/lib/clock";
import type { AccountsRepo, LinkPurpose, NewUser, UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import { describeClient } from "./session";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	/** Sends committed outbox rows on their way, after the answer. */
	readonly dispatch: (ids: readonly string[]) => void;
}

interface Extras {
	readonly next?: string | undefined;
	readonly fields?: Partial<NewUser>;
	readonly also?: readonly Statement[];
}

const kindOf = { verify: "mail.verify-email", reset: "mail.reset-password" } as const;

export type LinkMails = ReturnType<typeof createLinkMails>;

/** Mails with one-time links. Each newer link voids the older ones of its kind. How many there may be is the caller's. */
export function createLinkMails({ db, repo, clock, dispatch }: Dependencies) {
	return {
		/**
		 * Issues a new link, with other changes of the account in the same batch. Without an account it takes as long and
		 * does nothing.
		 * @param next the page of ours that the link leads on to.
		 * @returns false when nothing was written.
		 */
		async send(
			user: UserRow | null,
			purpose: LinkPurpose,
			client: Client,
			{ next, fields = {}, also = [] }: Extras = {},
		): Promise<boolean> {
			if (!user) {
				await db.write([]);
				return false;
			}
			const now = clock();
			const from = purpose === "verify" ? user.verifyGeneration : user.resetGeneration;
			const payload = { userId: user.id, generation: from + 1, from: describeClient(client), ...(next && { next }) };
			const mail = enqueue(db, { kind: kindOf[purpose], payload, userId: user.id }, now);
			const raise = repo.raiseGeneration(user, purpose, from, { ...fields, updatedAt: now });
			// Refused where a parallel request has just issued one.
			const written = await db.attempt([raise, db.mustChange(), ...also, mail.statement]);
			if (written) dispatch([mail.id]);
			return written;
		},
	};
}

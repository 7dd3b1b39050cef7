import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { accountLimits, tooMany } from "./account-limits";
import { createAccountsRepo, type UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import type { Customer } from "./customer";
import { createEmailChangeRepo } from "./email-change.repo.server";
import { invalidLink, type Links } from "./links.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly links: Links;
	readonly rateLimiter: RateLimiter;
}

/** `done` once both addresses are confirmed. */
interface Confirmed {
	readonly done: boolean;
	readonly newEmail: string;
}

interface Requested {
	readonly userId: string;
	readonly generation: number;
	readonly newEmail: string;
}

/**
 * Changes an account's address after both mailboxes have confirmed: someone with a stolen session can't read the old
 * one, and a mistyped address can't confirm the new one.
 */
export function createEmailChange({ db, clock, links, rateLimiter }: Dependencies) {
	const repo = createEmailChangeRepo(db);
	const accounts = createAccountsRepo(db);

	function sendLinks({ id: userId, mailRefusedAt }: UserRow, taken: UserRow | null, generation: number): Change {
		const link = (side: "from" | "to") =>
			emit({ kind: "mail.confirm-email-change", payload: { userId, generation, side }, userId });
		// The owner of a taken address gets a reminder. The response does not show it.
		const reminder = ({ id }: UserRow) =>
			emit({ kind: "mail.already-registered", payload: { userId: id }, userId: id });
		return change(mailRefusedAt === null && link("from"), taken ? reminder(taken) : link("to"));
	}

	/** Changes the address and emails the old one. */
	async function apply({ userId, generation, newEmail }: Requested, side: "from" | "to", now: number): Promise<Change> {
		const user = await accounts.find(userId);
		return change(
			repo.apply(userId, generation, side, now),
			log({ kind: "email.changed", actor: "customer", params: { newEmail }, owner: { userId } }),
			repo.remove(userId),
			emit({ kind: "mail.email-changed", payload: { userId, to: user?.email ?? "", newEmail }, userId }),
		);
	}

	return {
		/** The change that is not confirmed yet. Null if there is none. */
		pending: (owner: Owner) => repo.pending(owner, clock()),

		/** The same response whether or not the new address has an account. */
		async request(customer: Customer, owner: ConfirmedOwner, { email }: { email: string }): Promise<Result<null>> {
			if (email === customer.email) return failField("email", "This is already your email address.");
			const [allowance, user, taken] = await Promise.all([
				rateLimiter.takeAll([
					{ key: ["mail:email-change", customer.id], ...accountLimits.emailsPerMailbox },
					{ key: ["mail:email-change", email], ...accountLimits.emailsPerMailbox },
				]),
				accounts.find(customer.id),
				accounts.findByEmail(email),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			if (!user) return fail("unauthenticated", "Please sign in again.");
			const now = clock();
			const generation = user.emailGeneration + 1;
			const row = {
				userId: user.id,
				generation,
				newEmail: email,
				// A mailbox that refuses our emails can't confirm. The password was entered just now.
				fromConfirmedAt: user.mailRefusedAt === null ? null : now,
				toConfirmedAt: null,
				createdAt: now,
				expiresAt: now + DAY,
			};
			const requested = change(
				repo.raiseGeneration(owner, user.emailGeneration, now),
				repo.put(row),
				log({ kind: "email.change_requested", actor: "customer", params: { newEmail: email }, owner }),
				sendLinks(user, taken, generation),
			);
			const { state } = await db.commit(requested, now);
			return state === "ok" ? ok(null) : fail("conflict", "This has just been changed somewhere else. Try again.");
		},

		/** Cancels the change and voids its links. */
		async cancel({ id }: Customer, owner: ConfirmedOwner): Promise<void> {
			const now = clock();
			const entry = log({ kind: "email.change_cancelled", actor: "customer", params: {}, owner });
			await db.commit(change(repo.voidLinks(owner, now), repo.remove(id), entry), now);
		},

		/**
		 * Uses one of the two links, once. The second one changes the address, ends every other session and emails the old
		 * address.
		 * @param viewer whose session stays, if it is a session of this account
		 */
		async confirm({ token }: { token: string }, client: Client, viewer: Owner | null): Promise<Result<Confirmed>> {
			const link = await links.check(token, ["email-from", "email-to"], client);
			if (!link.ok) return link;
			const { tokenHash, userId, generation, purpose } = link.value;
			const side = purpose === "email-from" ? "from" : "to";
			const keepHash = viewer && "sessionHash" in viewer ? viewer.sessionHash : "";
			// Two tries: if both links are used at the same moment, the second try changes the address.
			for (const _ of [1, 2]) {
				const now = clock();
				const requested = await repo.pending({ userId }, now);
				if (!requested || requested.generation !== generation) return invalidLink();
				const done = (side === "from" ? requested.toConfirmedAt : requested.fromConfirmedAt) !== null;
				const confirmed = change(
					accounts.markTokenUsed(tokenHash, purpose, userId, now),
					done ? await apply(requested, side, now) : repo.confirm(userId, generation, side, now),
					done && repo.endOtherSessions(userId, keepHash),
				);
				const committed = await db.commit(confirmed, now);
				if (committed.state === "ok") return ok({ done, newEmail: requested.newEmail });
				if (committed.state === "duplicate") return committed.key === "users.email" ? addressTaken() : invalidLink();
			}
			return invalidLink();
		},
	};
}

const addressTaken = () => fail("conflict", "This address now belongs to another account. Choose a different one.");

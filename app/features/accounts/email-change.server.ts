import { type Database, NothingChanged, violates } from "~/db/client.server";
import { type Effect, enqueue } from "~/db/outbox.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { accountLimits, tooMany } from "./account-limits";
import { createAccountsRepo, type UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import type { Customer } from "./customer";
import { createEmailChangeRepo } from "./email-change.repo.server";
import { type Links, voidLink } from "./links.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly links: Links;
	readonly rateLimiter: RateLimiter;
	readonly dispatch: (ids: readonly string[]) => void;
}

/** What a confirmed link led to: half of it, or all. */
interface Confirmed {
	readonly done: boolean;
	readonly newEmail: string;
}

/**
 * Changing an account's address: whoever holds the session asks, and both mailboxes have to agree. A thief of the
 * session lacks the old one, a mistyped address lacks the new one.
 */
export function createEmailChange({ db, clock, activity, links, rateLimiter, dispatch }: Dependencies) {
	const repo = createEmailChangeRepo(db);
	const accounts = createAccountsRepo(db);

	const entry = (message: string) => ({ actor: "customer", kind: "email.change", message }) as const;

	function mails(user: UserRow, taken: UserRow | null, generation: number): Effect[] {
		const userId = user.id;
		const link = (side: "from" | "to"): Effect => ({
			kind: "mail.confirm-email-change",
			payload: { userId, generation, side },
			userId,
		});
		// Who owns the address learns that somebody tried; the one who asked learns nothing of it.
		const reminder = (owner: string): Effect => ({
			kind: "mail.already-registered",
			payload: { userId: owner },
			userId: owner,
		});
		return [...(user.mailRefusedAt === null ? [link("from")] : []), taken ? reminder(taken.id) : link("to")];
	}

	async function finish(change: { userId: string; generation: number; newEmail: string }, side: "from" | "to") {
		const { userId, generation, newEmail } = change;
		const user = await accounts.find(userId);
		const now = clock();
		const payload = { userId, to: user?.email ?? "", newEmail };
		const notice = enqueue(db, { kind: "mail.email-changed", payload, userId }, now);
		const statements = [
			repo.apply(userId, generation, side, now),
			db.mustChange(),
			activity.record(entry(`Changed the email address to ${newEmail}.`), { userId }),
			repo.remove(userId),
			notice.statement,
		];
		return { statements, effects: [notice.id] };
	}

	return {
		/** The change that waits for its confirmations; null if none does. */
		pending: (owner: Owner) => repo.pending(owner, clock()),

		/** The same answer whether or not the address has an account. */
		async request(customer: Customer, owner: ConfirmedOwner, { email }: { email: string }): Promise<Result<null>> {
			if (email === customer.email) return failField("email", "This is your address already.");
			const [allowance, user, taken] = await Promise.all([
				rateLimiter.takeAll([
					{ key: ["mail:email-change", customer.id], ...accountLimits.mailPerMailbox },
					{ key: ["mail:email-change", email], ...accountLimits.mailPerMailbox },
				]),
				accounts.find(customer.id),
				accounts.findByEmail(email),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			if (!user) return fail("unauthenticated", "Please sign in again.");
			const now = clock();
			const generation = user.emailGeneration + 1;
			const effects = mails(user, taken, generation).map((effect) => enqueue(db, effect, now));
			const change = {
				userId: user.id,
				generation,
				newEmail: email,
				// A mailbox that takes no mail can't agree; the password was entered just now.
				fromConfirmedAt: user.mailRefusedAt === null ? null : now,
				toConfirmedAt: null,
				createdAt: now,
				expiresAt: now + DAY,
			};
			const written = await db.attempt([
				repo.raiseGeneration(owner, user.emailGeneration, now),
				db.mustChange(),
				repo.put(change),
				activity.record(entry(`Asked to change the email address to ${email}.`), owner),
				...effects.map(({ statement }) => statement),
			]);
			if (!written) return fail("conflict", "This was just changed elsewhere. Try again.");
			dispatch(effects.map(({ id }) => id));
			return ok(null);
		},

		/** Nothing changes, and the links that were mailed are void. */
		async cancel(customer: Customer, owner: ConfirmedOwner): Promise<void> {
			const user = await accounts.find(customer.id);
			if (!user) return;
			await db.write([
				repo.raiseGeneration(owner, user.emailGeneration, clock()),
				repo.remove(user.id),
				activity.record(entry("Gave up changing the email address."), owner),
			]);
		},

		/**
		 * Uses one of the two links, once. The second of them changes the address, ends every other sign-in and tells the
		 * old address.
		 * @param viewer whose session stays, if it is the account's own.
		 */
		async confirm({ token }: { token: string }, client: Client, viewer: Owner | null): Promise<Result<Confirmed>> {
			const link = await links.present(token, ["email-from", "email-to"], client);
			if (!link.ok) return link;
			const { tokenHash, userId, generation, purpose } = link.value;
			const side = purpose === "email-from" ? "from" : "to";
			const keepHash = viewer && "sessionHash" in viewer ? viewer.sessionHash : "";
			// Twice, because both links may be used at the same moment: whoever comes second finishes.
			for (const _ of [1, 2]) {
				const now = clock();
				const change = await repo.pending({ userId }, now);
				if (!change || change.generation !== generation) return voidLink();
				const last = (side === "from" ? change.toConfirmedAt : change.fromConfirmedAt) !== null;
				const use = accounts.use(tokenHash, purpose, userId, now);
				const finished = last ? await finish(change, side) : null;
				const half = [repo.confirm(userId, generation, side, now), db.mustChange()];
				const ending = last ? [repo.endSessionsBut(userId, keepHash)] : [];
				try {
					await db.write([use, ...(finished?.statements ?? half), ...ending]);
					dispatch(finished?.effects ?? []);
					return ok({ done: last, newEmail: change.newEmail });
				} catch (error) {
					if (violates(error, "token_uses.token_hash")) return voidLink();
					if (violates(error, "users.email"))
						return fail(
							"conflict",
							"This address has an account of its own by now. Ask for the change to another one.",
						);
					if (!(error instanceof NothingChanged)) throw error;
				}
			}
			return voidLink();
		},
	};
}

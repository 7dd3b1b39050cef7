import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Passkeys } from "~/features/passkeys/passkeys.server";
import type { Clock } from "~/lib/clock";
import { formatDay } from "~/lib/dates";
import { failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { AddressInput, PasswordReset } from "./account.schema";
import { accountLimits } from "./account-limits";
import type { AccountsRepo } from "./accounts.repo.server";
import type { Attempts } from "./attempts.server";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { LinkEmails } from "./link-emails.server";
import { invalidLink, type Links } from "./links.server";
import { newPasswordProblem } from "./new-password.server";
import type { Sessions } from "./sessions.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly attempts: Attempts;
	readonly knownDevices: KnownDevices;
	readonly links: Links;
	readonly linkEmails: LinkEmails;
	readonly sessions: Sessions;
	readonly breachedPasswords: BreachedPasswords;
	readonly passkeys: Pick<Passkeys, "list" | "removeOthers">;
	readonly brandName: string;
}

interface ListedPasskey {
	readonly id: string;
	readonly name: string;
	/** Formatted days. */
	readonly added: string;
	readonly used: string | null;
}

/** Resets forgotten passwords with an emailed link. */
export function createRecovery(deps: Dependencies) {
	const {
		db,
		repo,
		clock,
		passwords,
		attempts,
		knownDevices,
		links,
		linkEmails,
		sessions,
		passkeys,
		breachedPasswords,
		brandName,
	} = deps;

	return {
		/** Emails a reset link. The same response after the same work for every address. */
		async forgotPassword({ email, proof }: AddressInput, client: Client): Promise<Result<null>> {
			const user = await repo.findByEmail(email);
			const known = user !== null && knownDevices.isKnown(client, user.id);
			const asked = await attempts.begin({
				own: [{ key: ["mail:reset", email], ...accountLimits.emailsPerMailbox }],
				address: known ? [] : [{ key: ["ask:address", client.key], ...accountLimits.askPerAddress }],
				subject: `reset ${client.key} ${email}`,
				proof,
			});
			// At the mailbox's limit the newest link still works, and the response does not show that nothing was sent.
			if (!asked.ok && asked.refusedBy !== "mail:reset") return asked;
			await linkEmails.send(asked.ok && user?.status !== "closed" ? user : null, "reset", client);
			return ok(null);
		},

		/** Checks a reset link without using it. Returns the passkeys of its account. */
		async openReset(token: string): Promise<Result<readonly ListedPasskey[]>> {
			// If the store does not answer, the page opens without the passkeys and the form reports it.
			const link = await links.lookUp(token, ["reset"]).catch(() => undefined);
			if (link === undefined) return ok([]);
			if (!link) return invalidLink();
			const { tokenHash, userId, generation } = link;
			const [used, user, kept] = await Promise.all([
				repo.wasUsed(tokenHash),
				repo.find(userId),
				passkeys.list({ userId }),
			]);
			if (used || !user || user.resetGeneration !== generation) return invalidLink();
			return ok(
				kept.map(({ id, name, createdAt, usedAt }) => ({
					id,
					name,
					added: formatDay(createdAt, user),
					used: usedAt === null ? null : formatDay(usedAt, user),
				})),
			);
		},

		/**
		 * Uses a reset link, once: sets the password, ends every session, removes the passkeys that are not kept, and emails
		 * the owner. Returns the account's id, so that this device is known from now on.
		 */
		async resetPassword(
			{ token, newPassword, keepPasskeys = [] }: PasswordReset,
			client: Client,
		): Promise<Result<{ userId: string }>> {
			const link = await links.check(token, ["reset"], client);
			if (!link.ok) return link;
			const { tokenHash, userId, generation } = link.value;

			// Checked first so that a used link costs no hash. The commit below decides.
			const [used, user, existing] = await Promise.all([
				repo.wasUsed(tokenHash),
				repo.find(userId),
				passkeys.list({ userId }),
			]);
			if (used || !user || user.resetGeneration !== generation) return invalidLink();
			const problem = await newPasswordProblem(breachedPasswords, newPassword, { email: user.email, brand: brandName });
			if (problem) return failField("newPassword", problem);

			return whenAvailable(
				"The password can't be changed right now. Your link is still valid. Try again in a minute.",
				async () => {
					const passwordHash = await passwords.hash(newPassword);
					const now = clock();
					const removedPasskeys = existing.filter(({ id }) => !keepPasskeys.includes(id)).map(({ name }) => name);
					const reset = change(
						repo.markTokenUsed(tokenHash, "reset", userId, now),
						repo.resetPassword(userId, generation, passwordHash, now),
						repo.removeSignUps(userId),
						sessions.endAllOf(userId),
						passkeys.removeOthers(userId, keepPasskeys),
						log({ kind: "password.reset", actor: "customer", params: { removedPasskeys }, owner: { userId } }),
						emit({ kind: "mail.password-changed", payload: { userId, removedPasskeys }, userId }),
					);
					const { state } = await db.commit(reset, now);
					return state === "ok" ? ok({ userId }) : invalidLink();
				},
			);
		},
	};
}

import { type Database, NothingChanged, violates } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { Activity } from "~/features/activity/activity.server";
import type { Passkeys } from "~/features/passkeys/passkeys.server";
import type { Clock } from "~/lib/clock";
import { formatDay } from "~/lib/dates";
import { failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { AskedAddress, PasswordReset } from "./account.schema";
import { accountLimits } from "./account-limits";
import type { AccountsRepo } from "./accounts.repo.server";
import type { Attempts } from "./attempts.server";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { LinkMails } from "./link-mails.server";
import { type Links, voidLink } from "./links.server";
import { newPasswordProblem } from "./new-password.server";
import type { Sessions } from "./sessions.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly attempts: Attempts;
	readonly knownDevices: KnownDevices;
	readonly links: Links;
	readonly linkMails: LinkMails;
	readonly sessions: Sessions;
	readonly breachedPasswords: BreachedPasswords;
	readonly passkeys: Pick<Passkeys, "list" | "removeOthers">;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly brandName: string;
}

/** Getting back into an account whose password is forgotten. */
export function createRecovery(deps: Dependencies) {
	const {
		db,
		repo,
		clock,
		activity,
		passwords,
		attempts,
		knownDevices,
		links,
		linkMails,
		sessions,
		dispatch,
		passkeys,
		breachedPasswords,
		brandName,
	} = deps;

	return {
		/** Mails a reset link. The same answer, after the same work, for every address. */
		async forgotPassword({ email, proof }: AskedAddress, client: Client): Promise<Result<null>> {
			const user = await repo.findByEmail(email);
			const known = user !== null && knownDevices.isKnown(client, user.id);
			const asked = await attempts.begin({
				own: [{ key: ["mail:reset", email], ...accountLimits.mailPerMailbox }],
				address: known ? [] : [{ key: ["ask:address", client.key], ...accountLimits.askPerAddress }],
				subject: `reset ${client.key} ${email}`,
				proof,
			});
			// The mailbox has had its mails: the newest link in it still works, and the answer tells nothing.
			const mailed = asked.ok || asked.refusedBy === "mail:reset";
			if (!mailed) return asked;
			await linkMails.send(asked.ok && user?.status !== "closed" ? user : null, "reset", client);
			return ok(null);
		},

		/** The passkeys of the account that a reset link is for; none for a link that no longer works. */
		async passkeysOfReset(token: string) {
			// The page opens without them where the store does not answer. The form says so then.
			const link = await links.lookUp(token, ["reset"]).catch(() => null);
			if (!link) return [];
			const { tokenHash, userId, generation } = link;
			const [used, user, kept] = await Promise.all([
				repo.wasUsed(tokenHash),
				repo.find(userId),
				passkeys.list({ userId }),
			]);
			if (used || !user || user.resetGeneration !== generation) return [];
			return kept.map(({ id, name, createdAt, usedAt }) => ({
				id,
				name,
				added: formatDay(createdAt, user),
				used: usedAt === null ? null : formatDay(usedAt, user),
			}));
		},

		/**
		 * Uses a reset link, once: the new password counts, every session ends, passkeys that are not kept are removed, and
		 * the owner gets a mail. Whose account it was, so that the device that did it is known from then on.
		 */
		async resetPassword(
			{ token, newPassword, keepPasskeys = [] }: PasswordReset,
			client: Client,
		): Promise<Result<{ userId: string }>> {
			const link = await links.present(token, ["reset"], client);
			if (!link.ok) return link;
			const { tokenHash, userId, generation } = link.value;

			// Asked first so that a used link costs no hash; the write below decides.
			const [used, user, existing] = await Promise.all([
				repo.wasUsed(tokenHash),
				repo.find(userId),
				passkeys.list({ userId }),
			]);
			if (used || !user || user.resetGeneration !== generation) return voidLink();
			const problem = await newPasswordProblem(breachedPasswords, newPassword, { email: user.email, brand: brandName });
			if (problem) return failField("newPassword", problem);

			return whenAvailable(
				"The password can't be changed just now. Your link stays valid: try again in a minute.",
				async () => {
					const passwordHash = await passwords.hash(newPassword);
					const now = clock();
					const removed = existing.filter(({ id }) => !keepPasskeys.includes(id)).map(({ name }) => name);
					const payload = { userId, removedPasskeys: removed };
					const mail = enqueue(db, { kind: "mail.password-changed", payload, userId }, now);
					const gone = removed.length > 0 ? ` These passkeys were removed: ${removed.join(", ")}.` : "";
					const message = `Set a new password by a mailed link. Every device was signed out.${gone}`;
					try {
						await db.write([
							repo.use(tokenHash, "reset", userId, now),
							repo.resetPassword(userId, generation, passwordHash, now),
							db.mustChange(),
							repo.removeSignUps(userId),
							sessions.endAllOf(userId),
							passkeys.removeOthers(userId, keepPasskeys),
							activity.record({ actor: "customer", kind: "password.changed", message }, { userId }),
							mail.statement,
						]);
					} catch (error) {
						if (error instanceof NothingChanged || violates(error, "token_uses.token_hash")) return voidLink();
						throw error;
					}
					dispatch([mail.id]);
					return ok({ userId });
				},
			);
		},
	};
}

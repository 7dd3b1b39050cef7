import { type Database, NothingChanged, violates } from "../../db/client.server";
import { enqueue } from "../../db/outbox.server";
import { failField, ok, type Result } from "../../lib/result";
import { whenAvailable } from "../../lib/service-unavailable";
import type { Clock } from "../../platform/clock";
import type { PasswordHasher } from "../../platform/password/password";
import type { RateLimiter } from "../../platform/rate-limit/rate-limit";
import type { Activity } from "../activity/activity.server";
import type { PasswordReset } from "./account.schema";
import { accountLimits, tooMany } from "./account-limits";
import type { AccountsRepo } from "./accounts.repo.server";
import type { Client } from "./client";
import type { LinkMails } from "./link-mails.server";
import { type Links, voidLink } from "./links.server";
import { passwordProblem } from "./password-policy";
import type { Sessions } from "./sessions.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly links: Links;
	readonly linkMails: LinkMails;
	readonly sessions: Sessions;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly brandName: string;
}

/** Getting back into an account whose password is forgotten. */
export function createRecovery(deps: Dependencies) {
	const { db, repo, clock, activity, passwords, rateLimiter, links, linkMails, sessions, dispatch, brandName } = deps;

	return {
		/** Mails a reset link. The same answer, after the same work, for every address. */
		async forgotPassword({ email }: { email: string }, client: Client): Promise<Result<null>> {
			const [asks, mail, user] = await Promise.all([
				rateLimiter.take(["ask:client", client.key], accountLimits.askPerClient),
				rateLimiter.take(["mail:reset", email], accountLimits.mailPerAddress),
				repo.findByEmail(email),
			]);
			if (!asks.allowed) return tooMany(asks.retryAfter);
			await linkMails.send(mail.allowed && user?.status !== "closed" ? user : null, "reset", client);
			return ok(null);
		},

		/** Uses a reset link, once: the new password counts, every session ends, and the owner is told by mail. */
		async resetPassword({ token, newPassword }: PasswordReset, client: Client): Promise<Result<null>> {
			const allowance = await rateLimiter.take(["link:client", client.key], accountLimits.linkPerClient);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const link = await links.read(token, ["reset"]);
			if (!link.ok) return link;
			const { tokenHash, userId, generation } = link.value;

			// Asked first so that a used link costs no hash; the write below decides.
			const [used, user] = await Promise.all([repo.wasUsed(tokenHash), repo.find(userId)]);
			if (used || !user || user.resetGeneration !== generation) return voidLink();
			const problem = passwordProblem(newPassword, { email: user.email, brand: brandName });
			if (problem) return failField("newPassword", problem);

			return whenAvailable(
				"The password can't be changed just now. Your link stays valid: try again in a minute.",
				async () => {
					const passwordHash = await passwords.hash(newPassword);
					const now = clock();
					const mail = enqueue(db, { kind: "mail.password-changed", payload: { userId }, userId }, now);
					const message = "Set a new password by a mailed link. Every device was signed out.";
					try {
						await db.write([
							repo.use(tokenHash, "reset", userId, now),
							repo.resetPassword(userId, generation, passwordHash, now),
							db.mustChange(),
							repo.removeSignUps(userId),
							sessions.endAllOf(userId),
							activity.record({ actor: "customer", kind: "password.changed", message }, { userId }),
							mail.statement,
						]);
					} catch (error) {
						if (error instanceof NothingChanged || violates(error, "token_uses.token_hash")) return voidLink();
						throw error;
					}
					dispatch([mail.id]);
					return ok(null);
				},
			);
		},
	};
}

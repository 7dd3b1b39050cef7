import { type Database, NothingChanged, violates } from "~/db/client.server";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import { sha256Hex } from "~/lib/sha256";
import type { PasswordHasher } from "~/platform/password/password";
import type { EmailVerification } from "./account.schema";
import type { AccountsRepo, Entered, SignUpRow, UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import { type Links, voidLink } from "./links.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly links: Links;
}

/**
 * Proving that an address is one's own. The link shows who reads the mailbox, not who registered: several people may
 * have entered this address. What becomes the account is what was entered in this very browser, or with the password
 * that is presented; all else that was entered is forgotten.
 */
export function createVerification({ db, repo, clock, activity, passwords, links }: Dependencies) {
	/** What this person entered; null if nothing shows that it was them. */
	async function enteredBy(
		user: UserRow,
		signUps: readonly SignUpRow[],
		browserToken: string | null,
		password?: string,
	): Promise<Entered | null> {
		const browserHash = browserToken && sha256Hex(browserToken);
		const here = signUps.find((signUp) => signUp.browserHash === browserHash);
		if (here || password === undefined) return here ?? null;
		// An account from before sign-ups were noted has only its own row.
		for (const signUp of signUps.length > 0 ? signUps : [user]) {
			if ((await passwords.verify(password, signUp.passwordHash)).matches) return signUp;
		}
		return null;
	}

	return {
		/**
		 * Uses a verification link, once.
		 * @param browserToken what the browser was given when it registered, if it did.
		 */
		async verifyEmail(
			{ token, password }: EmailVerification,
			client: Client,
			browserToken: string | null,
		): Promise<Result<UserRow>> {
			const link = await links.present(token, ["verify"], client);
			if (!link.ok) return link;
			const { tokenHash, userId, generation } = link.value;
			// In one batch: between two a parallel request could use the link and forget what was entered.
			const [known, signUps] = await Promise.all([repo.find(userId), repo.signUpsOf(userId)]);
			if (known?.status !== "unverified" || known.verifyGeneration !== generation) return refuse(known);
			return whenAvailable("We can't check this just now. Your link stays valid: try again in a minute.", async () => {
				const entered = await enteredBy(known, signUps, browserToken, password);
				if (!entered) return password === undefined ? askForPassword() : failField("password", otherPassword);

				const { firstName, lastName, country, passwordHash } = entered;
				const now = clock();
				const entry = { actor: "customer", kind: "account.opened", message: "Opened the account." } as const;
				try {
					await db.write([
						repo.use(tokenHash, "verify", userId, now),
						repo.verify(userId, generation, { firstName, lastName, country, passwordHash }, now),
						db.mustChange(),
						repo.removeSignUps(userId),
						activity.record(entry, { userId }),
					]);
				} catch (error) {
					if (!(error instanceof NothingChanged) && !violates(error, "token_uses.token_hash")) throw error;
					return refuse(await repo.find(userId));
				}
				const user = await repo.find(userId);
				return user ? ok(user) : voidLink();
			});
		},
	};
}

/** Whoever has a link that we mailed knows of the account: opened twice, it may say that all is well. */
const refuse = (owner: UserRow | null) => (owner?.status === "active" ? alreadyVerified() : voidLink());

const alreadyVerified = () =>
	fail("invalid", "Your email is verified already. You can sign in.", { code: "already_verified" });

const askForPassword = () =>
	fail("unauthenticated", "Enter the password that you chose when you registered.", { code: "password_required" });

const otherPassword = "Nobody registered this address with this password.";

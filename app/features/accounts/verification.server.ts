import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import { sha256Hex } from "~/lib/sha256";
import type { PasswordHasher } from "~/platform/password/password";
import type { EmailVerification } from "./account.schema";
import type { AccountsRepo, SignUpDetails, SignUpRow, UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import { invalidLink, type Links } from "./links.server";

/** `createdAt`: when the password was entered. */
type Entered = SignUpDetails & Pick<SignUpRow, "createdAt">;

interface Verified {
	readonly user: UserRow;
	/** When this person entered the password (ms, UTC). */
	readonly enteredAt: number;
}

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly links: Links;
}

/**
 * Verifies addresses. The link proves who reads the mailbox, not who registered: several people may have entered this
 * address. The account gets what was entered in the browser that opens the link, or with the password entered there.
 * Everything else that was entered is deleted.
 */
export function createVerification({ db, repo, clock, passwords, links }: Dependencies) {
	/** What this person entered when they registered. Null if neither the browser nor the password matches. */
	async function findSignUp(
		user: UserRow,
		signUps: readonly SignUpRow[],
		browserToken: string | null,
		password?: string,
	): Promise<Entered | null> {
		const browserHash = browserToken && sha256Hex(browserToken);
		const here = signUps.find((signUp) => signUp.browserHash === browserHash);
		if (here || password === undefined) return here ?? null;
		// Older accounts have no sign-up rows, only their own row.
		for (const signUp of signUps.length > 0 ? signUps : [user]) {
			if ((await passwords.verify(password, signUp.passwordHash)).matches) return { ...signUp, createdAt: clock() };
		}
		return null;
	}

	return {
		/**
		 * Uses a verification link, once.
		 * @param browserToken the token that the browser got when it registered, if it did.
		 */
		async verifyEmail(
			{ token, password }: EmailVerification,
			client: Client,
			browserToken: string | null,
		): Promise<Result<Verified>> {
			const link = await links.check(token, ["verify"], client);
			if (!link.ok) return link;
			const { tokenHash, userId, generation } = link.value;
			// In one batch: a parallel request could use the link between two and delete what was entered.
			const [known, signUps] = await Promise.all([repo.find(userId), repo.listSignUps(userId)]);
			if (known?.status !== "unverified" || known.verifyGeneration !== generation) return rejectLink(known);
			return whenAvailable(
				"We can't check this right now. Your link is still valid. Try again in a minute.",
				async () => {
					const entered = await findSignUp(known, signUps, browserToken, password);
					if (!entered) return password === undefined ? passwordRequired() : failField("password", wrongPassword);

					const { firstName, lastName, country, passwordHash } = entered;
					const now = clock();
					const verified = change(
						repo.markTokenUsed(tokenHash, "verify", userId, now),
						repo.verify(userId, generation, { firstName, lastName, country, passwordHash }, now),
						repo.removeSignUps(userId),
						log({ kind: "account.opened", actor: "customer", params: {}, owner: { userId } }),
					);
					const { state } = await db.commit(verified, now);
					if (state !== "ok") return rejectLink(await repo.find(userId));
					const user = await repo.find(userId);
					return user ? ok({ user, enteredAt: entered.createdAt }) : invalidLink();
				},
			);
		},

		/**
		 * Verifies an address that staff have checked in another way. The account gets what was entered for it, unless several
		 * people have entered it: then only the link shows whose it is.
		 * @param recorded the entry of the audit log
		 */
		async verifyByStaff(userId: string, recorded: Change): Promise<Result<null>> {
			const [known, signUps] = await Promise.all([repo.find(userId), repo.listSignUps(userId)]);
			if (known?.status !== "unverified") return fail("conflict", "This address is verified already.");
			if (signUps.length > 1) {
				const message = `${signUps.length} people have registered with this address. Only the emailed link shows whose account it is.`;
				return fail("conflict", message);
			}
			const { firstName, lastName, country, passwordHash } = signUps[0] ?? known;
			const now = clock();
			const verified = change(
				recorded,
				repo.verify(userId, known.verifyGeneration, { firstName, lastName, country, passwordHash }, now),
				repo.removeSignUps(userId),
				log({ kind: "account.opened", actor: "staff", params: {}, owner: { userId } }),
			);
			const { state } = await db.commit(verified, now);
			return state === "ok" ? ok(null) : fail("conflict", "This account has just changed. Reload the page.");
		},
	};
}

/** The owner of a link knows about the account, so a link opened twice may say that the address is verified. */
const rejectLink = (owner: UserRow | null) => (owner?.status === "active" ? alreadyVerified() : invalidLink());

const alreadyVerified = () =>
	fail("invalid", "Your email address is already verified. You can sign in.", { code: "already_verified" });

const passwordRequired = () =>
	fail("unauthenticated", "Enter the password that you chose when you registered.", { code: "password_required" });

const wrongPassword = "This is not the password that you registered with.";

import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { randomToken } from "~/lib/ids";
import { fail, failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
import { sha256Hex } from "~/lib/sha256";
import { createUserId } from "~/lib/shards";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { AddressInput, Registration } from "./account.schema";
import { accountLimits } from "./account-limits";
import type { AccountsRepo, NewSignUp, UserRow } from "./accounts.repo.server";
import type { Attempts } from "./attempts.server";
import type { Client } from "./client";
import type { LinkEmails } from "./link-emails.server";
import { newPasswordProblem } from "./new-password.server";
import { describeClient } from "./session";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly brandName: string;
	readonly rateLimiter: RateLimiter;
	readonly attempts: Attempts;
	readonly linkEmails: LinkEmails;
}

/** Registers accounts. See verification.server.ts for how their addresses are verified. */
export function createRegistration(deps: Dependencies) {
	const { db, repo, clock, passwords, rateLimiter, attempts, linkEmails, breachedPasswords, brandName } = deps;

	const takeEmailAllowance = (email: string) =>
		rateLimiter.take(["mail:verify", email], accountLimits.emailsPerMailbox);

	async function addAccount(input: Registration, signUp: NewSignUp, client: Client, canEmail: boolean, next?: string) {
		const now = clock();
		const { firstName, lastName, country, email } = input;
		const id = createUserId(db.shard, now);
		const entered = { firstName, lastName, country, email, passwordHash: signUp.passwordHash };
		const user = { id, ...entered, status: "unverified", verifyGeneration: 1, createdAt: now, updatedAt: now } as const;
		const payload = { userId: id, generation: 1, from: describeClient(client), ...(next && { next }) };
		const signedUp = repo.addSignUp(signUp, email);
		const verifyEmail = canEmail && emit({ kind: "mail.verify-email", payload, userId: id });
		const { state } = await db.commit(change(repo.add(user), signedUp, verifyEmail), now);
		// A parallel request has just registered the address and sent the email.
		if (state === "duplicate") await db.commit(signedUp, now);
	}

	async function remindOwner(user: UserRow, next?: string): Promise<void> {
		const { id: userId } = user;
		await db.commit(
			emit({ kind: "mail.already-registered", payload: { userId, ...(next && { next }) }, userId }),
			clock(),
		);
	}

	return {
		/**
		 * One read, one hash and one write for every address, so that neither the response nor its time shows whether it has
		 * an account. The owner of a verified account gets an email about it. For an unverified account, the entered data is
		 * stored beside what others entered, and earlier links are void.
		 * @param next our page to open after the address is verified, such as the checkout.
		 * @returns a token for the browser to keep, so that it is recognised when it opens the link.
		 */
		async register(input: Registration, client: Client, next?: string): Promise<Result<{ browserToken: string }>> {
			const { email, proof } = input;
			const [begun, known] = await Promise.all([
				attempts.begin({
					own: [],
					address: [{ key: ["register:address", client.key], ...accountLimits.registerPerAddress }],
					subject: `register ${client.key} ${email}`,
					proof,
				}),
				repo.findByEmail(email),
			]);
			if (!begun.ok) return begun;
			const problem = await newPasswordProblem(breachedPasswords, input.password, { email, brand: brandName });
			if (problem) return failField("password", problem);
			const allowance = await takeEmailAllowance(email);
			return whenAvailable("You can't register right now. Try again in a minute.", async () => {
				const browserToken = randomToken();
				const { firstName, lastName, country } = input;
				const fields = { firstName, lastName, country, passwordHash: await passwords.hash(input.password) };
				const signUp = { ...fields, browserHash: sha256Hex(browserToken), createdAt: clock() };
				const signedUp = repo.addSignUp(signUp, input.email);
				if (!known) await addAccount(input, signUp, client, allowance.allowed, next);
				else if (!allowance.allowed) await db.commit(signedUp, clock());
				else if (known.status !== "unverified") await remindOwner(known, next);
				else if (!(await linkEmails.send(known, "verify", client, { next, fields, also: signedUp })))
					await db.commit(signedUp, clock());
				return ok({ browserToken });
			});
		},

		/** Sends another verification email. The same response for every address. */
		async resendVerification({ email, proof }: AddressInput, client: Client, next?: string): Promise<Result<null>> {
			const [asked, user] = await Promise.all([
				attempts.begin({
					own: [{ key: ["mail:verify", email], ...accountLimits.emailsPerMailbox }],
					address: [{ key: ["ask:address", client.key], ...accountLimits.askPerAddress }],
					subject: `verify ${client.key} ${email}`,
					proof,
				}),
				repo.findByEmail(email),
			]);
			if (!asked.ok) return asked;
			await linkEmails.send(user?.status === "unverified" ? user : null, "verify", client, { next });
			return ok(null);
		},

		/** @param recorded the entry of the audit log */
		async resendVerificationByStaff(userId: string, recorded: Change): Promise<Result<null>> {
			const user = await repo.find(userId);
			if (user?.status !== "unverified") return fail("conflict", "This address is verified already.");
			const sent = await linkEmails.send(user, "verify", null, { first: recorded });
			return sent ? ok(null) : fail("conflict", "A link was sent a moment ago. Reload the page.");
		},
	};
}

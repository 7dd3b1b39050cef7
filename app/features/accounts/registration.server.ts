import { type Database, violates } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { Clock } from "~/lib/clock";
import { createId, randomToken } from "~/lib/ids";
import { failField, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import { sha256Hex } from "~/lib/sha256";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { AskedAddress, Registration } from "./account.schema";
import { accountLimits } from "./account-limits";
import type { AccountsRepo, NewSignUp, UserRow } from "./accounts.repo.server";
import type { Attempts } from "./attempts.server";
import type { Client } from "./client";
import type { LinkMails } from "./link-mails.server";
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
	readonly linkMails: LinkMails;
	readonly dispatch: (ids: readonly string[]) => void;
}

/** Opening an account; see verification.server.ts for how its address is proven. */
export function createRegistration(deps: Dependencies) {
	const { db, repo, clock, passwords, rateLimiter, attempts, linkMails, dispatch, breachedPasswords, brandName } = deps;

	const mayMail = (email: string) => rateLimiter.take(["mail:verify", email], accountLimits.mailPerMailbox);

	async function addAccount(input: Registration, signUp: NewSignUp, client: Client, mailed: boolean, next?: string) {
		const now = clock();
		const { firstName, lastName, country, email } = input;
		const id = createId("usr", now);
		const entered = { firstName, lastName, country, email, passwordHash: signUp.passwordHash };
		const user = { id, ...entered, status: "unverified", verifyGeneration: 1, createdAt: now, updatedAt: now } as const;
		const payload = { userId: id, generation: 1, from: describeClient(client), ...(next && { next }) };
		const mail = enqueue(db, { kind: "mail.verify-email", payload, userId: id }, now);
		const noted = repo.addSignUp(signUp, email);
		try {
			await db.write([repo.add(user), ...noted, ...(mailed ? [mail.statement] : [])]);
			if (mailed) dispatch([mail.id]);
		} catch (error) {
			if (!violates(error, "users.email")) throw error;
			// Registered a moment ago by a parallel request, which sent the mail.
			await db.write(noted);
		}
	}

	async function remindOwner(user: UserRow): Promise<void> {
		const mail = enqueue(
			db,
			{ kind: "mail.already-registered", payload: { userId: user.id }, userId: user.id },
			clock(),
		);
		await db.write([mail.statement]);
		dispatch([mail.id]);
	}

	return {
		/**
		 * One read, one hash and one write, whoever has the address already: neither the answer nor its time tells. The
		 * owner of an account learns by mail that they have one; for an account that nobody has proven to own, what was
		 * entered is noted beside what others entered, and links that were mailed before are void.
		 * @param next the page of ours to come back to once the address is verified: a checkout, for instance.
		 * @returns what the browser is to keep, so that it is known when it opens the link.
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
			const mail = await mayMail(email);
			return whenAvailable("Registering does not work just now. Try again in a minute.", async () => {
				const browserToken = randomToken();
				const { firstName, lastName, country } = input;
				const fields = { firstName, lastName, country, passwordHash: await passwords.hash(input.password) };
				const signUp = { ...fields, browserHash: sha256Hex(browserToken), createdAt: clock() };
				const noted = repo.addSignUp(signUp, input.email);
				if (!known) await addAccount(input, signUp, client, mail.allowed, next);
				else if (!mail.allowed) await db.write(noted);
				else if (known.status !== "unverified") await remindOwner(known);
				else if (!(await linkMails.send(known, "verify", client, { next, fields, also: noted }))) await db.write(noted);
				return ok({ browserToken });
			});
		},

		/** Another verification mail. The same answer for every address. */
		async resendVerification({ email, proof }: AskedAddress, client: Client, next?: string): Promise<Result<null>> {
			const [asked, user] = await Promise.all([
				attempts.begin({
					own: [{ key: ["mail:verify", email], ...accountLimits.mailPerMailbox }],
					address: [{ key: ["ask:address", client.key], ...accountLimits.askPerAddress }],
					subject: `verify ${client.key} ${email}`,
					proof,
				}),
				repo.findByEmail(email),
			]);
			if (!asked.ok) return asked;
			await linkMails.send(user?.status === "unverified" ? user : null, "verify", client, { next });
			return ok(null);
		},
	};
}

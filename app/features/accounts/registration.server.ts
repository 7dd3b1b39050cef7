import { type Database, NothingChanged, violates } from "../../db/client.server";
import { enqueue } from "../../db/outbox.server";
import { fail, failField, ok, type Result } from "../../lib/result";
import { whenAvailable } from "../../lib/service-unavailable";
import type { Clock } from "../../platform/clock";
import { createId } from "../../platform/ids";
import type { PasswordHasher } from "../../platform/password/password";
import type { RateLimiter } from "../../platform/rate-limit/rate-limit";
import type { Activity } from "../activity/activity.server";
import type { Registration } from "./account.schema";
import { accountLimits, tooMany } from "./account-limits";
import type { AccountsRepo, UserRow } from "./accounts.repo.server";
import type { Client } from "./client";
import type { LinkMails } from "./link-mails.server";
import { type Links, voidLink } from "./links.server";
import { passwordProblem } from "./password-policy";

interface Dependencies {
	readonly db: Database;
	readonly repo: AccountsRepo;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly links: Links;
	readonly linkMails: LinkMails;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly brandName: string;
}

/** Opening an account, and proving that its address is one's own. */
export function createRegistration(deps: Dependencies) {
	const { db, repo, clock, activity, passwords, rateLimiter, links, linkMails, dispatch, brandName } = deps;

	const mayMail = (email: string) => rateLimiter.take(["mail:verify", email], accountLimits.mailPerAddress);

	async function addAccount(input: Registration, passwordHash: string, next?: string): Promise<void> {
		const now = clock();
		const { firstName, lastName, country, email } = input;
		const id = createId("usr", now);
		const entered = { firstName, lastName, country, email, passwordHash };
		const user = { id, ...entered, status: "unverified", verifyGeneration: 1, createdAt: now, updatedAt: now } as const;
		const payload = { userId: id, generation: 1, ...(next && { next }) };
		const mail = enqueue(db, { kind: "mail.verify-email", payload, userId: id }, now);
		try {
			await db.write([repo.add(user), mail.statement]);
			dispatch([mail.id]);
		} catch (error) {
			// Registered a moment ago by a parallel request, which sent the mail.
			if (!violates(error, "users.email")) throw error;
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
		 * owner of an account learns by mail that they have one; an account that nobody has proven to own takes what was
		 * entered last, and links that were mailed before are void.
		 * @param next the page of ours to come back to once the address is verified: a checkout, for instance.
		 */
		async register(input: Registration, client: Client, next?: string): Promise<Result<null>> {
			const problem = passwordProblem(input.password, { email: input.email, brand: brandName });
			if (problem) return failField("password", problem);
			const [allowance, mail, known] = await Promise.all([
				rateLimiter.take(["register:client", client.key], accountLimits.registerPerClient),
				mayMail(input.email),
				repo.findByEmail(input.email),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			return whenAvailable("Registering does not work just now. Try again in a minute.", async () => {
				const passwordHash = await passwords.hash(input.password);
				const { firstName, lastName, country } = input;
				if (!mail.allowed) await db.write([]);
				else if (!known) await addAccount(input, passwordHash, next);
				else if (known.status !== "unverified") await remindOwner(known);
				else await linkMails.send(known, "verify", { firstName, lastName, country, passwordHash }, next);
				return ok(null);
			});
		},

		/** Another verification mail. The same answer for every address. */
		async resendVerification({ email }: { email: string }, client: Client, next?: string): Promise<Result<null>> {
			const [asks, mail, user] = await Promise.all([
				rateLimiter.take(["ask:client", client.key], accountLimits.askPerClient),
				mayMail(email),
				repo.findByEmail(email),
			]);
			if (!asks.allowed || !mail.allowed) return tooMany(Math.max(asks.retryAfter, mail.retryAfter));
			await linkMails.send(user?.status === "unverified" ? user : null, "verify", {}, next);
			return ok(null);
		},

		/** Uses a verification link, once. */
		async verifyEmail({ token }: { token: string }, client: Client): Promise<Result<UserRow>> {
			const allowance = await rateLimiter.take(["link:client", client.key], accountLimits.linkPerClient);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const link = await links.read(token, ["verify"]);
			if (!link.ok) return link;
			const { tokenHash, userId, generation } = link.value;
			const now = clock();
			try {
				const use = repo.use(tokenHash, "verify", userId, now);
				const entry = { actor: "customer", kind: "account.opened", message: "Opened the account." } as const;
				await db.write([
					use,
					repo.verify(userId, generation, now),
					db.mustChange(),
					activity.record(entry, { userId }),
				]);
			} catch (error) {
				if (!(error instanceof NothingChanged) && !violates(error, "token_uses.token_hash")) throw error;
				// Whoever has a link that we mailed knows of the account: opened twice, it may say that all is well.
				const owner = await repo.find(userId);
				return owner?.status === "active" ? alreadyVerified() : voidLink();
			}
			const user = await repo.find(userId);
			return user ? ok(user) : voidLink();
		},
	};
}

const alreadyVerified = () =>
	fail("invalid", "Your email is verified already. You can sign in.", { code: "already_verified" });

import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { accountLimits, tooMany } from "~/features/accounts/account-limits";
import type { Client } from "~/features/accounts/client";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Sessions } from "~/features/accounts/sessions.server";
import type { SignedIn } from "~/features/accounts/sign-in.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { AddPasskey, PasskeySignIn } from "./passkey.schema";
import { createPasskeyChecks } from "./passkey-checks.server";
import { maxPasskeys } from "./passkey-limit";
import { createPasskeysRepo } from "./passkeys.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly sealer: Sealer;
	readonly sessions: Sessions;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly rateLimiter: RateLimiter;
	readonly appOrigin: string;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys: signing in with a fingerprint, face or PIN of the customer's device. */
export function createPasskeys(deps: Dependencies) {
	const { db, clock, sealer, sessions, securityLog, rateLimiter, appOrigin } = deps;
	const repo = createPasskeysRepo(db);
	const checks = createPasskeyChecks({ clock, sealer, appOrigin });

	const emailOwner = (userId: string, event: "passkey-added" | "passkey-removed") =>
		emit({ kind: "mail.security-notice", payload: { userId, event }, userId });

	return {
		list: (owner: Owner) => repo.list(owner, clock()),

		/** Change: removes the customer's passkeys, except those to keep. */
		removeOthers: repo.removeOthers,

		creationOptions: checks.creationOptions,
		request: checks.request,

		async add(
			{ id: userId }: { readonly id: string },
			owner: ConfirmedOwner,
			input: AddPasskey,
		): Promise<Result<null>> {
			const created = await checks.created(userId, input);
			if (!created) return fail("invalid", notAdded);
			const now = clock();
			const added = change(
				repo.add(created.row, owner, now),
				repo.markChallengeUsed(created.challengeHash, userId, now),
				log({ kind: "passkey.added", actor: "customer", params: { name: input.name }, owner }),
				emailOwner(userId, "passkey-added"),
			);
			const { state } = await db.commit(added, now);
			if (state === "duplicate") return fail("conflict", "This passkey is already in your account.");
			if (state === "stale")
				return fail("conflict", `You have ${maxPasskeys} passkeys, which is the limit. Remove one first.`);
			return ok(null);
		},

		async remove({ id: userId }: { readonly id: string }, owner: ConfirmedOwner, id: string): Promise<Result<null>> {
			const now = clock();
			const removed = change(
				repo.remove(owner, id, now),
				log({ kind: "passkey.removed", actor: "customer", params: {}, owner }),
				emailOwner(userId, "passkey-removed"),
			);
			const { state } = await db.commit(removed, now);
			return state === "ok" ? ok(null) : fail("not_found", "This passkey was already removed.");
		},

		/** Signs in without the code of two-step sign-in: the authenticator has verified the person. */
		async signIn(passkey: PasskeySignIn, client: Client, previousToken: string | null): Promise<Result<SignedIn>> {
			const attempts = ["passkey:address", client.key] as const;
			const [allowance, found] = await Promise.all([
				rateLimiter.take(attempts, accountLimits.passkeyPerAddress),
				repo.find(passkey.id),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const refuse = () => {
				securityLog.refused("passkey_refused", found?.user.id ?? null, client);
				return refused();
			};
			const signed = await checks.signed(found?.passkey, passkey);
			if (!found || signed.state === "invalid") return refused();
			if (signed.state === "forged") return refuse();
			const { user } = found;
			const now = clock();
			const started = await sessions.start(
				{ userId: user.id, remembered: false, client, previousToken, provenAt: now },
				change(
					repo.markChallengeUsed(signed.challengeHash, user.id, now),
					repo.recordUse(passkey.id, signed.signCount, now),
				),
			);
			if (!started.ok) return refuse();
			await rateLimiter.giveBack([attempts]);
			return ok({ ...started.value, user });
		},
	};
}

export const notAdded = "We could not add the passkey. Reload the page and try again.";

export const refused = () =>
	fail("unauthenticated", "We could not sign you in with this passkey. Try again, or sign in with your password.");

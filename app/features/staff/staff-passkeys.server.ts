import { audit, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { accountLimits, tooMany } from "~/features/accounts/account-limits";
import type { KnownDevices } from "~/features/accounts/known-devices";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { AddPasskey, PasskeySignIn } from "~/features/passkeys/passkey.schema";
import { createPasskeyChecks } from "~/features/passkeys/passkey-checks.server";
import { maxPasskeys } from "~/features/passkeys/passkey-limit";
import { notAdded, refused } from "~/features/passkeys/passkeys.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { checkOwnPassword } from "./own-password.server";
import type { StaffMember, StaffSession } from "./staff";
import type { StaffRepo } from "./staff.repo.server";
import { createStaffPasskeysRepo } from "./staff-passkeys.repo.server";
import type { StaffSessions, StartedStaffSession } from "./staff-sessions.server";
import type { SigningIn } from "./staff-sign-in.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly repo: StaffRepo;
	readonly sealer: Sealer;
	readonly sessions: Pick<StaffSessions, "start">;
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	readonly knownDevices: KnownDevices;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly appOrigin: string;
}

type Person = Pick<StaffMember, "id" | "name">;

/** Passkeys of staff. One replaces the password and the code, because the device verifies the person. */
export function createStaffPasskeys(deps: Dependencies) {
	const { db, clock, repo, sessions, rateLimiter, knownDevices, securityLog } = deps;
	const passkeys = createStaffPasskeysRepo(db);
	const checks = createPasskeyChecks(deps);

	const recorded = (session: StaffSession, id: string, kind: "added" | "removed", name: string) =>
		change(
			audit(session, null, {
				kind: `staff.passkey_${kind}`,
				subject: { type: "staff", id },
				params: { name },
			}),
			emit({ kind: "mail.staff-notice", payload: { staffId: id, event: `passkey-${kind}` } }),
		);

	return {
		list: (session: StaffSession) => passkeys.list(session, clock()),
		creationOptions: checks.creationOptions,
		request: checks.request,

		/** Adds a passkey to the person's account, with their password. */
		async add(
			session: StaffSession,
			{ id }: Person,
			{ currentPassword, ...input }: AddPasskey & { readonly currentPassword: string },
		): Promise<Result<null>> {
			const created = await checks.created(id, input);
			if (!created) return fail("invalid", notAdded);
			const person = await repo.find(id);
			if (!person) return ended();
			const proven = await checkOwnPassword(deps, person, currentPassword, "currentPassword");
			if (!proven.ok) return proven;
			const now = clock();
			const { state } = await db.commit(
				change(
					recorded(session, id, "added", input.name),
					passkeys.add(created.row, session, now),
					repo.markTokenUsed("passkey", created.challengeHash, id, now),
				),
				now,
			);
			if (state === "duplicate") return fail("conflict", "This passkey is already in your account.");
			if (state === "stale")
				return fail("conflict", `You have ${maxPasskeys} passkeys, which is the limit. Remove one first.`);
			return ok(null);
		},

		async remove(session: StaffSession, { id }: Person, passkeyId: string): Promise<Result<null>> {
			const now = clock();
			const name = (await passkeys.list(session, now)).find((passkey) => passkey.id === passkeyId)?.name;
			if (name === undefined) return fail("conflict", "This passkey was already removed.");
			const { state } = await db.commit(
				change(recorded(session, id, "removed", name), passkeys.remove(session, passkeyId, now)),
				now,
			);
			return state === "ok" ? ok(null) : fail("conflict", "This passkey was already removed.");
		},

		/** Signs in at the desk without a password and a code. */
		async signIn(
			passkey: PasskeySignIn,
			{ client, requestId, previousToken }: SigningIn,
		): Promise<Result<StartedStaffSession>> {
			const attempts = ["desk:passkey:address", client.key] as const;
			const [allowance, found] = await Promise.all([
				rateLimiter.take(attempts, accountLimits.passkeyPerAddress),
				passkeys.find(passkey.id),
			]);
			if (!allowance.allowed) return tooMany(allowance.retryAfter);
			const signed = await checks.signed(found, passkey);
			const refuse = () => {
				// The log of refused attempts has rows of customers only.
				securityLog.refused("passkey_refused", null, client);
				return refused();
			};
			if (!found || signed.state === "invalid") return refused();
			if (signed.state === "forged") return refuse();
			const now = clock();
			const { staffId } = found;
			const newDevice = found.lastSignInAt !== null && !knownDevices.isKnown(client, staffId);
			const started = await sessions.start(
				{ staffId, method: "passkey", newDevice, client, requestId, previousToken },
				change(
					repo.markTokenUsed("passkey", signed.challengeHash, staffId, now),
					passkeys.recordUse(passkey.id, signed.signCount, now),
				),
			);
			if (!started.ok) return refuse();
			await rateLimiter.giveBack([attempts]);
			return started;
		},
	};
}

const ended = () => fail("unauthenticated", "Please sign in again.");

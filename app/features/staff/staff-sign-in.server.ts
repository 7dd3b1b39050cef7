import { change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Login } from "~/features/accounts/account.schema";
import type { Attempts } from "~/features/accounts/attempts.server";
import type { Client } from "~/features/accounts/client";
import type { KnownDevices } from "~/features/accounts/known-devices";
import {
	codeRequired,
	createPasswordAttempts,
	type SignInFailure,
	wrongPassword,
} from "~/features/accounts/password-attempts.server";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import { createSecondStep } from "~/features/two-factor/second-step.server";
import type { SecondStep as Code } from "~/features/two-factor/two-factor.schema";
import type { Clock } from "~/lib/clock";
import { fail, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { StaffRepo, StaffRow } from "./staff.repo.server";
import type { StaffSessions, StartedStaffSession } from "./staff-sessions.server";

interface Dependencies {
	readonly db: Database;
	readonly repo: StaffRepo;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly attempts: Attempts;
	readonly rateLimiter: RateLimiter;
	readonly knownDevices: KnownDevices;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly sealer: Sealer;
	readonly sessions: StaffSessions;
}

/** The browser that signs in. */
export interface SigningIn {
	readonly client: Client;
	readonly requestId: string;
	/** Token of the browser's previous session, which ends. */
	readonly previousToken: string | null;
}

/** Signs in at the desk with a password and then a code. The password alone never starts a session. */
export function createStaffSignIn(deps: Dependencies) {
	const { db, repo, clock, passwords, sessions } = deps;
	// The log of refused attempts has rows of customers only.
	const securityLog: Dependencies["securityLog"] = {
		refused: (kind, _, client) => deps.securityLog.refused(kind, null, client),
	};
	const passwordAttempts = createPasswordAttempts({ ...deps, securityLog, keyPrefix: "desk:" });

	const secondStepFor = ({ requestId }: Pick<SigningIn, "requestId">) =>
		createSecondStep<StaffRow, StartedStaffSession>({
			...deps,
			securityLog,
			holders: {
				find: repo.find,
				markChallengeUsed: (hash, id, now) => repo.markTokenUsed("second-step", hash, id, now),
				markStepUsed: repo.markStepUsed,
				markRecoveryCodeUsed: (id, codeHash, now) =>
					change(
						repo.markRecoveryCodeUsed(id, codeHash, now),
						emit({ kind: "mail.staff-notice", payload: { staffId: id, event: "recovery-code-used" } }),
					),
				start: ({ account, method, client, previousToken }, also) =>
					sessions.start(
						{
							staffId: account.id,
							passwordHash: account.passwordHash,
							method,
							newDevice: account.lastSignInAt !== null && !deps.knownDevices.isKnown(client, account.id),
							client,
							requestId,
							previousToken,
						},
						also,
					),
			},
		});

	async function authenticate(
		person: StaffRow | null,
		password: string,
		browser: SigningIn,
	): Promise<Result<never, SignInFailure>> {
		const { matches, stale } = await passwordAttempts.check(person, password);
		if (!person?.passwordHash || !matches || person.status !== "active") return wrongPassword();
		if (!person.totpSecret) return noSecondStep();
		let { passwordHash } = person;
		if (stale) {
			const renewed = await passwords.hash(password);
			await db.commit(repo.rehash(person.id, passwordHash, renewed), clock());
			// A parallel request may have renewed it first, and the challenge is for the stored one.
			passwordHash = (await repo.find(person.id))?.passwordHash ?? renewed;
		}
		return codeRequired(await secondStepFor(browser).challenge({ id: person.id, passwordHash }, false));
	}

	return {
		/** Checks the password. Always a failure: with a challenge for the second step if the password is right. */
		async enterPassword(input: Login, browser: SigningIn): Promise<Result<never, SignInFailure>> {
			const person = await repo.findByEmail(input.email);
			return passwordAttempts.run(input, person, browser.client, () => authenticate(person, input.password, browser));
		},

		/** Signs in with the code, after the password. */
		enterCode: (input: Code, browser: SigningIn): Promise<Result<StartedStaffSession>> =>
			secondStepFor(browser).verify(input, browser.client, browser.previousToken),
	};
}

const noSecondStep = () =>
	fail("forbidden", "Your account has no authenticator app. Set one up with the link that we emailed you.", {
		code: "second_step_missing",
	});

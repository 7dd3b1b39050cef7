import { change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Sessions } from "~/features/accounts/sessions.server";
import type { SignedIn } from "~/features/accounts/sign-in.server";
import type { Clock } from "~/lib/clock";
import { ok } from "~/lib/result";
import type { CodeHolders, SecondStep } from "./second-step.server";
import { createTwoFactorRepo } from "./two-factor.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly sessions: Sessions;
}

type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof createTwoFactorRepo>["account"]>>>;

export type CustomerSecondStep = SecondStep<Account, SignedIn>;

/** Customers as the holders of codes. */
export function customerCodes({ db, clock, sessions }: Dependencies): CodeHolders<Account, SignedIn> {
	const repo = createTwoFactorRepo(db);
	return {
		find: repo.account,
		markChallengeUsed: repo.markChallengeUsed,
		markStepUsed: repo.markStepUsed,
		markRecoveryCodeUsed: (userId, codeHash, now) =>
			change(
				repo.markCodeUsed(userId, codeHash, now),
				emit({ kind: "mail.security-notice", payload: { userId, event: "recovery-code-used" }, userId }),
			),
		async start({ account, remembered, client, previousToken }, also) {
			const { id: userId, passwordHash } = account;
			const input = { userId, remembered, passwordHash, provenAt: clock(), client, previousToken };
			const started = await sessions.start(input, also);
			return started.ok ? ok({ ...started.value, user: account }) : started;
		},
	};
}

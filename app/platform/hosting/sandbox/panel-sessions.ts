import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import { createPanelAccountsRepo, type PanelAccount } from "./panel-accounts.repo.server";

/** Result of opening a sign-in link. */
type PanelEntry =
	| { readonly state: "entered"; readonly session: string }
	| { readonly state: "used" | "expired" | "unknown" };

/** Sign-ins to the hosting panel's stand-in. */
export interface PanelSessions {
	/** Opens a sign-in link. It works once. */
	enter(token: string): Promise<PanelEntry>;
	/** The account of a sign-in, and when it ends (ms). Undefined if it has ended. */
	signedIn(session: string): Promise<{ account: PanelAccount; endsAt: number } | undefined>;
	leave(session: string): Promise<void>;
}

/** Short, for panels left open on shared computers. */
const sessionLifetime = 30 * MINUTE;

/** For the pages of the hosting panel's stand-in. */
export function createPanelSessions({ db, clock }: { db: Database; clock: Clock }): PanelSessions {
	const repo = createPanelAccountsRepo(db);

	return {
		async enter(token) {
			const now = clock();
			const tokenHash = sha256Hex(token);
			const session = randomToken();
			const signIn = { sessionHash: sha256Hex(session), sessionEndsAt: now + sessionLifetime, now };
			const spent = await db.commit(repo.spendLink(tokenHash, signIn), now);
			if (spent.state === "ok") return { state: "entered", session };
			const link = await repo.link(tokenHash);
			if (!link) return { state: "unknown" };
			return { state: link.usedAt === null ? "expired" : "used" };
		},

		async signedIn(session) {
			const found = await repo.signedIn(sha256Hex(session), clock());
			return found && { account: found.account, endsAt: found.endsAt ?? 0 };
		},

		async leave(session) {
			const now = clock();
			await db.commit(repo.endSignIn(sha256Hex(session), now), now);
		},
	};
}

import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import type { PanelAccount, PanelBooks } from "./panel-books.repo.server";

/** `used` and `expired` are told apart: the second is nobody's doing. */
type PanelEntry =
	| { readonly state: "entered"; readonly session: string }
	| { readonly state: "used" | "expired" | "unknown" };

/** The customer's side of the embedded panel. */
export interface PanelDesk {
	/** Opens a sign-in link. It works once. */
	enter(token: string): Promise<PanelEntry>;
	/** Whose panel a sign-in shows, and until when (ms); undefined when it has ended. */
	signedIn(session: string): Promise<{ account: PanelAccount; endsAt: number } | undefined>;
	leave(session: string): Promise<void>;
}

/** A panel left open on a shared computer closes by itself. */
const sessionLifetime = 30 * MINUTE;

/** What the stand-in panel's own pages do: sign in by a one-time link, show the account. */
export function createPanelDesk({ books, clock }: { books: PanelBooks; clock: Clock }): PanelDesk {
	return {
		async enter(token) {
			const now = clock();
			const tokenHash = sha256Hex(token);
			const session = randomToken();
			const signIn = { sessionHash: sha256Hex(session), sessionEndsAt: now + sessionLifetime, now };
			if (await books.spendLink(tokenHash, signIn)) return { state: "entered", session };
			const link = await books.link(tokenHash);
			if (!link) return { state: "unknown" };
			return { state: link.usedAt === null ? "expired" : "used" };
		},

		async signedIn(session) {
			const found = await books.signedIn(sha256Hex(session), clock());
			return found && { account: found.account, endsAt: found.endsAt ?? 0 };
		},

		leave: (session) => books.endSignIn(sha256Hex(session), clock()).then(() => undefined),
	};
}

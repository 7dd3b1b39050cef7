import type { Database, Statement } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { createId, randomToken } from "~/lib/ids";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import type { Client } from "./client";
import type { Customer, Viewer } from "./customer";
import type { SecurityLog } from "./security-log.server";
import { describeDevice, describePlace, lifetimeOf, type SessionEntry, touchInterval } from "./session";
import { bearerTokenOf, sessionTokenOf } from "./session-cookie";
import { createSessionsRepo, type SessionRow } from "./sessions.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly appOrigin: string;
	readonly securityLog: Pick<SecurityLog, "signedIn">;
}

interface StartSession {
	readonly userId: string;
	readonly remembered: boolean;
	readonly client: Client;
	/** The hash that the password was checked against. */
	readonly passwordHash?: string;
	/** Token of the session that the browser had before: it ends. */
	readonly previousToken?: string | null;
}

export interface StartedSession {
	/** The credential: for the cookie or the API client, and nowhere else. */
	readonly token: string;
	/** The public id. */
	readonly sessionId: string;
	readonly remembered: boolean;
}

/** A viewer whose session can be kept alive. */
interface SessionViewer extends Viewer {
	/** Moves the idle limit, if the session was read and the limit has not moved lately. For after the answer. */
	keepAlive(): Promise<void>;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Sign-ins: a random token in the browser's cookie, its SHA-256 in D1. */
export function createSessions({ db, clock, appOrigin, securityLog }: Dependencies) {
	const repo = createSessionsRepo(db);

	return {
		/**
		 * Always a new token; fails when the account may not be signed in or its password has changed meanwhile.
		 * @param also what the sign-in depends on or brings about, in the same batch.
		 */
		async start(input: StartSession, also: readonly Statement[] = []): Promise<Result<StartedSession>> {
			const token = randomToken();
			const row = newSession(input, token, clock());
			const ending = input.previousToken ? [repo.removeByToken(sha256Hex(input.previousToken))] : [];
			const noted = await securityLog.signedIn(input.userId, input.client);
			const written = await db.attempt([
				repo.add(row, input.passwordHash),
				db.mustChange(),
				...also,
				...ending,
				...noted.statements,
			]);
			if (!written) return fail("unauthenticated", "Please sign in again.");
			noted.afterwards();
			return ok({ token, sessionId: row.id, remembered: row.remembered });
		},

		/**
		 * Notes that the password was entered again. The session goes on under a new token; the old one is worth nothing.
		 * @param passwordHash the hash that the password was checked against.
		 * @param also what the confirmation depends on, in the same batch.
		 */
		async confirm(
			sessionHash: string,
			passwordHash: string,
			also: readonly Statement[] = [],
		): Promise<Result<StartedSession>> {
			const token = randomToken();
			const now = clock();
			const written = await db.attempt([
				repo.confirm(sessionHash, sha256Hex(token), passwordHash, now),
				db.mustChange(),
				...also,
			]);
			if (!written) return fail("unauthenticated", "Please sign in again.");
			const session = await repo.find(sha256Hex(token), now);
			if (!session) return fail("unauthenticated", "Please sign in again.");
			return ok({ token, sessionId: session.sessionId, remembered: session.remembered });
		},

		/** Who sends these headers; reads nothing until it is asked. */
		viewer(headers: { readonly cookie: string | null; readonly authorization?: string | null }): SessionViewer {
			const token = bearerTokenOf(headers.authorization ?? null) ?? sessionTokenOf(appOrigin, headers.cookie);
			if (token === null) return { owner: null, customer: async () => null, keepAlive: async () => {} };
			const sessionHash = sha256Hex(token);
			let found: ReturnType<typeof repo.find> | undefined;
			const find = () => {
				found ??= repo.find(sessionHash, clock());
				return found;
			};
			return {
				owner: { sessionHash },
				async customer() {
					const row = await find();
					if (!row) return null;
					const { remembered, seenAt, expiresAt, ...customer } = row;
					return customer satisfies Customer;
				},
				async keepAlive() {
					const session = await found;
					const now = clock();
					if (!session || now - session.seenAt < touchInterval) return;
					const idleExpiresAt = Math.min(now + lifetimeOf(session.remembered).idle, session.expiresAt);
					await db.write([repo.touch(session.sessionId, now, idleExpiresAt)]);
				},
			};
		},

		/** Seen last first. */
		async list(owner: Owner, after?: string): Promise<Page<SessionEntry>> {
			const { items, next } = toPage(await repo.list(owner, decodeCursor(after), clock()), (row) => [
				row.seenAt,
				row.id,
			]);
			const sessions = items.map((row) => ({
				id: row.id,
				current: "sessionHash" in owner && row.tokenHash === owner.sessionHash,
				device: describeDevice(row.userAgent),
				place: row.place,
				createdAt: row.createdAt,
				seenAt: row.seenAt,
			}));
			return { items: sessions, next };
		},

		/** Ends the session itself; ending an ended one is fine. */
		async end(owner: Owner | null): Promise<void> {
			if (owner && "sessionHash" in owner) await db.write([repo.removeByToken(owner.sessionHash)]);
		},

		/** Statement: ends every session of an account, as part of what makes that necessary. */
		endAllOf: repo.removeAllOf,
	};
}

function newSession({ userId, remembered, client }: StartSession, token: string, now: number): SessionRow {
	const { idle, absolute } = lifetimeOf(remembered);
	return {
		id: createId("ses", now),
		userId,
		tokenHash: sha256Hex(token),
		remembered,
		userAgent: client.userAgent.slice(0, 400),
		place: describePlace(client),
		createdAt: now,
		seenAt: now,
		idleExpiresAt: now + idle,
		expiresAt: now + absolute,
		confirmedAt: null,
	};
}

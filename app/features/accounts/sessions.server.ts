import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { isWaiting } from "~/db/sessions-of";
import { actingRoleOf, type MemberRole, refusalOf } from "~/lib/acting";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import {
	createActingToken,
	createSessionToken,
	firstShard,
	hashSessionToken,
	shardOfSession,
	shardOfUser,
} from "~/lib/shards";
import type { Client } from "./client";
import type { Customer, Viewer } from "./customer";
import type { SecurityLog } from "./security-log.server";
import {
	actingMs,
	describeDevice,
	describePlace,
	type Lifetime,
	lifetimeOf,
	type SessionEntry,
	touchIntervalMs,
} from "./session";
import { type SessionHeaders, sessionOwner } from "./session-cookie";
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
	/** When the customer entered the password or used a passkey (ms, UTC). Counts as a confirmation. */
	readonly provenAt?: number;
	/** Token of the browser's previous session, which ends. */
	readonly previousToken?: string | null;
}

export interface StartedSession {
	/** Secret. Only for the cookie or the API client. */
	readonly token: string;
	/** The public id. */
	readonly sessionId: string;
	readonly remembered: boolean;
}

/** A viewer whose session can be kept alive. */
interface SessionViewer extends Viewer {
	/** Extends the idle limit if the session was read and was not extended recently. Call it after the response. */
	keepAlive(): Promise<void>;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions: a random token in the browser's cookie, its SHA-256 in D1. */
export function createSessions({ db, clock, appOrigin, securityLog }: Dependencies) {
	const repo = createSessionsRepo(db);

	async function startedSession(token: string): Promise<Result<StartedSession>> {
		const session = await repo.find(hashSessionToken(token), clock());
		if (!session) return fail("unauthenticated", "Please sign in again.");
		return ok({ token, sessionId: session.sessionId, remembered: session.remembered });
	}

	return {
		/**
		 * Starts a session with a new token.
		 * @param also changes that the sign-in depends on, committed with it.
		 * @returns `unauthenticated` if the account may not sign in, its password has changed since it was checked, or
		 *   `also` is stale. `conflict` if `also` is a duplicate.
		 */
		async start(input: StartSession, also?: Change): Promise<Result<StartedSession>> {
			const token = createSessionToken(shardOfUser(input.userId));
			const now = clock();
			const row = newSession(input, token, now);
			const started = change(
				repo.add(row, input.passwordHash),
				also,
				input.previousToken ? repo.removeByToken(hashSessionToken(input.previousToken)) : null,
				await securityLog.signedIn(input.userId, input.client),
			);
			const { state } = await db.commit(started, now);
			if (state === "stale") return fail("unauthenticated", "Please sign in again.");
			if (state === "duplicate") return fail("conflict", "This was already used. Please sign in again.");
			return ok({ token, sessionId: row.id, remembered: row.remembered });
		},

		/**
		 * Records that the password was entered again. The session continues with a new token. The old one is no longer valid.
		 * @param passwordHash the hash that the password was checked against.
		 * @param also changes that the confirmation depends on, committed with it.
		 */
		async confirm(sessionHash: string, passwordHash: string, also: Change | null): Promise<Result<StartedSession>> {
			const role = actingRoleOf(sessionHash);
			// Staff never know the customer's password. Members have their own.
			if (role === "staff") return fail("forbidden", refusalOf(role));
			const shard = shardOfSession(sessionHash);
			const token = role ? createActingToken(role, shard) : createSessionToken(shard);
			const now = clock();
			const confirmed = change(repo.confirm(sessionHash, hashSessionToken(token), passwordHash, now), also);
			if ((await db.commit(confirmed, now)).state !== "ok") return fail("unauthenticated", "Please sign in again.");
			return startedSession(token);
		},

		/** The sender of these headers. Reads from the database only when `customer` is called. */
		viewer(headers: SessionHeaders): SessionViewer {
			const owner = sessionOwner(appOrigin, headers);
			if (owner === null) return { owner, customer: async () => null, keepAlive: async () => {} };
			let found: ReturnType<typeof repo.find> | undefined;
			const find = () => {
				found ??= repo.find(owner.sessionHash, clock());
				return found;
			};
			return {
				owner,
				async customer() {
					const row = await find();
					if (!row) return null;
					return customerOf(row);
				},
				async keepAlive() {
					const session = await found;
					const now = clock();
					if (!session || now - session.seenAt < touchIntervalMs) return;
					const idleExpiresAt = Math.min(now + lifetimeOf(session.remembered).idleMs, session.expiresAt);
					await db.commit(repo.touch(owner.sessionHash, now, idleExpiresAt), now);
				},
			};
		},

		/** Most recently used first. */
		async list(owner: Owner, after?: string): Promise<Page<SessionEntry>> {
			const now = clock();
			const [rows, members] = await Promise.all([
				repo.list(owner, decodeCursor(after), now),
				repo.memberNames(owner, now),
			]);
			const { items, next } = toPage(rows, (row) => [row.seenAt, row.id]);
			const deviceOf = (row: SessionRow) => {
				const member = row.membershipId === null ? undefined : members.get(row.membershipId);
				const device = describeDevice(row.userAgent);
				if (isWaiting(row.tokenHash)) return `${device}, in another account`;
				return member ? `${member}: ${device}` : device;
			};
			const sessions = items.map((row) => ({
				id: row.id,
				current: "sessionHash" in owner && row.tokenHash === owner.sessionHash,
				device: row.staffId === null ? deviceOf(row) : "Our staff",
				place: row.place,
				createdAt: row.createdAt,
				seenAt: row.seenAt,
			}));
			return { items: sessions, next };
		},

		/** Ends the owner's session. Does nothing if it has ended already. */
		async end(owner: Owner | null): Promise<void> {
			if (owner && "sessionHash" in owner) await db.commit(repo.removeByToken(owner.sessionHash), clock());
		},

		/**
		 * Someone at the desk signs in as the customer, for half an hour. `null` if the account may not sign in, or belongs to
		 * someone at the desk. @param recorded what belongs to the same commit, the entry of the audit log first
		 */
		async startActing(userId: string, staffId: string, client: Client, recorded: Change): Promise<string | null> {
			const token = createActingToken("staff", firstShard);
			const now = clock();
			const started = sessionRow(client, token, { idleMs: actingMs, absoluteMs: actingMs }, now);
			const row = {
				...started,
				userAgent: "",
				userId,
				staffId,
				membershipId: null,
				remembered: false,
				confirmedAt: null,
			};
			const { state } = await db.commit(change(recorded, repo.addActing(row)), now);
			return state === "ok" ? token : null;
		},

		/**
		 * Ends the session of someone at the desk who is signed in as a customer. False for any other session. The database
		 * records the end of each in the audit log and in the customer's activity.
		 */
		async endActing(owner: Owner): Promise<boolean> {
			if (!("sessionHash" in owner) || actingRoleOf(owner.sessionHash) !== "staff") return false;
			return (await db.commit(repo.removeActing(owner.sessionHash), clock())).state === "ok";
		},

		/**
		 * A customer goes on in another account, to which they have access with this role. Their own session waits, and the new
		 * one ends no later. Fails with `not_found` if they have no such access.
		 */
		async moveTo(owner: Owner, membershipId: string, role: MemberRole): Promise<Result<StartedSession>> {
			if (!("sessionHash" in owner) || actingRoleOf(owner.sessionHash)) return noAccess();
			const token = createActingToken(role, shardOfSession(owner.sessionHash));
			const now = clock();
			const own = await repo.find(owner.sessionHash, now);
			const next = { id: createId("ses", now), tokenHash: hashSessionToken(token) };
			const moved = change(
				repo.moveTo(owner.sessionHash, { membershipId, role }, next, now),
				log({
					kind: "session.member_started",
					actor: "member",
					params: {},
					owner: { sessionHash: next.tokenHash },
				}),
			);
			if (!own || (await db.commit(moved, now)).state !== "ok") return noAccess();
			// Not read again: the access may have ended by now, and this token leads back.
			return ok({ token, sessionId: next.id, remembered: own.remembered });
		},

		/**
		 * Someone with access to the owner's account goes back to their own, also after that access has ended. `not_found` if
		 * no session of their own waits.
		 */
		async moveBack(owner: Owner): Promise<Result<StartedSession>> {
			const role = "sessionHash" in owner ? actingRoleOf(owner.sessionHash) : null;
			if (!("sessionHash" in owner) || role === null || role === "staff") return noAccess();
			const token = createSessionToken(shardOfSession(owner.sessionHash));
			const now = clock();
			const waiting = await repo.findWaiting(owner.sessionHash, now);
			if (!waiting) return noAccess();
			const back = repo.moveBack(owner.sessionHash, hashSessionToken(token), now);
			if ((await db.commit(back, now)).state !== "ok") return noAccess();
			return ok({ token, sessionId: waiting.sessionId, remembered: waiting.remembered });
		},

		/** Ends those whose half hour is over. */
		async endExpiredActing(): Promise<void> {
			await repo.removeExpiredActing(clock());
		},

		/** Change: ends every session of an account. */
		endAllOf: repo.removeAllOf,
	};
}

function newSession({ userId, remembered, client, provenAt }: StartSession, token: string, now: number): SessionRow {
	return {
		...sessionRow(client, token, lifetimeOf(remembered), now),
		userId,
		remembered,
		confirmedAt: provenAt ?? null,
		staffId: null,
		membershipId: null,
	};
}

const noAccess = () => fail("not_found", "You have no access to this account any more.");

/** What pages get to know of a session. */
function customerOf(row: NonNullable<Awaited<ReturnType<ReturnType<typeof createSessionsRepo>["find"]>>>): Customer {
	const { remembered, seenAt, expiresAt, staffId, ...named } = row;
	const { memberRole, memberId, memberEmail, memberName, memberTotpSince, ...customer } = named;
	if (staffId !== null) return { ...customer, acting: { role: "staff", until: expiresAt } };
	if (memberRole === null || memberId === null || memberEmail === null || memberName === null)
		return { ...customer, acting: null };
	const twoStep = memberTotpSince !== null;
	const acting = { role: memberRole, memberId, email: memberEmail, name: memberName, twoStep };
	return { ...customer, acting };
}

/** What every new session has, of a customer or of staff. `now` in ms. */
export const sessionRow = (client: Client, token: string, { idleMs, absoluteMs }: Lifetime, now: number) => ({
	id: createId("ses", now),
	tokenHash: hashSessionToken(token),
	userAgent: client.userAgent.slice(0, 400),
	place: describePlace(client),
	createdAt: now,
	seenAt: now,
	idleExpiresAt: now + idleMs,
	expiresAt: now + absoluteMs,
});

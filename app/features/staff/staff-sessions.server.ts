import { type AuditAuthor, auditBy, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Client } from "~/features/accounts/client";
import { describeDevice, describePlace } from "~/features/accounts/session";
import { sessionRow } from "~/features/accounts/sessions.server";
import type { SecondStepMethod } from "~/features/two-factor/second-step.server";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import { createSessionToken, firstShard, hashSessionToken } from "~/lib/shards";
import { isRole } from "./permissions";
import type { StaffMember, StaffSession } from "./staff";
import { staffTokenOf } from "./staff-cookie";
import { createStaffSessionsRepo } from "./staff-sessions.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly appOrigin: string;
}

interface StartStaffSession {
	readonly staffId: string;
	/** The hash that the password was checked against. */
	readonly passwordHash?: string;
	readonly method: SecondStepMethod | "passkey";
	/** The person has signed in before, but not with this device. */
	readonly newDevice: boolean;
	readonly client: Client;
	readonly requestId: string;
	/** Token of the browser's previous session, which ends. */
	readonly previousToken: string | null;
}

export interface StartedStaffSession {
	/** Secret. Only for the cookie. */
	readonly token: string;
	readonly staffId: string;
}

interface RequestFacts {
	readonly cookie: string | null;
	readonly client: Client;
	readonly requestId: string;
}

/** The sender of a request to the desk. */
export interface StaffViewer {
	/** The session that the request claims to have. Null without a cookie. */
	readonly session: StaffSession | null;
	/** Reads the session once per request, in one batch with other reads. */
	member(): Promise<StaffMember | null>;
	/** Extends the idle limit if the session was read and was not extended recently. Call it after the response. */
	keepAlive(): Promise<void>;
}

/** Short, because a session at the desk can reach every customer. */
const lifetime = { idleMs: 30 * MINUTE, absoluteMs: 12 * HOUR };

/** How often the idle limit is extended at most, so that most requests write nothing. */
const touchIntervalMs = MINUTE;

export const authorOf = (
	staffId: string,
	{ client, requestId }: { readonly client: Client; readonly requestId: string },
): AuditAuthor => ({ staffId, place: describePlace(client), requestId });

export type StaffSessions = ReturnType<typeof createStaffSessions>;

/** Sessions of the desk: a random token in the cookie, its SHA-256 in D1. Nothing starts one without a second step. */
export function createStaffSessions({ db, clock, appOrigin }: Dependencies) {
	const repo = createStaffSessionsRepo(db);

	return {
		/**
		 * Starts a session with a new token.
		 * @param also the use of the code, committed with it.
		 * @returns `unauthenticated` if the person may not sign in, the password has changed since it was checked, or `also`
		 *   is stale. `conflict` if `also` is a duplicate.
		 */
		async start(input: StartStaffSession, also: Change): Promise<Result<StartedStaffSession>> {
			const { staffId, client, method, previousToken } = input;
			const token = createSessionToken(firstShard);
			const now = clock();
			const row = { ...sessionRow(client, token, lifetime, now), staffId, confirmedAt: now };
			const started = change(
				repo.add(row, input.passwordHash),
				also,
				repo.recordSignIn(staffId, now),
				input.newDevice && emit({ kind: "mail.staff-notice", payload: { staffId, event: "new-sign-in" } }),
				previousToken === null ? null : repo.removeByToken(hashSessionToken(previousToken)),
				auditBy(authorOf(staffId, input), {
					kind: "staff.signed_in",
					subject: { type: "staff", id: staffId },
					params: { device: describeDevice(client.userAgent), with: method },
				}),
			);
			const { state } = await db.commit(started, now);
			if (state === "stale") return fail("unauthenticated", "Please sign in again.");
			if (state === "duplicate") return fail("conflict", "This was already used. Please sign in again.");
			return ok({ token, staffId });
		},

		/** The sender of a request. Reads from the database only when `member` is called. */
		viewer({ cookie, client, requestId }: RequestFacts): StaffViewer {
			const token = staffTokenOf(appOrigin, cookie);
			if (token === null) return { session: null, member: async () => null, keepAlive: async () => {} };
			const session = { staffHash: hashSessionToken(token), place: describePlace(client), requestId };
			let found: ReturnType<typeof repo.find> | undefined;
			const find = () => {
				found ??= repo.find(session.staffHash, clock());
				return found;
			};
			return {
				session,
				async member() {
					const row = await find();
					if (!row) return null;
					const { seenAt, expiresAt, roles, ...member } = row;
					return { ...member, roles: (roles ?? "").split(",").filter(isRole) } satisfies StaffMember;
				},
				async keepAlive() {
					const row = await found;
					const now = clock();
					if (!row || now - row.seenAt < touchIntervalMs) return;
					await db.commit(repo.touch(row.sessionId, now, Math.min(now + lifetime.idleMs, row.expiresAt)), now);
				},
			};
		},

		async end(session: StaffSession | null): Promise<void> {
			if (session) await db.commit(repo.removeByToken(session.staffHash), clock());
		},

		/** Change: ends every session of a person. */
		endAllOf: repo.removeAllOf,
	};
}

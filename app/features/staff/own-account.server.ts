import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { describeDevice, type SessionEntry } from "~/features/accounts/session";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { StaffMember, StaffSession } from "./staff";
import { createStaffSessionsRepo } from "./staff-sessions.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** What people change about their own account at the desk. */
export function createOwnAccount({ db, clock }: Dependencies) {
	const sessions = createStaffSessionsRepo(db);

	const endSessions = async (
		session: StaffSession,
		{ id, name }: StaffMember,
		ended: Change,
	): Promise<Result<null>> => {
		const recorded = audit(session, null, {
			kind: "staff.session_ended",
			subject: { type: "staff", id },
			params: { name },
		});
		const { state } = await db.commit(change(recorded, ended), clock());
		return state === "ok" ? ok(null) : fail("conflict", "This session has ended already.");
	};

	return {
		/** The person's own sessions, the last used first. */
		async sessions(session: StaffSession): Promise<readonly SessionEntry[]> {
			const rows = await sessions.list(session, clock());
			return rows.map(({ id, tokenHash, userAgent, place, createdAt, seenAt }) => ({
				id,
				current: tokenHash === session.staffHash,
				device: describeDevice(userAgent),
				place,
				createdAt,
				seenAt,
			}));
		},

		endSession: (session: StaffSession, member: StaffMember, id: string) =>
			endSessions(session, member, sessions.remove(session, id, clock())),

		endOtherSessions: (session: StaffSession, member: StaffMember) =>
			endSessions(session, member, sessions.removeOthers(session, clock())),
	};
}

import { audit, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { StaffNotice } from "~/features/email/templates/staff-access";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { createMembersRepo } from "./members.repo.server";
import type { ChangeRoles, Invite, MemberChange, MembersQuery } from "./members.schema";
import { isRole, type Permission, type Role } from "./permissions";
import type { StaffSession, StaffStatus } from "./staff";
import type { StaffSessions } from "./staff-sessions.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly sessions: Pick<StaffSessions, "endAllOf">;
}

/** A person in the list. Times in ms. */
export interface Member {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly status: StaffStatus;
	readonly roles: readonly Role[];
	readonly totpSince: number | null;
	/** Number of valid sessions. */
	readonly sessions: number;
	readonly lastSignInAt: number | null;
	readonly createdAt: number;
	/** Also the version of the row, for forms. */
	readonly updatedAt: number;
}

const permission: Permission = "settings.staff";

export type Members = ReturnType<typeof createMembers>;

/** Who works at the desk and what they may do. */
export function createMembers({ db, clock, sessions }: Dependencies) {
	const repo = createMembersRepo(db);

	const toMember = ({ roles, ...row }: NonNullable<Awaited<ReturnType<typeof repo.find>>>): Member => ({
		...row,
		roles: (roles ?? "").split(",").filter(isRole),
	});

	async function find(session: StaffSession, id: string): Promise<Member | null> {
		const row = await repo.find(session, id, clock());
		return row && toMember(row);
	}

	/** Commits a change of someone's access. The person's sessions end with it. */
	async function commitChange(
		session: StaffSession,
		{ id, name }: Member,
		version: number,
		recorded: Change,
		changed: Change,
	): Promise<Result<{ readonly name: string }>> {
		// The entry comes first: people who change their own access end the session that it is recorded for.
		const { state } = await db.commit(change(recorded, changed, sessions.endAllOf(id)), clock());
		if (state === "ok") return ok({ name });
		const now = await find(session, id);
		if (!now) return fail("not_found", "This person is not in the list any more.");
		if (now.updatedAt !== version) return changedMeanwhile();
		return fail("conflict", "There must be at least one active owner. Make someone else an owner first.");
	}

	return {
		async list(session: StaffSession, query: MembersQuery): Promise<Page<Member>> {
			const rows = await repo.list(session, { ...query, after: decodeCursor(query.after) }, clock());
			const { items, next } = toPage(rows, ({ email, id }) => [email, id]);
			return { items: items.map(toMember), next };
		},

		find,

		/** Everyone's id and name, for the filter of the audit log. */
		names: (session: StaffSession) => repo.names(session, clock()),

		/** Adds someone without access and emails a link to accept the invitation. */
		async invite(session: StaffSession, { email, roles }: Invite): Promise<Result<{ readonly id: string }>> {
			const now = clock();
			const id = createId("stf", now);
			const row = {
				id,
				email,
				name: email,
				status: "invited" as const,
				linkGeneration: 1,
				createdAt: now,
				updatedAt: now,
			};
			const invited = change(
				audit(session, permission, {
					kind: "staff.invited",
					subject: { type: "staff", id },
					params: { email, roles: [...roles] },
				}),
				repo.add(row, roles),
				emit({ kind: "mail.staff-invitation", payload: { staffId: id, generation: 1 } }),
			);
			const { state } = await db.commit(invited, now);
			if (state === "duplicate") return failField("email", "Someone with this address is in the list already.");
			return state === "ok" ? ok({ id }) : notAllowed();
		},

		/** Emails another invitation. The earlier link stops working. */
		async inviteAgain(session: StaffSession, id: string): Promise<Result<{ readonly name: string }>> {
			const [member, generation] = await Promise.all([find(session, id), repo.linkGeneration(session, id, clock())]);
			if (!member || generation === null) return fail("not_found", "This person is not in the list any more.");
			const now = clock();
			const issued = change(
				audit(session, permission, {
					kind: "staff.invited_again",
					subject: { type: "staff", id },
					params: { email: member.email },
				}),
				repo.raiseInvitation(id, generation, now),
				emit({ kind: "mail.staff-invitation", payload: { staffId: id, generation: generation + 1 } }),
			);
			const { state } = await db.commit(issued, now);
			return state === "ok" ? ok({ name: member.name }) : fail("conflict", "This person has accepted the invitation.");
		},

		/** Sets someone's roles. */
		async changeRoles(
			session: StaffSession,
			id: string,
			input: ChangeRoles,
		): Promise<Result<{ readonly name: string }>> {
			const member = await find(session, id);
			if (!member) return fail("not_found", "This person is not in the list.");
			const { version, roles, reason } = input;
			const recorded = audit(session, permission, {
				kind: "staff.roles_changed",
				subject: { type: "staff", id },
				params: { name: member.name, before: [...member.roles], after: [...roles] },
				reason,
			});
			const changed = change(repo.changeRoles(id, version, roles, clock()), notice(id, "roles-changed"));
			return commitChange(session, member, version, recorded, changed);
		},

		/** Stops someone from signing in, or allows it again. */
		async setDisabled(
			session: StaffSession,
			id: string,
			disabled: boolean,
			{ version, reason }: MemberChange,
		): Promise<Result<{ readonly name: string }>> {
			const member = await find(session, id);
			if (!member) return fail("not_found", "This person is not in the list.");
			const recorded = audit(session, permission, {
				kind: disabled ? "staff.disabled" : "staff.enabled",
				subject: { type: "staff", id },
				params: { name: member.name },
				reason,
			});
			const changed = change(repo.setDisabled(id, version, disabled, clock()), disabled && notice(id, "disabled"));
			return commitChange(session, member, version, recorded, changed);
		},

		/** Signs someone out on every device. */
		async endSessions(
			session: StaffSession,
			id: string,
			{ version, reason }: MemberChange,
		): Promise<Result<{ readonly name: string }>> {
			const member = await find(session, id);
			if (!member) return fail("not_found", "This person is not in the list.");
			const recorded = audit(session, permission, {
				kind: "staff.sessions_ended",
				subject: { type: "staff", id },
				params: { name: member.name },
				reason,
			});
			return commitChange(session, member, version, recorded, change());
		},

		/** Removes someone's second step, and emails a link to set up another. */
		async resetSecondStep(
			session: StaffSession,
			member: { readonly id: string },
			id: string,
			{ version, reason }: MemberChange,
		): Promise<Result<{ readonly name: string }>> {
			if (member.id === id) return fail("invalid", "Change your own second step on your account page.");
			const [person, generation] = await Promise.all([find(session, id), repo.linkGeneration(session, id, clock())]);
			if (!person || generation === null) return fail("not_found", "This person is not in the list.");
			if (person.status !== "active") return fail("conflict", "This person has no second step yet.");
			const recorded = audit(session, permission, {
				kind: "staff.second_step_reset",
				subject: { type: "staff", id },
				params: { name: person.name },
				reason,
			});
			const reset = change(
				repo.resetSecondStep(id, version, clock()),
				emit({ kind: "mail.staff-invitation", payload: { staffId: id, generation: generation + 1 } }),
			);
			return commitChange(session, person, version, recorded, reset);
		},
	};
}

const notice = (staffId: string, event: StaffNotice) =>
	emit({ kind: "mail.staff-notice", payload: { staffId, event } });

const notAllowed = () => fail("forbidden", "Your access has changed. Reload the page.");

const changedMeanwhile = () =>
	fail("conflict", "Someone changed this person in the meantime. Look at the new values and send the form again.", {
		code: "changed_meanwhile",
	});

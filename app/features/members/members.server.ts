import { change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { MemberRole } from "~/lib/acting";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { maxMembers } from "./member";
import { createMembersRepo } from "./members.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
}

/** An account, as far as this needs it. */
interface Account {
	readonly id: string;
	readonly email: string;
}

/** Invitations. Anyone can enter the address of a stranger, so few are sent to one, no matter who enters it. */
const perMailbox = { limit: 3, windowMs: DAY } as const;
const perAccount = { limit: 15, windowMs: DAY } as const;
/** Changes of roles by an account. Each sends an email. */
const roleChanges = { limit: 20, windowMs: DAY } as const;

export type Members = ReturnType<typeof createMembers>;

/**
 * Customers who use another customer's account with their own sign-in and a role (lib/acting.ts). The account's own
 * customer invites an address, and the account with that address accepts. See docs/decisions, "People with access".
 */
export function createMembers({ db, clock, rateLimiter }: Dependencies) {
	const repo = createMembersRepo(db);
	const accountOf = async (owner: Owner, id: string) =>
		(await repo.accounts(owner, clock())).find((one) => one.id === id);

	return {
		/** People with access to the owner's account, and those who are invited. Oldest first. */
		list: (owner: Owner) => repo.list(owner, clock()),

		/** Accounts that the owner may use (`acceptedAt`) or is invited to. Oldest first. */
		accounts: (owner: Owner) => repo.accounts(owner, clock()),

		/** Emails an invitation. The answer does not say whether the address has an account. */
		async invite(
			account: Account,
			owner: ConfirmedOwner,
			{ email, role }: { readonly email: string; readonly role: MemberRole },
		): Promise<Result<null>> {
			if (email === account.email) return failField("email", "This is the address of your own account.");
			const now = clock();
			if ((await repo.list(owner, now)).some((one) => one.invitedEmail === email)) return alreadyInvited();
			const { allowed, retryAfter } = await rateLimiter.takeAll([
				{ key: ["member", mailboxOf(email)], ...perMailbox },
				{ key: ["member:account", account.id], ...perAccount },
			]);
			if (!allowed) {
				const message = "You or this address had several invitations today. Try again tomorrow.";
				return fail("rate_limited", message, { retryAfter, fields: { email: message } });
			}
			const id = createId("mem", now);
			const invited = change(
				repo.insert(owner, { id, email, role, invitedAt: now }),
				log({ kind: "member.invited", actor: "customer", params: { email, role }, owner }),
				emit({ kind: "mail.account-access", payload: { membershipId: id, event: "invited" } }),
			);
			const { state } = await db.commit(invited, now);
			if (state === "ok") return ok(null);
			if (state === "duplicate") return alreadyInvited();
			return failField("email", `An account can have up to ${maxMembers} people. Remove one first.`);
		},

		async changeRole(owner: ConfirmedOwner, id: string, role: MemberRole): Promise<Result<null>> {
			const now = clock();
			const one = (await repo.list(owner, now)).find((listed) => listed.id === id);
			if (!one) return gone();
			if (one.role === role) return ok(null);
			const { allowed, retryAfter } = await rateLimiter.take(["member:role", one.userId], roleChanges);
			if (!allowed)
				return fail("rate_limited", "You changed roles many times today. Try again tomorrow.", { retryAfter });
			const params = { email: one.email ?? one.invitedEmail, role };
			const changed = change(
				repo.changeRole(owner, id, role, now),
				log({ kind: "member.role_changed", actor: "customer", params, owner }),
				one.memberId !== null &&
					emit({
						kind: "mail.account-access",
						userId: one.memberId,
						payload: { membershipId: id, event: "role" },
						replacesWaiting: true,
					}),
			);
			return (await db.commit(changed, now)).state === "ok" ? ok(null) : gone();
		},

		/** Ends the access at once, or withdraws the invitation. Returns which of them it was. */
		async remove(owner: Owner, id: string): Promise<Result<"access" | "invitation">> {
			const now = clock();
			const [people, found] = await Promise.all([repo.list(owner, now), repo.find(id)]);
			const one = people.find((listed) => listed.id === id);
			if (!one || !found) return gone();
			const { memberId } = one;
			const { account } = found;
			const params = { email: one.email ?? one.invitedEmail };
			const removed = change(
				repo.remove(owner, { id, memberId }, now),
				log({ kind: "member.removed", actor: "customer", params, owner }),
				memberId !== null &&
					emit({ kind: "mail.account-access", userId: memberId, payload: { memberId, account, event: "ended" } }),
			);
			if ((await db.commit(removed, now)).state !== "ok")
				return fail("conflict", "This has changed since you opened the page. Look at the list, then try again.");
			return ok(memberId === null ? "invitation" : "access");
		},

		/** The owner of the invited address accepts. Tells the account's customer. */
		async accept(owner: Owner, id: string): Promise<Result<null>> {
			const [account, found] = await Promise.all([accountOf(owner, id), repo.find(id)]);
			if (!account || !found || account.acceptedAt !== null) return noInvitation();
			const now = clock();
			const { userId, invitedEmail: email } = found;
			const accepted = change(
				repo.accept(owner, id, now),
				log({ kind: "member.joined", actor: "system", params: { email }, owner: { userId } }),
				notify({ kind: "member.joined", userId, params: { email }, once: id }),
				emit({
					kind: "mail.account-access",
					payload: { membershipId: id, event: "joined" },
					userId,
					once: `${id}:joined`,
				}),
				log({ kind: "access.accepted", actor: "customer", params: { account: account.email }, owner }),
			);
			const { state } = await db.commit(accepted, now);
			if (state === "duplicate") return fail("conflict", "You already have access to this account.");
			return state === "ok" ? ok(null) : noInvitation();
		},

		async decline(owner: Owner, id: string): Promise<Result<null>> {
			const found = await repo.find(id);
			if (!found) return noInvitation();
			const now = clock();
			const { userId, invitedEmail: email } = found;
			const declined = change(
				repo.decline(owner, id, now),
				log({ kind: "member.declined", actor: "system", params: { email }, owner: { userId } }),
			);
			return (await db.commit(declined, now)).state === "ok" ? ok(null) : noInvitation();
		},

		/** Gives up the own access to another account. */
		async leave(owner: Owner, id: string): Promise<Result<null>> {
			const [account, found] = await Promise.all([accountOf(owner, id), repo.find(id)]);
			if (!account || !found) return noAccess();
			const now = clock();
			const left = change(
				repo.leave(owner, id, now),
				log({
					kind: "member.left",
					actor: "system",
					params: { email: found.email ?? found.invitedEmail },
					owner: { userId: found.userId },
				}),
				log({ kind: "access.left", actor: "customer", params: { account: account.email }, owner }),
			);
			return (await db.commit(left, now)).state === "ok" ? ok(null) : noAccess();
		},
	};
}

const alreadyInvited = () =>
	failField(
		"email",
		"You already invited this address, or this person has access. Remove them from the list to invite them again.",
	);

/** Without what many mail services ignore after a plus sign. */
const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, "@");

const gone = () => fail("not_found", "This person has no access any more.");
const noInvitation = () => fail("not_found", "This invitation has ended. Ask for another one.");
const noAccess = () => fail("not_found", "You have no access to this account any more.");

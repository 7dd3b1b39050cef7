import { invitationMs } from "~/features/members/member";
import type { Preparers, Sources } from "./prepare.server";
import { accessEnded, invitedToAccount, joinedAccount, roleChanged } from "./templates/account-access";
import { accountClosing } from "./templates/account-closing";
import { accountsMerged } from "./templates/accounts-merged";
import { alreadyRegistered } from "./templates/already-registered";
import { confirmEmailChange, emailChanged } from "./templates/email-change";
import { newSignIn } from "./templates/new-sign-in";
import { passwordChanged } from "./templates/password-changed";
import { resetPassword } from "./templates/reset-password";
import { securityAlert } from "./templates/security-alert";
import { verifyEmail } from "./templates/verify-email";

/** Emails about registration, sign-in and account changes. */
export function accountEmails({ repo, accounts, toAccount, shop }: Sources) {
	/** To the customer of this account, and no one after it was merged into another one. */
	const toOwnAccount: typeof toAccount = (userId, prepare) =>
		toAccount(userId, (to) => (to.id === userId ? prepare(to) : { stale: "the account was merged into another one" }));

	return {
		"mail.verify-email": ({ userId, generation, from, next }, { id, createdAt }) =>
			toOwnAccount(userId, (to) => {
				if (to.status !== "unverified") return { stale: "the address is verified" };
				if (to.verifyGeneration !== generation) return { stale: "a newer link was requested" };
				const link = { outboxId: id, userId, purpose: "verify", generation, next } as const;
				return async () => verifyEmail(to, await accounts.issueLink(link), { from, at: createdAt });
			}),

		"mail.reset-password": ({ userId, generation, from }, { id, createdAt }) =>
			toOwnAccount(userId, (to) => {
				if (to.resetGeneration !== generation) return { stale: "a newer link was requested, or this one was used" };
				const link = { outboxId: id, userId, purpose: "reset", generation } as const;
				return async () => resetPassword(to, await accounts.issueLink(link), { from, at: createdAt });
			}),

		"mail.already-registered": ({ userId, next }) =>
			toOwnAccount(userId, (to) => () => alreadyRegistered(to, { ...shop, next })),

		"mail.password-changed": async ({ userId, removedPasskeys: removed = [] }, { createdAt }) => {
			const kept = await repo.passkeys(userId);
			return toOwnAccount(userId, (to) => () => passwordChanged(to, { changedAt: createdAt, kept, removed, ...shop }));
		},

		"mail.confirm-email-change": async ({ userId, generation, side }, { id }) => {
			const change = await repo.emailChange(userId);
			return toOwnAccount(userId, (account) => {
				if (change?.generation !== generation) return { stale: "the change was cancelled or completed" };
				const confirmed = side === "from" ? change.fromConfirmedAt : change.toConfirmedAt;
				if (confirmed !== null) return { stale: "this address has confirmed" };
				const to = { account, email: side === "from" ? account.email : change.newEmail };
				const addresses = { oldEmail: account.email, newEmail: change.newEmail };
				const link = { outboxId: id, userId, purpose: `email-${side}`, generation } as const;
				return { to, content: async () => confirmEmailChange(account, addresses, await accounts.issueLink(link)) };
			});
		},

		"mail.email-changed": ({ userId, to: email, newEmail }, { createdAt }) =>
			toOwnAccount(userId, (account) => {
				return { to: { account, email }, content: () => emailChanged(account, { newEmail, at: createdAt, ...shop }) };
			}),

		"mail.account-closing": ({ userId, closesAt }) =>
			toOwnAccount(userId, (to) => {
				if (to.closesAt !== closesAt) return { stale: "the account no longer closes then" };
				return () => accountClosing(to, { closesAt, ...shop });
			}),

		"mail.accounts-merged": ({ userId, to: email, from }, { createdAt }) =>
			toAccount(userId, (account) => {
				const content = () => accountsMerged(account, { from, at: createdAt, ...shop });
				return email === undefined ? content : { to: { account, email }, content };
			}),

		"mail.account-access": async (about) => {
			if (about.event === "ended") {
				const { memberId, account } = about;
				return toOwnAccount(memberId, (to) => () => accessEnded(to, account, shop));
			}
			const access = await repo.accountAccess(about.membershipId);
			if (!access) return { stale: "the access was removed" };
			const { account, email, role, userId, memberId } = access;
			if (about.event === "joined") return toOwnAccount(userId, (to) => () => joinedAccount(to, { email, role }, shop));
			if (about.event === "role")
				return memberId === null
					? { stale: "the access was removed" }
					: toOwnAccount(memberId, (to) => () => roleChanged(to, { account, role }, shop));
			if (access.acceptedAt !== null) return { stale: "the invitation was accepted" };
			const found = access.invitedId === null ? undefined : await accounts.find(access.invitedId);
			if (found && found.mailRefusedAt !== null) return { stale: "the address takes no emails" };
			const invited = found?.status === "active" ? found : null;
			const invitation = { account, email, role, until: access.invitedAt + invitationMs };
			return { to: { email, account: invited }, content: () => invitedToAccount(invited, invitation, shop) };
		},

		"mail.new-sign-in": ({ userId, from }, { createdAt }) =>
			toOwnAccount(userId, (to) => () => newSignIn(to, { from, at: createdAt, ...shop })),

		"mail.security-notice": ({ userId, event }, { createdAt }) =>
			toOwnAccount(userId, (to) => () => securityAlert(to, { event, at: createdAt, ...shop })),
	} satisfies Partial<Preparers>;
}

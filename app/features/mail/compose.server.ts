import { brand } from "../../brand";
import type { AccountStatus, Preferences } from "../../db/schema/accounts";
import { money } from "../../lib/money";
import { DAY } from "../../platform/clock";
import { lineTitle } from "../cart/lines";
import { parseDomainName } from "../domains/domain-name";
import { graceDays } from "../domains/lifecycle";
import { mailboxOf } from "../support/enquiry";
import type { MailContent, Unsubscribe } from "./content";
import type { MailKind, MailPayload } from "./mail";
import type { MailRepo } from "./mail.repo.server";
import { nextSteps } from "./next-steps";
import type { Recipient } from "./recipient";
import { accountClosing } from "./templates/account-closing";
import { alreadyRegistered } from "./templates/already-registered";
import { domainActive } from "./templates/domain-active";
import { domainChanged } from "./templates/domain-changed";
import { confirmEmailChange, emailChanged } from "./templates/email-change";
import { enquiry } from "./templates/enquiry";
import { enquiryConfirmation } from "./templates/enquiry-confirmation";
import { expiryReminder } from "./templates/expiry-reminder";
import { hostingChanged } from "./templates/hosting-changed";
import { orderCancelled } from "./templates/order-cancelled";
import { orderProblem } from "./templates/order-problem";
import { passwordChanged } from "./templates/password-changed";
import { receipt } from "./templates/receipt";
import { renewalInvoice } from "./templates/renewal-invoice";
import { renewed } from "./templates/renewed";
import { resetPassword } from "./templates/reset-password";
import { securityNotice } from "./templates/security-notice";
import { verifyEmail } from "./templates/verify-email";

export interface Account extends Recipient {
	readonly id: string;
	readonly status: AccountStatus;
	readonly verifyGeneration: number;
	readonly resetGeneration: number;
	readonly preferences: Preferences | null;
	readonly closesAt: number | null;
}

/** What mails need of accounts. */
export interface AccountDoor {
	find(userId: string): Promise<Account | null>;
	issueLink(order: {
		outboxId: string;
		userId: string;
		purpose: "verify" | "reset" | "email-from" | "email-to";
		generation: number;
		next?: string | undefined;
	}): Promise<{ url: string; expiresAt: number }>;
}

/** Where a mail goes: an account's address, or one that belongs to no account. */
export interface Addressee {
	readonly email: string;
	readonly account: Account | null;
}

interface Envelope {
	readonly to: Addressee;
	/** Where the answer goes, when not to our support. */
	readonly replyTo?: string;
}

export interface Composed extends Envelope {
	readonly content: MailContent;
	readonly unsubscribe: Unsubscribe;
}

/** The mail is to be sent; its content is made last, because a link counts from when it is made. */
export interface Prepared extends Envelope {
	content(): MailContent | Promise<MailContent>;
}

/** What the mail would say is no longer so. */
export interface Stale {
	readonly stale: string;
}

export const stale = (prepared: Prepared | Stale): prepared is Stale => "stale" in prepared;

interface Row {
	readonly id: string;
	readonly createdAt: number;
}

type Preparers = { readonly [K in MailKind]: (payload: MailPayload<K>, row: Row) => Promise<Prepared | Stale> };

interface Deps {
	readonly repo: MailRepo;
	readonly accounts: AccountDoor;
	readonly appOrigin: string;
}

export function createComposer({ repo, accounts, appOrigin }: Deps) {
	const shop = { appOrigin };

	async function toAccount(
		userId: string,
		prepare: (to: Account) => Prepared["content"] | Prepared | Stale,
	): Promise<Prepared | Stale> {
		const to = await accounts.find(userId);
		if (!to || to.status === "closed") return { stale: "the account is gone" };
		const content = prepare(to);
		return typeof content === "function" ? { to: { email: to.email, account: to }, content } : content;
	}

	/** Someone wrote to us, perhaps while signed in. */
	async function sentEnquiry(enquiryId: string) {
		const sent = await repo.enquiry(enquiryId);
		return sent && { sent, account: sent.userId === null ? null : await accounts.find(sent.userId) };
	}

	const preparers: Preparers = {
		"mail.verify-email": ({ userId, generation, next }, { id }) =>
			toAccount(userId, (to) => {
				if (to.status !== "unverified") return { stale: "the address is verified" };
				if (to.verifyGeneration !== generation) return { stale: "a newer link was asked for" };
				const link = { outboxId: id, userId, purpose: "verify", generation, next } as const;
				return async () => verifyEmail(to, await accounts.issueLink(link));
			}),

		"mail.reset-password": ({ userId, generation }, { id }) =>
			toAccount(userId, (to) => {
				if (to.resetGeneration !== generation) return { stale: "a newer link was asked for, or this one is used" };
				const link = { outboxId: id, userId, purpose: "reset", generation } as const;
				return async () => resetPassword(to, await accounts.issueLink(link));
			}),

		"mail.already-registered": ({ userId }) => toAccount(userId, (to) => () => alreadyRegistered(to, shop)),

		"mail.password-changed": ({ userId }, { createdAt }) =>
			toAccount(userId, (to) => () => passwordChanged(to, { changedAt: createdAt, ...shop })),

		"mail.confirm-email-change": async ({ userId, generation, side }, { id }) => {
			const change = await repo.emailChange(userId);
			return toAccount(userId, (account) => {
				if (change?.generation !== generation) return { stale: "the change was given up, or is done" };
				const confirmed = side === "from" ? change.fromConfirmedAt : change.toConfirmedAt;
				if (confirmed !== null) return { stale: "this address has agreed" };
				const to = { account, email: side === "from" ? account.email : change.newEmail };
				const addresses = { oldEmail: account.email, newEmail: change.newEmail };
				const link = { outboxId: id, userId, purpose: `email-${side}`, generation } as const;
				return { to, content: async () => confirmEmailChange(account, addresses, await accounts.issueLink(link)) };
			});
		},

		"mail.email-changed": ({ userId, to: email, newEmail }, { createdAt }) =>
			toAccount(userId, (account) => {
				return { to: { account, email }, content: () => emailChanged(account, { newEmail, at: createdAt, ...shop }) };
			}),

		"mail.account-closing": ({ userId, closesAt }) =>
			toAccount(userId, (to) => {
				if (to.closesAt !== closesAt) return { stale: "the account was kept" };
				return () => accountClosing(to, { closesAt, ...shop });
			}),

		"mail.security-notice": ({ userId, event }, { createdAt }) =>
			toAccount(userId, (to) => () => securityNotice(to, { event, at: createdAt, ...shop })),

		"mail.receipt": async ({ invoiceId }) => {
			const paid = await repo.invoice(invoiceId);
			if (!paid) throw new Error(`No invoice ${invoiceId}`);
			const { invoice, lines, entry, bought } = paid;
			const amount = (minor: number) => money(minor, invoice.currency);
			return toAccount(invoice.userId, (to) => {
				if (invoice.paidAt === null) return { stale: "the invoice is not paid" };
				const data = {
					invoiceId,
					invoiceNumber: invoice.number,
					receiptNumber: entry?.receipt ?? null,
					method: entry?.method ?? null,
					paidAt: invoice.paidAt,
					lines: lines.map((line) => ({ ...line, amount: amount(line.amount) })),
					subtotal: amount(invoice.subtotal),
					discount: amount(invoice.discount),
					tax: amount(invoice.tax),
					shipping: amount(invoice.shipping),
					total: amount(invoice.total),
					creditUsed: amount(invoice.creditUsed),
					nextSteps: nextSteps(bought),
				};
				return () => receipt(to, data, shop);
			});
		},

		"mail.domain-active": async ({ domainId }) => {
			const domain = await repo.domain(domainId);
			if (domain?.status !== "active") return { stale: "the domain is not active" };
			const name = readable(domain.name);
			return toAccount(domain.userId, (to) => () => domainActive(to, { ...domain, name }, shop));
		},

		"mail.expiry-reminder": async ({ domainId, expiresAt }) => {
			const domain = await repo.domain(domainId);
			if (!domain || domain.expiresAt !== expiresAt) return { stale: "it has another end by now" };
			const { id, status, tld } = domain;
			if (status !== "active" && status !== "expired") return { stale: "it can't be renewed any more" };
			const renewableUntil = expiresAt + graceDays(tld) * DAY;
			const ending = { id, name: readable(domain.name), expiresAt, renewableUntil, expired: status === "expired" };
			return toAccount(domain.userId, (to) => () => expiryReminder(to, ending, shop));
		},

		"mail.renewal-invoice": async ({ invoiceId }) => {
			const found = await repo.invoice(invoiceId);
			if (found?.invoice.state !== "open") return { stale: "the invoice is paid, or given up" };
			const { number, userId, total, currency, dueAt } = found.invoice;
			const items = found.bought.map(({ kind, name }) => lineTitle({ kind, name: readable(name) }));
			const sent = { invoiceId, invoiceNumber: number, items, total: money(total, currency), dueAt };
			return toAccount(userId, (to) => () => renewalInvoice(to, sent, shop));
		},

		"mail.renewed": async (about) => {
			const found = "planId" in about ? await repo.hostingPlan(about.planId) : await repo.domain(about.domainId);
			if (found?.status !== "active" || found.expiresAt === null) return { stale: "it does not run any more" };
			const { userId, name, expiresAt } = found;
			const page = "planId" in about ? `/dashboard/hosting?open=${found.id}` : `/dashboard/domains/${found.id}`;
			return toAccount(userId, (to) => () => renewed(to, { name: readable(name), until: expiresAt, page }, shop));
		},

		"mail.domain-changed": async ({ domainId, change }, { createdAt }) => {
			const domain = await repo.domain(domainId);
			if (!domain) return { stale: "the domain is gone" };
			const name = readable(domain.name);
			return toAccount(domain.userId, (to) => () => domainChanged(to, { id: domainId, name, change, createdAt }, shop));
		},

		"mail.hosting-changed": async ({ planId, change }, { createdAt }) => {
			const plan = await repo.hostingPlan(planId);
			if (!plan) return { stale: "the plan is gone" };
			const { name, type, domain } = plan;
			const changed = { id: planId, name, type, domain: domain && readable(domain), change, createdAt };
			return toAccount(plan.userId, (to) => () => hostingChanged(to, changed, shop));
		},

		"mail.order-cancelled": async ({ orderId }) => {
			const order = await repo.cancelledOrder(orderId);
			if (!order) return { stale: "the order is not cancelled" };
			const items = order.lines.map(({ kind, name, domain }) =>
				domain && domain !== name ? `${name}: ${readable(domain)}` : lineTitle({ kind, name: readable(name) }),
			);
			const cancelled = { orderId, invoiceNumber: order.number, items, creditUsed: order.creditUsed > 0 };
			return toAccount(order.userId, (to) => () => orderCancelled(to, cancelled, shop));
		},

		"mail.order-problem": async ({ jobId }) => {
			const found = await repo.job(jobId);
			const state = found?.job.state;
			if (!found || (state !== "action_required" && state !== "failed")) return { stale: "the problem is solved" };
			const { job, item } = found;
			const problem = {
				orderId: job.orderId,
				item,
				message: job.message,
				actionRequired: state === "action_required",
			};
			return toAccount(job.userId, (to) => () => orderProblem(to, problem, shop));
		},

		"mail.enquiry": async ({ enquiryId }) => {
			const found = await sentEnquiry(enquiryId);
			if (!found) return { stale: "the enquiry is deleted" };
			const { sent, account } = found;
			const to = { email: brand.emails[mailboxOf(sent)], account: null };
			return { to, replyTo: sent.email, content: () => enquiry(sent, account?.email ?? null) };
		},

		"mail.enquiry-confirmation": async ({ enquiryId }) => {
			const found = await sentEnquiry(enquiryId);
			if (!found) return { stale: "the enquiry is deleted" };
			const { sent, account } = found;
			const owner = account?.email === sent.email ? account : null;
			const to = { email: sent.email, account: owner };
			return { to, replyTo: brand.emails[mailboxOf(sent)], content: () => enquiryConfirmation(sent, owner) };
		},
	};

	return {
		prepare<K extends MailKind>(kind: K, payload: MailPayload<K>, row: Row): Promise<Prepared | Stale> {
			return preparers[kind](payload, row);
		},
	};
}

/** As people read it. */
function readable(name: string): string {
	const parsed = parseDomainName(name);
	return parsed.ok ? parsed.value.unicode : name;
}

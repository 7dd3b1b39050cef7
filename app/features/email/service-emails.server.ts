import { isOpen } from "~/features/domains/registrant-check";
import { quoteRestore } from "~/features/domains/restore";
import { toUnicode } from "~/features/domains/to-unicode";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import { amountDue } from "~/features/invoices/billing";
import { payableAmount } from "~/features/payments/payable";
import { planTitle } from "./plan-title";
import type { Preparers, Sources } from "./prepare.server";
import { confirmRegistrant } from "./templates/confirm-registrant";
import { domainActive } from "./templates/domain-active";
import { domainChanged } from "./templates/domain-changed";
import { domainOffered, pushAnswered } from "./templates/domain-push";
import { domainUnconnected } from "./templates/domain-unconnected";
import { hostingChanged } from "./templates/hosting-changed";
import { hostingReady } from "./templates/hosting-ready";
import { inRedemption, restored } from "./templates/redemption";
import { registrantsSuspended } from "./templates/registrant-suspended";
import { renewed } from "./templates/renewed";
import {
	cancelledPlanHasEnded,
	planEndedByStaff,
	planHasEnded,
	planIsSuspended,
	planSuspendedByStaff,
} from "./templates/unpaid-plans";

/** Emails about domains and hosting plans. */
export function serviceEmails({ repo, accounts, clock, registrantToken, toAccount, shop }: Sources) {
	return {
		"mail.domain-active": async ({ domainId }) => {
			const domain = await repo.domain(domainId);
			if (domain?.status !== "active") return { stale: "the domain is not active" };
			return toAccount(domain.userId, (to) => () => domainActive(to, domain, shop));
		},

		"mail.domain-redemption": async ({ domainId, expiresAt }) => {
			const domain = await repo.domain(domainId);
			if (domain?.status !== "redemption" || domain.expiresAt !== expiresAt)
				return { stale: "it is not in redemption any more" };
			return toAccount(domain.userId, (to) => () => {
				const quote = quoteRestore(domain, to, clock());
				const restore = quote.ok ? quote.value : { refused: quote.error.message };
				return inRedemption(to, { id: domainId, name: toUnicode(domain.name), restore }, shop);
			});
		},

		"mail.domain-restored": async ({ domainId, credit }) => {
			const domain = await repo.domain(domainId);
			if (domain?.status !== "active" || domain.expiresAt === null) return { stale: "it is not active" };
			const { id, userId, expiresAt: until } = domain;
			return toAccount(userId, (to) => () => restored(to, { id, name: toUnicode(domain.name), until, credit }, shop));
		},

		"mail.confirm-registrant": async ({ domainId }) => {
			const domain = await repo.domain(domainId);
			const email = domain?.contacts?.registrant.email;
			if (!domain || !isOpen(domain.registrantCheck) || email === undefined) return { stale: "nothing to confirm" };
			const { name, registrantDeadline: deadline } = domain;
			const isSuspended = domain.registrantCheck === "suspended";
			const token = registrantToken(domainId, email);
			return {
				to: { email, account: null },
				content: () => confirmRegistrant({ name, deadline, isSuspended, token }, shop),
			};
		},

		"mail.registrant-suspended": async ({ userId }) => {
			const domains = (await repo.unconfirmedDomains(userId)).filter((one) => one.registrantCheck === "suspended");
			if (domains.length === 0) return { stale: "no domain is suspended" };
			return toAccount(userId, (to) => () => registrantsSuspended(to, domains, shop));
		},

		"mail.renewed": async (about) => {
			const found = "planId" in about ? await repo.hostingPlan(about.planId) : await repo.domain(about.domainId);
			if (found?.status !== "active" || found.expiresAt === null) return { stale: "it is not active" };
			const { userId, name, expiresAt } = found;
			const page = "planId" in about ? `/dashboard/hosting?open=${found.id}` : `/dashboard/domains/${found.id}`;
			return toAccount(userId, (to) => () => renewed(to, { name, until: expiresAt, page }, shop));
		},

		// To the owner at that time. Another customer may have accepted the domain since.
		"mail.domain-changed": async ({ domainId, change }, { createdAt, userId: owner }) => {
			const domain = await repo.domain(domainId);
			if (!domain) return { stale: "the domain is gone" };
			const { name } = domain;
			const userId = owner ?? domain.userId;
			const by = await repo.memberWhoChanged(userId, createdAt);
			return toAccount(userId, (to) => () => domainChanged(to, { id: domainId, name, change, createdAt, by }, shop));
		},

		"mail.domain-push": async ({ pushId, event }) => {
			const push = await repo.domainPush(pushId);
			if (!push) return { stale: "the offer is gone" };
			const { domainId, senderId, recipientEmail: email, expiresAt } = push;
			const name = toUnicode(push.name);
			if (event !== "offered")
				return toAccount(senderId, (to) => () => pushAnswered(to, { domainId, name, email, event }, shop));
			if (push.state !== "pending") return { stale: "the offer has ended" };
			const found = push.recipientId === null ? undefined : await accounts.find(push.recipientId);
			const account = found?.status === "active" ? found : null;
			const offer = { pushId, name, from: push.senderEmail, expiresAt, email };
			return { to: { email, account }, content: () => domainOffered(account, offer, shop) };
		},

		"mail.hosting-ready": async ({ planId }) => {
			const plan = await repo.hostingPlan(planId);
			if (plan?.status !== "active") return { stale: "the plan is not active" };
			const { domain, domainProvenAt, userId } = plan;
			const isHere = domain !== null && (await repo.hasDomain(userId, domain));
			const place = domainProvenAt !== null ? "connected" : isHere ? "here" : "elsewhere";
			const runByStaff = isRunByStaff(plan.productId);
			const ready = { ...plan, name: planTitle(plan), domain: domain && toUnicode(domain), place, runByStaff } as const;
			return toAccount(userId, (to) => () => hostingReady(to, ready, shop));
		},

		"mail.hosting-changed": async ({ planId, change }, { createdAt }) => {
			const plan = await repo.hostingPlan(planId);
			if (!plan) return { stale: "the plan is gone" };
			const { name, type, domain } = plan;
			const runByStaff = isRunByStaff(plan.productId);
			const by = await repo.memberWhoChanged(plan.userId, createdAt);
			const changed = { id: planId, name, type, domain, change, createdAt, by, runByStaff };
			return toAccount(plan.userId, (to) => () => hostingChanged(to, changed, shop));
		},

		"mail.plan-suspended": async ({ planId, invoiceId }) => {
			const [plan, found] = await Promise.all([
				repo.hostingPlan(planId),
				invoiceId === undefined ? undefined : repo.invoice(invoiceId),
			]);
			if (plan?.status !== "suspended") return { stale: "the plan is not suspended" };
			const { expiresAt, keptUntil, domain, suspendedReason: reason, suspendedUntil: until } = plan;
			const named = { name: planTitle(plan), domain: domain && toUnicode(domain) };
			if (reason !== null)
				return toAccount(plan.userId, (to) => () => planSuspendedByStaff(to, { ...named, reason, until }, shop));
			if (!found || invoiceId === undefined) return { stale: "the suspension has ended" };
			if (expiresAt === null || keptUntil === null) return { stale: "the plan does not end" };
			const { number: invoiceNumber } = found.invoice;
			const toPay = payableAmount(amountDue(found.invoice));
			const runByStaff = isRunByStaff(plan.productId);
			const suspended = { ...named, expiresAt, keptUntil, invoiceId, invoiceNumber, toPay, runByStaff };
			return toAccount(plan.userId, (to) => () => planIsSuspended(to, suspended, shop));
		},

		"mail.plan-ended": async ({ planId, cancelled }) => {
			const plan = await repo.hostingPlan(planId);
			if (!plan || (plan.status !== "terminated" && plan.endedReason === null))
				return { stale: "the plan has not ended" };
			const { userId, domain, endedReason: reason, expiresAt, keptUntil } = plan;
			const ended = { name: planTitle(plan), domain: domain && toUnicode(domain) };
			if (cancelled && expiresAt !== null && keptUntil !== null)
				return toAccount(userId, (to) => () => cancelledPlanHasEnded(to, { ...ended, expiresAt, keptUntil }, shop));
			if (reason === null) return toAccount(userId, (to) => () => planHasEnded(to, ended, shop));
			return toAccount(userId, (to) => () => planEndedByStaff(to, { ...ended, reason, keptUntil }, shop));
		},

		"mail.domain-unconnected": async ({ planId, domain }) => {
			const plan = await repo.hostingPlan(planId);
			if (plan?.status !== "active" || plan.cancelledAt !== null) return { stale: "the plan has ended or will end" };
			if (plan.domain !== domain || plan.domainProvenAt !== null) return { stale: "the domain is connected" };
			const unconnected = { id: planId, plan: plan.name, domain: toUnicode(domain) };
			return toAccount(plan.userId, (to) => () => domainUnconnected(to, unconnected, shop));
		},
	} satisfies Partial<Preparers>;
}

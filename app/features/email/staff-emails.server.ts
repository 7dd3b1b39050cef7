import { href } from "react-router";
import { brand } from "~/brand";
import type { Asked } from "~/features/billing-desk/asked";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import type { JobKind } from "~/features/orders/job";
import { queueOf } from "~/features/outbox/outbox";
import { keyOf, type ProblemKind } from "~/features/problems/problem";
import { money } from "~/lib/money";
import { emailKinds } from "./email";
import { type CustomerEmail, isCustomerEmail, noOwnText, type OwnText, withOwnText } from "./own-texts";
import type { Preparers } from "./prepare.server";
import type { RecipientAccounts } from "./recipient-accounts";
import { sampleOf } from "./sample-emails";
import type { StaffEmailsRepo } from "./staff-emails.repo.server";
import { staffLink, staffNotice } from "./templates/staff-access";
import { staffApproval, staffExpiredApproval, staffRefusedInitiator } from "./templates/staff-approvals";
import {
	staffBalance,
	staffCosts,
	staffRefusedHold,
	staffSuspendedDomain,
	staffUnlistedPayments,
} from "./templates/staff-costs";
import { staffRefusedDocument, staffUnsignedDocuments } from "./templates/staff-fiscal";
import {
	staffComparison,
	staffDeadLetter,
	staffJob,
	staffQueue,
	staffRegistrar,
	staffReview,
} from "./templates/staff-tasks";
import { staffTest } from "./templates/staff-test";

/** The mailbox of the staff who do this kind of job. */
const staffMailbox = (kind: JobKind) => brand.emails[kind === "ship_hardware" ? "sales" : "support"];

interface Settings {
	readonly appOrigin: string;
	readonly accounts: Pick<RecipientAccounts, "issueLink">;
	readonly ownText: (kind: CustomerEmail) => Promise<OwnText>;
}

/** Emails to staff: about work that needs a person, and about their own access to the desk. */
export function staffEmails(repo: StaffEmailsRepo, { appOrigin, accounts, ownText }: Settings) {
	/** The page of the desk with this problem open. */
	const desk = (kind: ProblemKind, subject: string) =>
		`${appOrigin}${href("/desk")}?open=${encodeURIComponent(keyOf({ kind, subject }))}`;

	return {
		"mail.staff-invitation": async ({ staffId: userId, generation }, { id: outboxId }) => {
			const member = await repo.member(userId);
			if (!member || member.status === "disabled") return { stale: "the account is disabled" };
			if (member.linkGeneration !== generation) return { stale: "a newer link was sent, or this one was used" };
			const link = { outboxId, userId, purpose: "staff", generation } as const;
			const joined = member.passwordHash !== null;
			return { to: toStaff(member.email), content: async () => staffLink({ joined }, await accounts.issueLink(link)) };
		},

		"mail.staff-notice": async ({ staffId, event }, { createdAt }) => {
			const member = await repo.member(staffId);
			if (!member) return { stale: "the account is gone" };
			return { to: toStaff(member.email), content: () => staffNotice({ event, at: createdAt, appOrigin }) };
		},

		"mail.staff-test": async ({ staffId, of, sample }) => {
			const kind = emailKinds.find((one) => one === of);
			const content = kind && sampleOf(kind, sample, { appOrigin });
			if (!content) return { stale: "there is no such email any more" };
			const [member, own] = await Promise.all([
				repo.member(staffId),
				isCustomerEmail(kind) ? ownText(kind) : noOwnText,
			]);
			if (member?.status !== "active") return { stale: "the account is not active" };
			return { to: toStaff(member.email), content: () => staffTest(withOwnText(content, own)) };
		},

		"mail.staff-task": async (about) => {
			if ("jobId" in about) {
				const found = await repo.job(about.jobId);
				if (found?.job.state !== "action_required" && found?.job.state !== "failed")
					return { stale: "the job is done" };
				const { job, details, contact, invoiceNumber, quantity } = found;
				const task = {
					...{ id: job.id, kind: job.kind, orderId: job.orderId, contact, invoiceNumber, since: job.updatedAt },
					item: found.item,
					runByStaff: isRunByStaff(found.productId),
					years: details.years ?? null,
					quantity,
					paid: money(found.amount, found.currency),
					reason: job.lastError ?? "",
					desk: desk("job", job.id),
				};
				return { to: toStaff(staffMailbox(job.kind)), replyTo: contact.email, content: () => staffJob(task) };
			}
			if ("reviewId" in about) {
				const found = await repo.review(about.reviewId);
				if (!found || found.review.resolvedAt !== null) return { stale: "the review is resolved" };
				const { review, customer, invoiceNumber } = found;
				const task = { ...review, customer, invoiceNumber, since: review.createdAt, desk: desk("review", review.id) };
				return { to: toStaff(brand.emails.billing), content: () => staffReview(task) };
			}
			if ("approvalId" in about) {
				const found = await repo.approval(about.approvalId);
				if (!found || found.decision !== null) return { stale: "someone has decided" };
				const task = { ...found, asked: found.input as Asked, page: `${appOrigin}${href("/desk/approvals")}` };
				return { to: toStaff(brand.emails.billing), content: () => staffApproval(task) };
			}
			if ("expiredApproval" in about) {
				const found = await repo.approval(about.expiredApproval);
				if (found?.decision !== "expired") return { stale: "someone has decided" };
				if (found.status !== "active") return { stale: "the account is not active" };
				const task = { ...found, asked: found.input as Asked };
				return { to: toStaff(found.email), content: () => staffExpiredApproval(task) };
			}
			if ("initiatorOf" in about)
				return { to: toStaff(brand.emails.technical), content: () => staffRefusedInitiator(about) };
			if ("fiscalDocumentId" in about) {
				const found = await repo.fiscalDocument(about.fiscalDocumentId);
				if (found?.document.state !== "refused") return { stale: "the document is not refused" };
				const { document, customer, creditNote, invoiceNumber } = found;
				const task = {
					id: document.id,
					number: creditNote ?? invoiceNumber,
					customer,
					reason: document.failure ?? "",
					desk: desk("tax-invoice", document.id),
				};
				return { to: toStaff(brand.emails.billing), content: () => staffRefusedDocument(task) };
			}
			if ("fiscalDevice" in about)
				return { to: toStaff(brand.emails.billing), content: () => staffUnsignedDocuments(about) };
			if ("registrar" in about) return { to: toStaff(brand.emails.technical), content: () => staffRegistrar(about) };
			if ("comparison" in about) return { to: toStaff(brand.emails.technical), content: () => staffComparison(about) };
			if ("costsOf" in about) return { to: toStaff(brand.emails.billing), content: () => staffCosts(about) };
			if ("suspendedDomain" in about) {
				const found = await repo.domain(about.suspendedDomain);
				if (found?.domain.registrantCheck !== "suspended") return { stale: "the domain is not suspended" };
				const { domain, customer } = found;
				return { to: toStaff(brand.emails.support), content: () => staffSuspendedDomain({ ...domain, customer }) };
			}
			if ("refusedHold" in about) {
				const found = await repo.domain(about.refusedHold);
				const isDone = about.isHeld
					? found?.domain.registrantCheck === "suspended"
					: found?.domain.registrantCheckAt === null;
				if (!found || isDone) return { stale: "the registry has done it" };
				const { domain, customer } = found;
				const { isHeld, answer = "" } = about;
				const task = { name: domain.name, registrar: domain.registrar, customer, isHeld, answer };
				return { to: toStaff(brand.emails.technical), content: () => staffRefusedHold(task) };
			}
			if ("queued" in about)
				return { to: toStaff(brand.emails.support), content: () => staffQueue({ ...about, appOrigin }) };
			if ("balanceOf" in about) return { to: toStaff(brand.emails.billing), content: () => staffBalance(about) };
			if ("paymentsAt" in about)
				return { to: toStaff(brand.emails.billing), content: () => staffUnlistedPayments(about) };
			const event = await repo.event(about.eventId);
			if (event?.state !== "dead") return { stale: "the event is not dead" };
			const { id, kind, attempts, payload, createdAt, lastError } = event;
			const isGrouped = queueOf(kind) === "scheduled";
			const letter = { id, kind, attempts, payload, error: lastError ?? "Unknown", isGrouped, since: createdAt };
			return { to: toStaff(brand.emails.technical), content: () => staffDeadLetter(letter) };
		},
	} satisfies Partial<Preparers>;
}

const toStaff = (email: string) => ({ email, account: null });

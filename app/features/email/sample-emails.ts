import { href } from "react-router";
import { hostingChanges } from "~/features/hosting/hosting-change";
import { payLinkPath } from "~/features/payments/pay-link";
import { creditedInvoiceStates } from "~/features/payments/payments.kinds";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { refundTargets } from "~/features/refunds/refund-state";
import { memberRoles } from "~/lib/acting";
import { headerText } from "~/lib/email-message";
import { kes, zero } from "~/lib/money";
import type { EmailContent } from "./content";
import type { EmailKind } from "./email";
import type { CustomerEmail } from "./own-texts";
import type { Recipient } from "./recipient";
import { accessEnded, invitedToAccount, joinedAccount, roleChanged } from "./templates/account-access";
import { accountClosing } from "./templates/account-closing";
import { accountsMerged } from "./templates/accounts-merged";
import { alreadyRegistered } from "./templates/already-registered";
import { invoiceByStaff, quoteByStaff } from "./templates/billed-by-staff";
import { billingCopy, confirmBillingAddress } from "./templates/billing-address";
import { chargeFailed } from "./templates/charge-failed";
import { confirmRegistrant } from "./templates/confirm-registrant";
import { creditChanged } from "./templates/credit-changed";
import { creditNote } from "./templates/credit-note";
import { domainActive } from "./templates/domain-active";
import { domainChanged } from "./templates/domain-changed";
import { domainOffered, pushAnswered } from "./templates/domain-push";
import { domainUnconnected } from "./templates/domain-unconnected";
import { confirmEmailChange, emailChanged } from "./templates/email-change";
import { hostingChanged } from "./templates/hosting-changed";
import { hostingReady } from "./templates/hosting-ready";
import { newSignIn } from "./templates/new-sign-in";
import { orderCancelled } from "./templates/order-cancelled";
import { orderLineReturned } from "./templates/order-line-returned";
import { orderProblem } from "./templates/order-problem";
import { passwordChanged } from "./templates/password-changed";
import { projectMessage } from "./templates/project-message";
import { projectUpdated } from "./templates/project-updates";
import { type Receipt, receipt } from "./templates/receipt";
import { inRedemption, restored } from "./templates/redemption";
import { registrantsSuspended } from "./templates/registrant-suspended";
import { type Reminders, reminders } from "./templates/reminders";
import { renewalsCard } from "./templates/renewals-card";
import { renewed } from "./templates/renewed";
import { resetPassword } from "./templates/reset-password";
import { type SecurityEvent, securityAlert, securityEvents } from "./templates/security-alert";
import { type StaffNotice, staffLink, staffNotice, staffNotices } from "./templates/staff-access";
import { staffApproval, staffExpiredApproval, staffRefusedInitiator } from "./templates/staff-approvals";
import {
	staffBalance,
	staffCosts,
	staffRefusedHold,
	staffSuspendedDomain,
	staffUnlistedPayments,
} from "./templates/staff-costs";
import { staffRefusedDocument, staffUnsignedDocuments } from "./templates/staff-fiscal";
import { staffDeadLetter, staffJob, staffQueue, staffRegistrar, staffReview } from "./templates/staff-tasks";
import { staffTest } from "./templates/staff-test";
import { taskAssigned } from "./templates/task-assigned";
import { taxInvoice } from "./templates/tax-invoice";
import { ticketAnswer, ticketAnswerToMember } from "./templates/ticket-answer";
import { ticketReceived } from "./templates/ticket-received";
import {
	cancelledPlanHasEnded,
	planEndedByStaff,
	planHasEnded,
	planIsSuspended,
	planSuspendedByStaff,
} from "./templates/unpaid-plans";
import { verifyEmail } from "./templates/verify-email";

/** The values in the samples of emails. They are no one's. */
export const noon = Date.UTC(2026, 10, 21, 12);

interface Shop {
	readonly appOrigin: string;
}

interface SampleRecipient extends Recipient {
	readonly email: string;
}

export const sampleCustomer: SampleRecipient = {
	...{ firstName: "Amina", email: "amina@example.com" },
	...{ timezone: "Africa/Nairobi", language: "en-GB" },
};

export const sampleLink = ({ appOrigin }: Shop) => ({
	url: `${appOrigin}${href("/verify-email")}?token=abc_-123`,
	expiresAt: noon,
});

/** The address of a pay link. */
export const samplePayUrl = ({ appOrigin }: Shop) => `${appOrigin}${payLinkPath("inv_sample.0.1.abc")}`;

const unpaidPlan = <KeptUntil extends number | null>(plan: {
	readonly name: string;
	readonly domain: string | null;
	readonly keptUntil: KeptUntil;
}) => ({ ...plan, expiresAt: noon, invoiceId: "inv_1", invoiceNumber: "KK2026000001", toPay: kes(420_000) });

export const asked = { at: noon, from: "Chrome on Android in Kisumu, Kenya" };

export const visa = "Visa •••• 4242";
const payments: (PlannedPayment | null)[] = [
	null,
	{ kind: "charge", card: visa, at: noon },
	{ kind: "card_expires", card: visa, at: noon, by: noon },
	{ kind: "manual", by: noon },
];

export const paid: Receipt = {
	invoiceId: "inv_1",
	invoiceNumber: "KK2026000001",
	receiptNumber: "SBX7K2M9QD",
	method: "mpesa",
	paidAt: noon,
	lines: [
		{ description: "duka.co.ke, 2 years", quantity: 1, amount: kes(1200) },
		{ description: "Thermal printer", quantity: 2, amount: kes(37_800) },
	],
	subtotal: kes(39_000),
	discount: kes(1_000),
	tax: kes(3_040),
	taxBasisPoints: 800,
	rounding: kes(0),
	shipping: zero("KES"),
	total: kes(41_040),
	creditUsed: zero("KES"),
	nextSteps: ["We register duka.co.ke now."],
	fiscal: null,
};

export const signed = {
	state: "signed" as const,
	facts: [
		["Control unit", "KRACU0100000001"],
		["Control unit invoice number", "KRACU0100000001/7"],
	] as [string, string][],
	url: "https://etims.kra.go.ke/receipt",
};

const update = (project: string) => ({ projectId: "prj_1", project, status: "In Progress", progress: 40 });
/** Emails to staff about manual work. */
export function staffTasks(typed: string, appOrigin: string): EmailContent[] {
	const desk = `${appOrigin}${href("/desk")}?open=job%3Ajob_1`;
	const contact = {
		...{ firstName: typed, lastName: "Otieno", email: "amina@example.com", phone: "+254700000001" },
		...{ address: typed, city: "Nairobi", country: "Kenya" },
	};
	const request = {
		asked: { kind: "refund", number: "KK2026000001", refund: { to: "credit", reason: typed }, money: kes(25_000) },
		...{ askedBy: typed, reason: typed, expiresAt: noon },
	} as const;
	const job = { id: "job_1", item: typed, years: 2, quantity: 1, paid: kes(1_200), reason: typed, orderId: "ord_1" };
	const kinds = [
		...(["register_domain", "transfer_domain", "renew_domain", "restore_domain", "create_hosting"] as const),
		...(["renew_hosting", "change_hosting", "activate_addon", "renew_addon", "ship_hardware"] as const),
	];
	return [
		...[false, true].flatMap((runByStaff) =>
			kinds.map((kind) =>
				staffJob({ ...job, kind, runByStaff, invoiceNumber: "KK2026000001", contact, since: noon, desk }),
			),
		),
		staffReview({
			...{ id: "rev_1", reason: "amount_mismatch", provider: "sandbox", paymentId: null, body: typed },
			...{ customer: null, invoiceNumber: null, since: noon, desk },
		}),
		staffDeadLetter({
			id: "out_1",
			kind: "job.run",
			payload: typed,
			attempts: 8,
			error: typed,
			isGrouped: true,
			since: noon,
		}),
		...(["blocked", "credentials", "contract", "balance"] as const).map((problem) =>
			staffRegistrar({ registrar: typed, problem, since: noon }),
		),
		staffCosts({
			costsOf: typed,
			losses: [
				{ tld: "co.ke", operation: "renew", cost: { amount: 87_050, currency: "KES" }, price: kes(700) },
				{ tld: "com", operation: "transfer", cost: { amount: 1_500, currency: "EUR" }, price: kes(1_750) },
			],
			withoutRate: ["INR"],
		}),
		staffSuspendedDomain({ name: typed, registrar: "openprovider", customer: "amina@example.com" }),
		...[true, false].map((isHeld) =>
			staffRefusedHold({ name: typed, registrar: "epp", customer: "amina@example.com", isHeld, answer: typed }),
		),
		staffBalance({ balanceOf: typed, amount: 4_999, currency: null, limit: 5_000 }),
		staffUnlistedPayments({ paymentsAt: typed, from: noon, until: null }),
		staffUnlistedPayments({ paymentsAt: typed, from: noon, until: noon + 3_600_000 }),
		staffApproval({ ...request, page: `${appOrigin}${href("/desk/approvals")}` }),
		staffExpiredApproval(request),
		staffRefusedInitiator({ initiatorOf: typed, answer: typed }),
		staffQueue({ queued: 2, oldest: noon, appOrigin }),
		staffRefusedDocument({ id: "fsd_1", number: "KK2026000001", customer: typed, reason: typed, desk }),
		staffUnsignedDocuments({ fiscalDevice: typed, problem: typed, since: noon, waiting: 2 }),
	];
}
export const nothing: Reminders = { invoices: [], domains: [], plans: [], registrants: [], contacts: [], projects: [] };

/** Reminders of everything, in every state. */
export function everyReminder(typed: string, shop: Shop, name = headerText(typed)): Reminders {
	const payUrl = samplePayUrl(shop);
	const invoice = { id: "inv_1", number: "KK1", items: [name], toPay: kes(700), dueAt: noon, isOverdue: false, payUrl };
	const restore = { fee: kes(12_900), until: noon };
	const domain = { id: "dom_1", name, expiresAt: noon, renewableUntil: noon, restore, isExpired: false, payment: null };
	const plan = { name: typed, domain: null, expiresAt: noon, invoiceNumber: "KK1", payUrl };
	const place = { address: typed, city: typed, postalCode: null, country: "Kenya" };
	const person = {
		firstName: typed,
		lastName: typed,
		organisation: typed,
		email: sampleCustomer.email,
		phone: "+254712345678",
		...place,
	};
	return {
		invoices: [
			...payments.map((payment) => ({ ...invoice, renewedIds: ["dom_1"], payment })),
			...[true, false].map((isOverdue) => ({ ...invoice, isOverdue, renewedIds: [], payment: null })),
			{ ...invoice, isOverdue: true, renewedIds: ["dom_1"], payment: null },
		],
		domains: [
			...payments.map((payment) => ({ ...domain, invoiceNumber: null, payment })),
			...[true, false].map((isExpired) => ({ ...domain, isExpired, invoiceNumber: "KK1" })),
			...[restore, null].map((late) => ({ ...domain, restore: late, isExpired: true, invoiceNumber: null })),
		],
		plans: [
			{ ...plan, domain: name, keptUntil: noon },
			{ ...plan, keptUntil: null },
		],
		registrants: [true, false].flatMap((isSuspended) =>
			[noon, null].map((deadline) => ({ id: "dom_1", name, isSuspended, deadline })),
		),
		contacts: [null, person].flatMap((registrant) =>
			[null, person].map((other) => ({ id: "dom_1", name, registrant, admin: other, tech: other })),
		),
		projects: [{ id: "prj_1", name: typed, status: "In Progress", progress: 40, dueAt: noon }],
	};
}
const billed = (label: string) => ({
	toPay: "Ksh 1,080",
	lines: [{ label, amount: "Ksh 1,000" }],
	totals: [{ label: "Total", amount: "Ksh 1,080", strong: true }],
});
/**
 * Every kind of email to a customer, in all its forms, with texts that they may have typed.
 * @param typedName what they have typed as the name of a domain
 */
export function customerSamples(
	to: SampleRecipient,
	typed: string,
	shop: Shop,
	typedName = typed,
): Readonly<Record<CustomerEmail, readonly EmailContent[]>> {
	const name = headerText(typedName);
	const link = sampleLink(shop);
	const everything = everyReminder(typed, shop, name);
	const restore = { fee: kes(12_900), until: noon };
	const invoice = { invoiceId: "inv_1", invoiceNumber: "KK1", items: [name] };
	const ticket = { ticketId: "tck_1", number: "T-MAMA-2222", subject: name, body: typed };
	const dated = { id: "hst_1", name: headerText(typed), domain: name, createdAt: noon };
	const plan = { ...dated, type: "web", runByStaff: false } as const;
	const problem = { orderId: "ord_1", item: typed, message: typed, actionRequired: true };
	return {
		"mail.verify-email": [verifyEmail(to, link, asked)],
		"mail.new-sign-in": [newSignIn(to, { from: asked.from, at: noon, ...shop })],
		"mail.already-registered": [alreadyRegistered(to, shop)],
		"mail.reset-password": [resetPassword(to, link, asked)],
		"mail.password-changed": [
			passwordChanged(to, {
				changedAt: noon,
				kept: [{ name: "Phone", createdAt: noon }],
				removed: ["Tablet"],
				...shop,
			}),
		],
		"mail.account-closing": [accountClosing(to, { closesAt: noon, ...shop })],
		"mail.accounts-merged": [accountsMerged(to, { from: "old@example.com", at: noon, ...shop })],
		"mail.confirm-email-change": [confirmEmailChange(to, { oldEmail: to.email, newEmail: "new@example.com" }, link)],
		"mail.email-changed": [emailChanged(to, { newEmail: "new@example.com", at: noon, ...shop })],
		"mail.security-notice": (Object.keys(securityEvents) as SecurityEvent[]).map((event) =>
			securityAlert(to, { event, at: noon, ...shop }),
		),
		"mail.receipt": [
			receipt(to, { ...paid, lines: [{ description: typed, quantity: 1, amount: kes(1) }], nextSteps: [typed] }, shop),
			receipt(to, { ...paid, fiscal: { state: "pending" } }, shop),
			receipt(to, { ...paid, fiscal: signed }, shop),
		],
		"mail.invoice": [
			invoiceByStaff(to, {
				number: "KK2026000001",
				due: "1 December 2026",
				payUrl: samplePayUrl(shop),
				...billed(name),
			}),
		],
		"mail.account-access": [
			...memberRoles.map((role) =>
				invitedToAccount(to, { account: "amina@example.com", email: to.email, role, until: noon }, shop),
			),
			joinedAccount(to, { email: "amina@example.com", role: "billing" }, shop),
			roleChanged(to, { account: "amina@example.com", role: "technical" }, shop),
			accessEnded(to, "amina@example.com", shop),
		],
		"mail.confirm-billing-email": [confirmBillingAddress({ account: "amina@example.com", token: "sample" }, shop)],
		"mail.proposal": [null, typed].map((message) =>
			quoteByStaff(to, { id: "prp_1", until: "1 December 2026", message, ...billed(name) }, shop),
		),
		"mail.tax-invoice": [
			taxInvoice(to, { invoiceId: "inv_1", invoiceNumber: "KK1", total: kes(1), facts: signed.facts }, shop),
		],
		"mail.credit-note": refundTargets.map((target) =>
			creditNote(
				to,
				{
					...{ invoiceId: "inv_1", invoiceNumber: "KK2026000001", number: "KC2026000001", to: target, reason: typed },
					...{ issuedAt: noon, lines: [{ description: typed, quantity: 2, amount: kes(1) }] },
					...{ net: kes(1), tax: kes(1), taxBasisPoints: 800, total: kes(2) },
				},
				shop,
			),
		),
		"mail.credit-changed": [
			...creditedInvoiceStates.map((invoiceState) =>
				creditChanged(
					to,
					{
						kind: "payment.credited",
						params: { money: kes(1), invoice: "KK2026000001", invoiceState, invoiceId: "inv_1" },
					},
					shop,
				),
			),
			creditChanged(to, { kind: "payment.assigned", params: { money: kes(1), receipt: "SAMPLE0001" } }, shop),
			creditChanged(to, { kind: "credit.given", params: { money: kes(1), reason: typed } }, shop),
			creditChanged(
				to,
				{ kind: "credit.paid_back", params: { money: kes(1), reference: "SAMPLE0001", reason: typed } },
				shop,
			),
		],
		"mail.reminders": [
			...(Object.keys(everything) as (keyof Reminders)[]).flatMap((kind) =>
				everything[kind].map((item) => reminders(to, { ...nothing, [kind]: [item] }, shop)),
			),
			reminders(to, everything, shop),
		],
		"mail.renewals-card": [renewalsCard(to, { card: visa, ...shop })],
		"mail.charge-failed": [noon, null].map((retryAt) =>
			chargeFailed(
				to,
				{ ...invoice, due: kes(700), dueAt: noon, isOverdue: false, code: "declined", card: visa, retryAt },
				shop,
			),
		),
		"mail.renewed": [renewed(to, { name, until: noon, page: href("/dashboard/hosting") }, shop)],
		"mail.domain-redemption": [restore, { refused: typed }].map((restore) =>
			inRedemption(to, { id: "dom_1", name, restore }, shop),
		),
		"mail.domain-restored": [kes(12_900), null].map((credit) =>
			restored(to, { id: "dom_1", name, until: noon, credit }, shop),
		),
		"mail.domain-active": [domainActive(to, { name, expiresAt: noon, autoRenew: true, nameservers: [typed] }, shop)],
		"mail.domain-changed": [domainChanged(to, { id: "dom_1", name, change: "dns", createdAt: noon }, shop)],
		"mail.plan-suspended": [null, name].flatMap((domain) => [
			...[false, true].map((runByStaff) =>
				planIsSuspended(to, { ...unpaidPlan({ name: typed, domain, keptUntil: noon }), runByStaff }, shop),
			),
			...[noon, null].map((until) => planSuspendedByStaff(to, { name: typed, domain, reason: typed, until }, shop)),
		]),
		"mail.confirm-registrant": [true, false].map((isSuspended) =>
			confirmRegistrant({ name, deadline: noon, isSuspended, token: "sample" }, shop),
		),
		"mail.registrant-suspended": [1, 2].map((count) =>
			registrantsSuspended(to, Array(count).fill({ id: "dom_1", name }), shop),
		),
		"mail.domain-push": [
			domainOffered(to, { pushId: "psh_1", name, from: "amina@example.com", expiresAt: noon, email: to.email }, shop),
			...(["accepted", "declined", "expired"] as const).map((event) =>
				pushAnswered(to, { domainId: "dom_1", name, email: "amina@example.com", event }, shop),
			),
		],
		"mail.plan-ended": [
			planHasEnded(to, { name: typed, domain: name }, shop),
			cancelledPlanHasEnded(to, { name: typed, domain: name, expiresAt: noon, keptUntil: noon }, shop),
			planEndedByStaff(to, { name: typed, domain: name, reason: typed, keptUntil: noon }, shop),
		],
		"mail.domain-unconnected": [domainUnconnected(to, { id: "hst_1", plan: typed, domain: name }, shop)],
		"mail.hosting-ready": (["web", "email"] as const).flatMap((type) => [
			hostingReady(to, { ...plan, type, place: "connected", ip: "192.0.2.1", expiresAt: noon }, shop),
			hostingReady(to, { ...plan, type, place: "here", ip: null, expiresAt: null }, shop),
			hostingReady(to, { ...plan, type, place: "elsewhere", ip: "192.0.2.1", expiresAt: noon }, shop),
			hostingReady(to, { ...plan, type, domain: null, place: "elsewhere", ip: null, expiresAt: noon }, shop),
			hostingReady(to, { ...plan, type, place: "connected", ip: null, expiresAt: noon, runByStaff: true }, shop),
		]),
		"mail.hosting-changed": [false, true].flatMap((runByStaff) =>
			hostingChanges.map((change) => hostingChanged(to, { ...plan, change, runByStaff }, shop)),
		),
		"mail.project-message": [
			projectMessage(
				to,
				{ projectId: "prj_1", project: typed, author: "Neema Wafula", body: `**Hello** ${typed}` },
				shop,
			),
		],
		"mail.task-assigned": [taskAssigned(to, { projectId: "prj_1", project: typed, task: typed, dueAt: noon }, shop)],
		"mail.project-updated": [
			projectUpdated(to, { ...update(typed), dueAt: null, changed: ["status", "progress", "due date"] }, shop),
		],
		"mail.ticket-received": [ticketReceived({ ...ticket, createdAt: noon }, to)],
		"mail.ticket-answer": [
			...[null, typed].map((openedBy) =>
				ticketAnswer(to, { ...ticket, openedBy, author: typed, rating: { token: "sample" } }, shop),
			),
			ticketAnswerToMember(to, { ...ticket, author: typed, account: "amina@example.com" }, shop),
		],
		"mail.order-cancelled": [
			orderCancelled(to, { orderId: "ord_1", invoiceNumber: "KK2026000001", items: [typed], creditUsed: true }, shop),
		],
		"mail.order-problem": [null, "dom_1"].map((domainId) => orderProblem(to, { ...problem, domainId }, shop)),
		"mail.order-line-returned": (["set up", "renew", "restore", null] as const).map((failed) =>
			orderLineReturned(to, { orderId: "ord_1", item: typed, message: typed, failed }, shop),
		),
	};
}
/** Emails to people about their own access to the desk. */
export const accessSamples = (shop: Shop) => ({
	"mail.staff-invitation": [true, false].map((joined) => staffLink({ joined }, sampleLink(shop))),
	"mail.staff-notice": (Object.keys(staffNotices) as StaffNotice[]).map((event) =>
		staffNotice({ event, at: noon, ...shop }),
	),
});

/** Every kind of email in all its forms, with values that show that they are samples. */
export function sampleEmails(shop: Shop): Readonly<Record<EmailKind, readonly EmailContent[]>> {
	const to = { ...sampleCustomer, firstName: "Sample Customer" };
	const toCustomers = customerSamples(to, "Sample text", shop, "sample.co.ke");
	return {
		...toCustomers,
		...accessSamples(shop),
		"mail.billing-copy": [
			...toCustomers["mail.invoice"].slice(0, 1).map((original) => ({ original, document: null })),
			...toCustomers["mail.receipt"]
				.slice(0, 1)
				.map((original) => ({ original, document: { name: "invoice", token: "sample" } as const })),
		].map(({ original, document }) => billingCopy(original, "amina@example.com", shop, document)),
		"mail.staff-task": staffTasks("sample.co.ke", shop.appOrigin),
		"mail.staff-test": toCustomers["mail.domain-active"].map(staffTest),
	};
}

/** One form of an email, or undefined. */
export const sampleOf = (kind: EmailKind, sample: number, shop: Shop): EmailContent | undefined =>
	sampleEmails(shop)[kind][sample];

import { readFileSync } from "node:fs";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { clothStripes } from "~/features/domains/cloth";
import type { EmailContent } from "~/features/email/content";
import type { EmailKind } from "~/features/email/email";
import { escapeHtml, html } from "~/features/email/html";
import { linksIn } from "~/features/email/links";
import { type BoughtLine, nextSteps } from "~/features/email/next-steps";
import { colours, renderHtml } from "~/features/email/render-html";
import { renderText } from "~/features/email/render-text";
import { accountClosing } from "~/features/email/templates/account-closing";
import { alreadyRegistered } from "~/features/email/templates/already-registered";
import { invoiceByStaff, quoteByStaff } from "~/features/email/templates/billed-by-staff";
import { chargeFailed } from "~/features/email/templates/charge-failed";
import { creditNote } from "~/features/email/templates/credit-note";
import { domainActive } from "~/features/email/templates/domain-active";
import { domainChanged } from "~/features/email/templates/domain-changed";
import { domainOffered, pushAnswered } from "~/features/email/templates/domain-push";
import { domainUnconnected } from "~/features/email/templates/domain-unconnected";
import { confirmEmailChange, emailChanged } from "~/features/email/templates/email-change";
import { hostingChanged } from "~/features/email/templates/hosting-changed";
import { hostingReady } from "~/features/email/templates/hosting-ready";
import { newSignIn } from "~/features/email/templates/new-sign-in";
import { orderCancelled } from "~/features/email/templates/order-cancelled";
import { orderLineReturned } from "~/features/email/templates/order-line-returned";
import { orderProblem } from "~/features/email/templates/order-problem";
import { passwordChanged } from "~/features/email/templates/password-changed";
import { projectMessage } from "~/features/email/templates/project-message";
import { projectUpdated } from "~/features/email/templates/project-updates";
import { type Receipt, receipt } from "~/features/email/templates/receipt";
import { inRedemption, restored } from "~/features/email/templates/redemption";
import { registrantsSuspended } from "~/features/email/templates/registrant-suspended";
import { type Reminders, reminders } from "~/features/email/templates/reminders";
import { renewalsCard } from "~/features/email/templates/renewals-card";
import { renewed } from "~/features/email/templates/renewed";
import { resetPassword } from "~/features/email/templates/reset-password";
import { type SecurityEvent, securityAlert, securityEvents } from "~/features/email/templates/security-alert";
import { type StaffNotice, staffLink, staffNotice, staffNotices } from "~/features/email/templates/staff-access";
import {
	staffBalance,
	staffCosts,
	staffSuspendedDomain,
	staffUnlistedPayments,
} from "~/features/email/templates/staff-costs";
import { staffRefusedDocument, staffUnsignedDocuments } from "~/features/email/templates/staff-fiscal";
import {
	staffDeadLetter,
	staffJob,
	staffQueue,
	staffRegistrar,
	staffReview,
} from "~/features/email/templates/staff-tasks";
import { taskAssigned } from "~/features/email/templates/task-assigned";
import { taxInvoice } from "~/features/email/templates/tax-invoice";
import { ticketAnswer } from "~/features/email/templates/ticket-answer";
import { ticketReceived } from "~/features/email/templates/ticket-received";
import {
	planEndedByStaff,
	planHasEnded,
	planIsSuspended,
	planSuspendedByStaff,
} from "~/features/email/templates/unpaid-plans";
import { verifyEmail } from "~/features/email/templates/verify-email";
import { hostingChanges } from "~/features/hosting/hosting-change";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { refundTargets } from "~/features/refunds/refund-state";
import { headerText, Message } from "~/lib/email-message";
import { kes, zero } from "~/lib/money";
import { routeTable } from "../support/route-table";

const noon = Date.UTC(2026, 10, 21, 12);
const shop = { appOrigin: "https://kikoa.test" };
const amina = { firstName: "Amina", email: "amina@example.com", timezone: "Africa/Nairobi", language: "en-GB" };
type CustomerMail = Exclude<EmailKind, `mail.staff-${string}`>;

const unpaidPlan = <KeptUntil extends number | null>(plan: {
	readonly name: string;
	readonly domain: string | null;
	readonly keptUntil: KeptUntil;
}) => ({ ...plan, expiresAt: noon, invoiceId: "inv_1", invoiceNumber: "KK2026000001", toPay: kes(420_000) });

const link = { url: "https://kikoa.test/verify-email?token=abc_-123", expiresAt: noon };
const asked = { at: noon, from: "Chrome on Android in Kisumu, Kenya" };

const visa = "Visa •••• 4242";
const payments: (PlannedPayment | null)[] = [
	null,
	{ kind: "charge", card: visa, at: noon },
	{ kind: "card_expires", card: visa, at: noon, by: noon },
	{ kind: "manual", by: noon },
];

const paid: Receipt = {
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

const signed = {
	state: "signed" as const,
	facts: [
		["Control unit", "KRACU0100000001"],
		["Control unit invoice number", "KRACU0100000001/7"],
	] as [string, string][],
	url: "https://etims.kra.go.ke/receipt",
};

const update = (project: string) => ({ projectId: "prj_1", project, status: "In Progress", progress: 40 });

const desk = "https://kikoa.test/desk?open=job%3Ajob_1";

/** Emails to staff about manual work. */
function staffTasks(typed: string): EmailContent[] {
	const contact = {
		...{ firstName: typed, lastName: "Otieno", email: "amina@example.com", phone: "+254700000001" },
		...{ address: typed, city: "Nairobi", country: "Kenya" },
	};
	const job = { id: "job_1", item: typed, years: 2, quantity: 1, paid: kes(1_200), reason: typed, orderId: "ord_1" };
	const kinds = [
		...(["register_domain", "transfer_domain", "renew_domain", "restore_domain", "create_hosting"] as const),
		...(["renew_hosting", "change_hosting", "activate_addon", "renew_addon", "ship_hardware"] as const),
	];
	return [
		...kinds.map((kind) => staffJob({ ...job, kind, invoiceNumber: "KK2026000001", contact, since: noon, desk })),
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
		staffBalance({ balanceOf: typed, amount: 4_999, currency: null, limit: 5_000 }),
		staffUnlistedPayments({ paymentsAt: typed, from: noon, until: null }),
		staffUnlistedPayments({ paymentsAt: typed, from: noon, until: noon + 3_600_000 }),
		staffQueue({ queued: 2, oldest: noon, appOrigin: "https://duka.co.ke" }),
		staffRefusedDocument({ id: "fsd_1", number: "KK2026000001", customer: typed, reason: typed, desk }),
		staffUnsignedDocuments({ fiscalDevice: typed, problem: typed, since: noon, waiting: 2 }),
	];
}

const nothing: Reminders = { invoices: [], domains: [], plans: [], registrants: [], contacts: [], projects: [] };

/** Reminders of everything, in every state. */
function everyReminder(typed: string): Reminders {
	const name = headerText(typed);
	const invoice = { id: "inv_1", number: "KK1", items: [name], toPay: kes(700), dueAt: noon, isOverdue: false };
	const restore = { fee: kes(12_900), until: noon };
	const domain = { id: "dom_1", name, expiresAt: noon, renewableUntil: noon, restore, isExpired: false, payment: null };
	const plan = { name: typed, domain: null, expiresAt: noon, invoiceId: "inv_1", invoiceNumber: "KK1" };
	const place = { address: typed, city: typed, postalCode: null, country: "Kenya" };
	const person = {
		firstName: typed,
		lastName: typed,
		organisation: typed,
		email: amina.email,
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

/** Every kind of email to a customer, with texts that they may have typed. */
function everyKind(to: typeof amina, typed: string): Readonly<Record<CustomerMail, readonly EmailContent[]>> {
	const name = headerText(typed);
	const everything = everyReminder(typed);
	const restore = { fee: kes(12_900), until: noon };
	const invoice = { invoiceId: "inv_1", invoiceNumber: "KK1", items: [name] };
	const ticket = { ticketId: "tck_1", number: "T-MAMA-2222", subject: name, body: typed };
	const plan = { id: "hst_1", name, type: "web", domain: name, createdAt: noon } as const;
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
			invoiceByStaff(to, { invoiceId: "inv_1", number: "KK2026000001", due: "1 December 2026", ...billed(name) }, shop),
		],
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
		"mail.renewed": [renewed(to, { name, until: noon, page: "/dashboard/hosting" }, shop)],
		"mail.domain-redemption": [restore, { refused: typed }].map((restore) =>
			inRedemption(to, { id: "dom_1", name, restore }, shop),
		),
		"mail.domain-restored": [kes(12_900), null].map((credit) =>
			restored(to, { id: "dom_1", name, until: noon, credit }, shop),
		),
		"mail.domain-active": [domainActive(to, { name, expiresAt: noon, autoRenew: true, nameservers: [typed] }, shop)],
		"mail.domain-changed": [domainChanged(to, { id: "dom_1", name, change: "dns", createdAt: noon }, shop)],
		"mail.plan-suspended": [null, name].flatMap((domain) => [
			planIsSuspended(to, unpaidPlan({ name: typed, domain, keptUntil: noon }), shop),
			...[noon, null].map((until) => planSuspendedByStaff(to, { name: typed, domain, reason: typed, until }, shop)),
		]),
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
			planEndedByStaff(to, { name: typed, domain: name, reason: typed, keptUntil: noon }, shop),
		],
		"mail.domain-unconnected": [domainUnconnected(to, { id: "hst_1", plan: typed, domain: name }, shop)],
		"mail.hosting-ready": (["web", "email"] as const).flatMap((type) => [
			hostingReady(to, { ...plan, type, place: "connected", ip: "192.0.2.1", expiresAt: noon }, shop),
			hostingReady(to, { ...plan, type, place: "here", ip: null, expiresAt: null }, shop),
			hostingReady(to, { ...plan, type, place: "elsewhere", ip: "192.0.2.1", expiresAt: noon }, shop),
			hostingReady(to, { ...plan, type, domain: null, place: "elsewhere", ip: null, expiresAt: noon }, shop),
		]),
		"mail.hosting-changed": hostingChanges.map((change) => hostingChanged(to, { ...plan, change }, shop)),
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
		"mail.ticket-answer": [ticketAnswer(to, { ...ticket, author: typed }, shop)],
		"mail.order-cancelled": [
			orderCancelled(to, { orderId: "ord_1", invoiceNumber: "KK2026000001", items: [typed], creditUsed: true }, shop),
		],
		"mail.order-problem": [null, "dom_1"].map((domainId) => orderProblem(to, { ...problem, domainId }, shop)),
		"mail.order-line-returned": (["set up", "renew", "restore", null] as const).map((failed) =>
			orderLineReturned(to, { orderId: "ord_1", item: typed, message: typed, failed }, shop),
		),
	};
}

const everyMail = (to: typeof amina, typed: string) => Object.values(everyKind(to, typed)).flat();

/** Emails about tickets to senders without an account. */
function strangerEmails(typed: string): EmailContent[] {
	const ticket = { ticketId: "tck_1", number: "T-MAMA-2222", subject: headerText(typed), body: typed };
	return [
		ticketReceived({ ...ticket, createdAt: noon }, null),
		ticketAnswer(null, { ...ticket, author: "Neema Wafula" }, shop),
	];
}

const hrefsOf = (markup: string) => Array.from(markup.matchAll(/href="([^"]*)"/g), ([, address = ""]) => address);
const leadsToPage = (address: string) =>
	address.startsWith(shop.appOrigin) &&
	routeTable.some(({ pattern, page }) => page && matchPath(pattern, new URL(address).pathname));
const leadsToUs = (address: string) =>
	[brand.phone.href, ...Object.values(brand.emails).map((email) => `mailto:${email}`)].includes(address);

const parts = { from: "Kikoa <hello@kikoa.example>", to: "amina@example.com" };

test.each(staffTasks("duka.co.ke"))("$subject: both parts say what happened and what to do", (mail) => {
	const [markup, plain] = [renderHtml(mail), renderText(mail)];
	expect(new Message({ ...parts, subject: mail.subject, html: markup, text: plain }).subject).toBe(mail.subject);
	for (const part of [markup, plain]) {
		expect(part).toContain("What to do");
		expect(part).toContain("duka.co.ke");
	}
	const [, facts] = mail.blocks;
	if (facts?.kind !== "facts") throw new Error("no facts");
	for (const [label, value] of facts.rows) {
		expect(plain).toContain(label);
		expect(value).not.toBe("");
	}
});

const staffAccess: readonly EmailContent[] = [
	...[true, false].map((joined) => staffLink({ joined }, link)),
	...(Object.keys(staffNotices) as StaffNotice[]).map((event) => staffNotice({ event, at: noon, ...shop })),
];

test("emails about access to the desk lead to our pages, in both parts", () => {
	for (const mail of staffAccess) {
		const [markup, plain] = [renderHtml(mail), renderText(mail)];
		expect(new Message({ ...parts, subject: mail.subject, html: markup, text: plain }).subject).toBe(mail.subject);
		const [leading = ""] = hrefsOf(markup).filter((address) => !leadsToUs(address));
		expect(leadsToPage(leading), leading).toBe(true);
		expect(plain).toContain(leading);
	}
});

test.each(everyMail(amina, "duka.co.ke"))("$subject: both parts have the same text and the same links", (mail) => {
	const [markup, plain] = [renderHtml(mail), renderText(mail)];
	expect(new Message({ ...parts, subject: mail.subject, html: markup, text: plain }).subject).toBe(mail.subject);
	// The new address of an account may be a stranger's.
	expect(plain).toContain(mail.subject.startsWith("Confirm your new email") ? "Hello," : "Hello Amina,");
	for (const address of linksIn(plain)) expect(markup).toContain(escapeHtml(address));
	expect(linksIn(plain).every((address) => address.startsWith("https://kikoa.test/"))).toBe(true);
	expect(hrefsOf(markup).filter((address) => !leadsToPage(address) && !leadsToUs(address))).toEqual([]);
	// Opening the email loads nothing from other hosts.
	expect(markup).not.toMatch(/<(img|script|link|iframe)\b|url\(/);
});

test("the email about a plan without a domain says how to give it one", () => {
	const plan = {
		id: "hst_1",
		name: "Email Basic",
		type: "email",
		place: "elsewhere",
		ip: null,
		expiresAt: noon,
	} as const;
	const ready = (domain: string | null) => renderText(hostingReady(amina, { ...plan, domain }, shop));
	expect(ready(null)).toContain("This plan has no domain yet. Open the plan and enter one");
	expect(ready("neema.co.ke")).not.toContain("no domain yet");
});

test("an invoice that is sent after its due date asks for the money now and names no day to come", () => {
	const sent = (isOverdue: boolean) => {
		const [invoice] = everyReminder("Web Basic").invoices;
		if (!invoice) throw new Error("no invoice");
		return reminders(amina, { ...nothing, invoices: [{ ...invoice, isOverdue }] }, shop);
	};
	expect(renderText(sent(false))).toContain("Pay by 21 Nov 2026 to keep your service running.");
	const late = sent(true);
	expect(late.subject).toBe("Invoice KK1: Ksh 700, was due on 21 Nov 2026");
	expect(renderText(late)).toContain("Pay now to keep your service running.");
	expect(renderText(late)).not.toMatch(/pay by|on that day/i);
});

test("a reminder of several things names the first ones and lists each with its date and link", () => {
	const mail = reminders(amina, everyReminder("duka.co.ke"), shop);
	expect(mail.subject).toBe("Reminder: invoice KK1, duka.co.ke for duka.co.ke and 1 more");
	const plain = renderText(mail);
	for (const line of [
		"TO PAY",
		"Invoice KK1: Ksh 700, due on 21 Nov 2026",
		"For duka.co.ke. Pay by 21 Nov 2026 to keep your service running.",
		"Pay invoice KK1: https://kikoa.test/pay/inv_1",
		"DOMAINS THAT EXPIRE",
		"duka.co.ke expires on 21 Nov 2026",
		"Invoice KK1 renews it. If it is not paid, its website and email stop working.",
		"duka.co.ke expired on 21 Nov 2026",
		"Renew duka.co.ke: https://kikoa.test/dashboard/domains/dom_1#renew",
		"PROJECTS",
		"duka.co.ke is due on 21 Nov 2026",
	])
		expect(plain.split("\n")).toContain(line);
});

test("a receipt says tax invoice only if the invoice is signed", () => {
	expect(renderText(receipt(amina, paid, shop))).not.toMatch(/tax invoice/i);
	const pending = renderText(receipt(amina, { ...paid, fiscal: { state: "pending" } }, shop));
	expect(pending).toContain("KRA signs your tax invoice in a few minutes.");
	expect(pending).not.toContain("Tax invoice");
	const text = renderText(receipt(amina, { ...paid, fiscal: signed }, shop));
	expect(text).toMatch(/Tax invoice:?\s+KK2026000001/);
	expect(text).toContain("KRACU0100000001/7");
});

test("an email has the cloth of its name above the heading, otherwise beside the rows with a name", () => {
	const facts = { id: "dom_1", name: "duka.co.ke", change: "dns", createdAt: noon } as const;
	const changed = renderHtml(domainChanged(amina, facts, shop));
	expect(clothsIn(changed, "row")).toHaveLength(1);
	expect(changed.indexOf('aria-hidden="true"')).toBeLessThan(changed.indexOf("<h1"));
	const receiptOfTwo = renderHtml(receipt(amina, paid, shop));
	expect(clothsIn(receiptOfTwo, "row")).toEqual([]);
	expect(clothsIn(receiptOfTwo, "small")).toEqual([
		clothStripes("duka.co.ke", "small").map(({ width, colour }) => `${width} ${colour}`),
	]);
	const [first, second] = everyReminder("duka.co.ke").domains;
	if (!first || !second) throw new Error("no domains");
	const ending = renderHtml(reminders(amina, { ...nothing, domains: [first, second] }, shop));
	expect(clothsIn(ending, "small")).toHaveLength(2);
	expect(clothsIn(renderHtml(renewalsCard(amina, { card: visa, ...shop })), "small")).toEqual([]);
});

/** The stripes of each cloth in an email, with their widths. */
const clothsIn = (markup: string, size: "row" | "small") =>
	[...markup.matchAll(/<table role="presentation" aria-hidden="true" width="(\d+)".*?<\/table>/g)]
		.filter(([, width]) => Number(width) === (size === "row" ? 44 : 28))
		.map(([table]) =>
			[...table.matchAll(/bgcolor="(.*?)" width="(\d+)"/g)].map(([, colour, width]) => `${width} ${colour}`),
		);

const hostile = [
	`<script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	"' onmouseover='alert(1)",
	"</title></style><h1>",
	"Amina\r\nBcc: all@example.com",
	"{{7*7}} <%= 7*7 %> #{7*7}",
	"\u202egnp.exe\u2069",
	"😀".repeat(3_000),
	"]]>&lt;&amp;",
];

test.each(hostile)("%j stays text in every email", (typed) => {
	const owner = { ...amina, firstName: typed };
	for (const mail of [...everyMail(owner, typed), ...strangerEmails(typed)]) {
		const markup = renderHtml(mail);
		expect(markup).not.toMatch(/<(script|img)\b|<[^>]*\son\w+=/);
		expect(markup.match(/<h1\b/g)).toHaveLength(1);
		expect(() => new Message({ ...parts, subject: mail.subject, html: markup, text: renderText(mail) })).not.toThrow();
	}
});

test("quoted text keeps its lines and is marked as a quote", () => {
	const [answer] = everyKind(amina, "One\nTwo")["mail.ticket-answer"];
	expect(answer && renderText(answer)).toContain("> One\n> Two");
	expect(answer && renderHtml(answer)).toMatch(/<blockquote[^>]*white-space:pre-wrap[^>]*>One\nTwo</);
});

test("the template tag escapes every value once, in text and in attributes", () => {
	const inner = html`<b>${"a<b"}</b>`;
	expect(html`<p title="${`"x"`}">${inner}${[inner, inner]}${7}</p>`.source).toBe(
		'<p title="&quot;x&quot;"><b>a&lt;b</b><b>a&lt;b</b><b>a&lt;b</b>7</p>',
	);
});

test("dates are in the customer's time zone", () => {
	expect(renderText(verifyEmail(amina, link, asked))).toContain("21 Nov 2026, 15:00");
	expect(renderText(verifyEmail({ ...amina, timezone: "America/New_York" }, link, asked))).toContain(
		"21 Nov 2026, 07:00",
	);
});

test("a receipt has its number, its lines and the right sum", () => {
	const mail = receipt(amina, paid, shop);
	expect(mail.subject).toBe("Receipt for invoice KK2026000001: Ksh 41,040");
	const plain = renderText(mail);
	for (const line of [
		"Invoice: KK2026000001",
		"Receipt number: SBX7K2M9QD",
		"Paid with: M-Pesa",
		"duka.co.ke, 2 years: Ksh 1,200",
		"Thermal printer × 2: Ksh 37,800",
		"Subtotal: Ksh 39,000",
		"Discount: −Ksh 1,000",
		"Tax (8%): Ksh 3,040",
		"Total: Ksh 41,040",
		"1. We register duka.co.ke now.",
		"https://kikoa.test/dashboard/invoices/inv_1",
	]) {
		expect(plain.split("\n")).toContain(line);
	}
	expect(plain).not.toContain("Shipping");
});

test("each kind of line has a next step, shown once", () => {
	const bought: BoughtLine[] = [
		{ kind: "registration", name: "duka.co.ke", domain: "duka.co.ke" },
		{ kind: "registration", name: "duka.co.ke", domain: "duka.co.ke" },
		{ kind: "transfer", name: "Transfer", domain: "soko.com" },
		{ kind: "plan", name: "Business Hosting", domain: "duka.co.ke" },
		{ kind: "hardware", name: "Thermal printer", domain: null },
		{ kind: "free_domain", name: "First year free", domain: "duka.co.ke" },
	];
	const steps = nextSteps(bought);
	expect(steps).toHaveLength(4);
	expect(steps[0]).toContain("We're registering duka.co.ke now");
});

test("staff read where to deliver hardware: to the contact, or to the address that the customer gave for it", () => {
	const contact = {
		...{ firstName: "Amina", lastName: "Otieno", email: "amina@example.com", phone: "+254700000001" },
		...{ address: "Moi Avenue 12", city: "Nairobi", country: "Kenya" },
	};
	const delivery = { address: "Kenyatta Market, stall 4", city: "Nakuru", phone: "+254722000111" };
	const job = { id: "job_1", item: "Cash drawer", years: null, quantity: 1, paid: kes(1_200), orderId: "ord_1" };
	const more = { reason: "to be shipped", invoiceNumber: "KK2026000001", since: noon, desk };
	const text = (kind: "ship_hardware" | "register_domain", to: typeof contact & { delivery?: typeof delivery }) =>
		renderText(staffJob({ ...job, ...more, kind, contact: to }));
	expect(text("ship_hardware", contact)).toContain("Moi Avenue 12, Nairobi, +254700000001");
	expect(text("ship_hardware", { ...contact, delivery })).toContain("Kenyatta Market, stall 4, Nakuru, +254722000111");
	expect(text("register_domain", { ...contact, delivery })).not.toContain("Kenyatta Market");
});

test("links in a text are found without the punctuation after them", () => {
	const text = "See https://a.test/x?y=1. Or (https://b.test/z), again https://a.test/x?y=1!";
	expect(linksIn(text)).toEqual(["https://a.test/x?y=1", "https://b.test/z"]);
});

test("emails use the shop's colours, light and dark", () => {
	const [first = "", dark = ""] = readFileSync("app/app.css", "utf8").split("prefers-color-scheme: dark");
	const token = (css: string, role: string) => new RegExp(`--${role}: (#[0-9a-f]{6});`).exec(css)?.[1];
	for (const [role, shades] of Object.entries(colours)) {
		expect([token(first, role), token(dark, role)], role).toEqual(shades);
	}
});

test("an email to an unverified address, or one that may belong to a stranger, leaves out the typed name", () => {
	const bait = "Win at evil.example";
	const stranger = { ...amina, firstName: bait };
	const change = { oldEmail: "a@example.com", newEmail: amina.email };
	const mails = [
		verifyEmail({ ...stranger, status: "unverified" }, link, asked),
		resetPassword({ ...stranger, status: "unverified" }, link, asked),
		confirmEmailChange({ ...stranger, status: "active" }, change, link),
	];
	for (const mail of mails) {
		const parts = [mail.subject, renderText(mail, null), renderHtml(mail, null)].join("\n");
		expect(parts, mail.subject).not.toContain("evil.example");
		expect(parts, mail.subject).toContain("Hello,");
	}
	expect(renderText(resetPassword({ ...stranger, status: "active" }, link, asked), null)).toContain(bait);
});

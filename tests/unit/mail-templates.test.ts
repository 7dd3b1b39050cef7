import { readFileSync } from "node:fs";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { clothStripes } from "~/features/domains/cloth";
import type { EmailContent } from "~/features/email/content";
import { escapeHtml, html } from "~/features/email/html";
import { linksIn } from "~/features/email/links";
import { type BoughtLine, nextSteps } from "~/features/email/next-steps";
import { type CustomerEmail, noOwnText, textProblem, textRules, withOwnText } from "~/features/email/own-texts";
import { colours, renderHtml } from "~/features/email/render-html";
import { renderText } from "~/features/email/render-text";
import {
	accessSamples,
	asked,
	customerSamples,
	everyReminder,
	noon,
	nothing,
	paid,
	sampleCustomer,
	sampleLink,
	samplePayUrl,
	signed,
	staffTasks,
	visa,
} from "~/features/email/sample-emails";
import { domainChanged } from "~/features/email/templates/domain-changed";
import { confirmEmailChange } from "~/features/email/templates/email-change";
import { hostingReady } from "~/features/email/templates/hosting-ready";
import { receipt } from "~/features/email/templates/receipt";
import { reminders } from "~/features/email/templates/reminders";
import { renewalsCard } from "~/features/email/templates/renewals-card";
import { resetPassword } from "~/features/email/templates/reset-password";
import { staffJob } from "~/features/email/templates/staff-tasks";
import { ticketAnswer } from "~/features/email/templates/ticket-answer";
import { ticketReceived } from "~/features/email/templates/ticket-received";
import { verifyEmail } from "~/features/email/templates/verify-email";
import { headerText, Message } from "~/lib/email-message";
import { kes } from "~/lib/money";
import { routeTable } from "../support/route-table";

const shop = { appOrigin: "https://kikoa.test" };
const amina = sampleCustomer;
const link = sampleLink(shop);
const desk = "https://kikoa.test/desk?open=job%3Ajob_1";

const everyKind = (to: typeof amina, typed: string) => customerSamples(to, typed, shop);

const everyMail = (to: typeof amina, typed: string) => Object.values(everyKind(to, typed)).flat();

/** Emails about tickets to senders without an account. */
function strangerEmails(typed: string): EmailContent[] {
	const ticket = { ticketId: "tck_1", number: "T-MAMA-2222", subject: headerText(typed), body: typed };
	return [
		ticketReceived({ ...ticket, createdAt: noon }, null),
		ticketAnswer(null, { ...ticket, author: "Neema Wafula", openedBy: null, rating: { token: "tck_1.1.a" } }, shop),
	];
}

const hrefsOf = (markup: string) => Array.from(markup.matchAll(/href="([^"]*)"/g), ([, address = ""]) => address);
const leadsToPage = (address: string) =>
	address.startsWith(shop.appOrigin) &&
	routeTable.some(({ pattern, page }) => page && matchPath(pattern, new URL(address).pathname));
const leadsToUs = (address: string) =>
	[brand.phone.href, ...Object.values(brand.emails).map((email) => `mailto:${email}`)].includes(address);

const parts = { from: "Kikoa <hello@kikoa.example>", to: "amina@example.com" };

test.each(staffTasks("duka.co.ke", "https://duka.co.ke"))(
	"$subject: both parts say what happened and what to do",
	(mail) => {
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
	},
);

test("emails about access to the desk lead to our pages, in both parts", () => {
	for (const mail of Object.values(accessSamples(shop)).flat()) {
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
	// The new address of an account may be a stranger's, and so may be a registrant's and a billing address.
	expect(plain).toContain(
		/^(Registrant of|Confirm your new email|Confirm that you)/.test(mail.subject) ? "Hello," : "Hello Amina,",
	);
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
		runByStaff: false,
	} as const;
	const ready = (domain: string | null) => renderText(hostingReady(amina, { ...plan, domain }, shop));
	expect(ready(null)).toContain("This plan has no domain yet. Open the plan and enter one");
	expect(ready("neema.co.ke")).not.toContain("no domain yet");
});

test("the email about a new plan names no nameservers, because ours do not know domains that are elsewhere", () => {
	const plan = {
		id: "hst_1",
		name: "Web Basic",
		type: "web",
		domain: "neema.co.ke",
		ip: null,
		expiresAt: null,
		runByStaff: false,
	} as const;
	const names = (place: "connected" | "here" | "elsewhere") =>
		renderText(hostingReady(amina, { ...plan, place }, shop)).includes(brand.nameservers[0]);
	expect([names("connected"), names("here"), names("elsewhere")]).toEqual([false, false, false]);
});

test("an invoice that is sent after its due date asks for the money now and names no day to come", () => {
	const sent = (isOverdue: boolean) => {
		const [invoice] = everyReminder("Web Basic", shop).invoices;
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
	const mail = reminders(amina, everyReminder("duka.co.ke", shop), shop);
	expect(mail.subject).toBe("Reminder: invoice KK1, duka.co.ke for duka.co.ke and 1 more");
	const plain = renderText(mail);
	for (const line of [
		"TO PAY",
		"Invoice KK1: Ksh 700, due on 21 Nov 2026",
		"For duka.co.ke. Pay by 21 Nov 2026 to keep your service running.",
		`Pay invoice KK1: ${samplePayUrl(shop)}`,
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
	const [first, second] = everyReminder("duka.co.ke", shop).domains;
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

test("staff can name the facts of every email, and its first block is the greeting", () => {
	for (const [kind, mails] of Object.entries(everyKind(amina, "duka.co.ke"))) {
		const { values, tells = false } = textRules[kind as CustomerEmail];
		for (const mail of mails) {
			expect(Object.keys(mail.values ?? {}).toSorted(), kind).toEqual(expect.arrayContaining(values.toSorted()));
			expect(mail.blocks[0], kind).toMatchObject({ kind: "text", text: expect.stringMatching(/^Hello/) });
		}
		// One subject of staff for all of them must not hide which of them it is.
		const forms = new Set(
			mails.map(({ subject, values: facts = {} }) =>
				Object.values(facts).reduce((form, fact) => form.replaceAll(fact, "…"), subject),
			),
		);
		if (forms.size > 1) expect(tells, kind).toBe(true);
	}
});

test.each(hostile)("%j in a text of staff stays text, and the email keeps its links", (typed) => {
	const own = { subject: `${typed} {subject}`, opening: `${typed} {shop}`, closing: typed };
	for (const [kind, mails] of Object.entries(everyKind(amina, "duka.co.ke"))) {
		for (const mail of mails) {
			const changed = withOwnText(mail, own);
			const [markup, plain] = [renderHtml(changed), renderText(changed)];
			expect(markup, kind).not.toMatch(/<(script|img)\b|<[^>]*\son\w+=/);
			expect(linksIn(plain), kind).toEqual(expect.arrayContaining(linksIn(renderText(mail))));
			expect(() => new Message({ ...parts, subject: changed.subject, html: markup, text: plain })).not.toThrow();
		}
	}
});

test("a text of staff is left out where it names a fact that the email does not have", () => {
	const mail = receipt(amina, paid, shop);
	const own = { subject: "Paid: {invoice}, {amount}", opening: "For {domain}.", closing: "Thank you from {shop}." };
	const changed = withOwnText(mail, own);
	expect(changed.subject).toBe("Paid: KK2026000001, Ksh 41,040");
	expect(changed.blocks).toHaveLength(mail.blocks.length + 1);
	expect(changed.blocks.at(-1)).toEqual({ kind: "text", text: `Thank you from ${brand.name}.` });
	expect(withOwnText(mail, noOwnText)).toEqual(mail);
});

test.each([
	["mail.receipt", "subject", "Paid {domain}", "{domain}"],
	["mail.receipt", "opening", "Hello {", "braces"],
	["mail.receipt", "closing", "See https://example.com", "web addresses"],
	["mail.domain-changed", "subject", "News", "{subject}"],
] as const)("%s, %s: %j is refused", (kind, part, typed, reason) => {
	expect(textProblem(kind, part, typed)).toContain(reason);
	expect(textProblem("mail.receipt", "subject", "Paid {invoice} at {shop}")).toBeNull();
});

test("quoted text keeps its lines and is marked as a quote", () => {
	const [answer] = everyKind(amina, "One\nTwo")["mail.ticket-answer"];
	expect(answer && renderText(answer)).toContain("> One\n> Two");
	expect(answer && renderHtml(answer)).toMatch(/<blockquote[^>]*><p[^>]*>One<br>Two<\/p>/);
	const [received] = everyKind(amina, "One\nTwo")["mail.ticket-received"];
	expect(received && renderHtml(received), "typed by the sender").toMatch(/white-space:pre-wrap[^>]*>One\nTwo</);
});

test("an answer has the marks of our team, and nothing else that it could contain", () => {
	const typed =
		"Set **www** to `192.0.2.10`:\n\n- one\n- <b>two</b>\n\n[page](https://kikoa.test/help) [bad](javascript:x)";
	const [answer] = everyKind(amina, typed)["mail.ticket-answer"];
	const markup = answer ? renderHtml(answer) : "";
	expect(markup).toMatch(/<strong>www<\/strong> to <code[^>]*>192\.0\.2\.10<\/code>:/);
	expect(markup).toMatch(/<ul[^>]*><li[^>]*>one<\/li><li[^>]*>&lt;b&gt;two&lt;\/b&gt;<\/li><\/ul>/);
	expect(markup).toContain('href="https://kikoa.test/help"');
	expect(markup).not.toContain('"javascript:');
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
	const name = { productId: "domain-registration", name: "duka.co.ke", domain: "duka.co.ke" };
	const bought: BoughtLine[] = [
		{ kind: "registration", ...name },
		{ kind: "registration", ...name },
		{ kind: "transfer", productId: "domain-transfer", name: "Transfer", domain: "soko.com" },
		{ kind: "plan", productId: "shared-business", name: "Business Hosting", domain: "duka.co.ke" },
		{ kind: "plan", productId: "vps-starter", name: "Starter VPS", domain: null },
		{ kind: "hardware", productId: "thermal-printer", name: "Thermal printer", domain: null },
		{ kind: "free_domain", ...name },
	];
	const steps = nextSteps(bought);
	expect(steps).toHaveLength(5);
	expect(steps[0]).toContain("We're registering duka.co.ke now");
	expect(steps[2]).toContain("This usually takes a few minutes");
	expect(steps[3]).toBe("Our team is setting up Starter VPS. We'll email you when it is ready.");
});

test("staff read where to deliver hardware: to the contact, or to the address that the customer gave for it", () => {
	const contact = {
		...{ firstName: "Amina", lastName: "Otieno", email: "amina@example.com", phone: "+254700000001" },
		...{ address: "Moi Avenue 12", city: "Nairobi", country: "Kenya" },
	};
	const delivery = { address: "Kenyatta Market, stall 4", city: "Nakuru", phone: "+254722000111" };
	const job = { id: "job_1", item: "Cash drawer", years: null, quantity: 1, paid: kes(1_200), orderId: "ord_1" };
	const more = { runByStaff: false, reason: "to be shipped", invoiceNumber: "KK2026000001", since: noon, desk };
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

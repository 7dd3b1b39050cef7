import { env } from "cloudflare:workers";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { servicesContext } from "~/context";
import { emit } from "~/db/change.server";
import { billingEmailSchema } from "~/features/billing-details/billing-details.schema";
import { billingDocumentToken, billingEmailToken } from "~/features/billing-details/billing-email";
import { DAY } from "~/lib/durations";
import { parse } from "~/lib/parse";
import BillingAddress, { action, loader } from "~/routes/site/billing-address";
import { loader as loadPdf } from "~/routes/site/billing-address-pdf";
import type { Services } from "~/services.server";
import { mailsOf } from "../support/accounts";
import { aCustomer } from "../support/factories";
import { anOrder, aPhone, quietServices, thePayment } from "../support/orders";
import { aSignedInMember, statusOf } from "../support/staff";

let next = 1;
const anAddress = () => `accounts-${next++}-${Math.random().toString(36).slice(2, 8)}@example.com`;

const asCustomer = (userId: string) => ({ actor: "customer", owner: { userId } }) as const;

/** Delivers everything that waits, and what follows from it. */
async function deliverAll({ outbox, clock }: Services): Promise<void> {
	for (let round = 0; round < 20; round += 1) {
		const due = await env.DB.prepare("select id from outbox where state = 'new' and next_at <= ?")
			.bind(clock())
			.all<{ id: string }>();
		if (due.results.length === 0) return;
		for (const { id } of due.results) await outbox.deliver(id);
	}
}

const mailsTo = async (services: Services, address: string) =>
	((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === address);

const rowsOf = (services: Services, userId: string) => services.billingEmails.list({ userId });

function visit(services: Services, token: string, form?: Record<string, string>) {
	const url = new URL(`/billing-address?token=${token}`, "https://kikoa.test");
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	const request = new Request(url, form && { method: "POST", body: new URLSearchParams(form) });
	return { context, request, url, params: {} } as never;
}

/** The token of the link to a document. */
const documentToken = (text = "") => /\/billing-address\/pdf\?token=(\S+)/.exec(text)?.[1] ?? "";

/** What its address answers. */
async function pdfOf(services: Services, token: string): Promise<unknown> {
	const url = new URL(`/billing-address/pdf?token=${token}`, "https://kikoa.test");
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	return loadPdf({ context, request: new Request(url), url, params: {} } as never).catch((thrown: unknown) => thrown);
}

/** A customer with an address, as the link in our email confirms it. */
async function aBillingAddress(services: Services, customer: { id: string; email: string }, email = anAddress()) {
	expect(await services.billingEmails.add(customer, email, asCustomer(customer.id))).toMatchObject({ ok: true });
	await deliverAll(services);
	const [mail] = await mailsTo(services, email);
	const token = /\/billing-address\?token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
	return { email, token, mail };
}

async function aConfirmedAddress(services: Services, customer: { id: string; email: string }) {
	const address = await aBillingAddress(services, customer);
	expect(await action(visit(services, address.token, { intent: "confirm" }))).toEqual({ done: "confirmed" });
	return address;
}

const aBuyer = async () => ({
	...(await aCustomer({ currency: "KES", firstName: "Achieng" })),
	currency: "KES" as const,
});

async function anInvoiceByEmail(services: Services, customer: Awaited<ReturnType<typeof aBuyer>>) {
	const order = await anOrder(services, { customer });
	const { invoiceId } = order;
	await services.db.commit(
		emit({ kind: "mail.invoice", payload: { invoiceId }, userId: customer.id }),
		services.clock(),
	);
	return order;
}

test("an address gets nothing but the link before its reader agrees, then a copy of each invoice and receipt", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const { email, token, mail } = await aBillingAddress(services, customer);
	expect(mail?.text).toContain(customer.email);
	await anInvoiceByEmail(services, customer);
	await deliverAll(services);
	expect(await mailsTo(services, email)).toHaveLength(1);

	expect(await loader(visit(services, token))).toMatchObject({ linked: { email, isConfirmed: false } });
	expect((await rowsOf(services, customer.id))[0]?.confirmedAt).toBeNull();
	expect(await action(visit(services, token, { intent: "confirm" }))).toEqual({ done: "confirmed" });
	const { invoiceId } = await anInvoiceByEmail(services, customer);
	await deliverAll(services);
	const started = await services.payments.start(customer, invoiceId, { method: "mpesa", phone: aPhone() });
	if (!started.ok) throw new Error(started.error.message);
	await services.sandbox?.answer((await thePayment(started.value.paymentId)).providerRef ?? "", "approve");
	await deliverAll(services);

	const copies = (await mailsTo(services, email)).filter(({ subject }) => !subject.startsWith("Confirm"));
	expect(copies.map(({ subject }) => subject.replace(/ .*/, "")).sort()).toEqual(["Invoice", "Receipt"]);
	for (const { text } of copies) {
		expect(text).not.toContain("Achieng");
		expect(text).not.toContain("/dashboard");
		// Only the account gets what these promise.
		expect(text).not.toMatch(/We'll email you|you can download/i);
		expect(text).toContain(`Stop emails about invoices: https://kikoa.test/billing-address?token=${token}`);
	}
	expect(copies.find(({ subject }) => subject.startsWith("Invoice"))?.text).toContain("/pay-link?link=");
	// The customer downloads the PDF in the portal, and these readers by a link.
	const receipt = copies.find(({ subject }) => subject.startsWith("Receipt"));
	const pdf = (await pdfOf(services, documentToken(receipt?.text))) as Response;
	expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
	expect(pdf.headers.get("Content-Disposition")).toContain(`${receipt?.subject.match(/KK\d+/)?.[0]}.pdf`);
	expect(new TextDecoder().decode((await pdf.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
	// The account's own emails are as before.
	const own = await mailsTo(services, customer.email);
	expect(own.filter(({ subject }) => subject.startsWith("Receipt"))).toHaveLength(1);
	expect(own.find(({ subject }) => subject.startsWith("Receipt"))?.text).toContain("Hello Achieng,");
});

test("each email is copied once to each address, however often it is delivered", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const addresses = [await aConfirmedAddress(services, customer), await aConfirmedAddress(services, customer)];
	await anInvoiceByEmail(services, customer);
	const [event] = await mailsOf(customer.id, "mail.invoice");
	await Promise.all([1, 2, 3].map(() => services.outbox.deliver(event?.id ?? "")));
	await deliverAll(services);
	await env.DB.prepare("update outbox set state = 'new', next_at = 0 where id = ?")
		.bind(event?.id ?? "")
		.run();
	await deliverAll(services);
	for (const { email } of addresses)
		expect((await mailsTo(services, email)).filter(({ subject }) => subject.startsWith("Invoice"))).toHaveLength(1);
});

test("an address never gets an email about signing in, or about domains", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const { email } = await aConfirmedAddress(services, customer);
	const now = services.clock();
	await services.db.commit(
		emit({
			kind: "mail.security-notice",
			payload: { userId: customer.id, event: "two-factor-on" },
			userId: customer.id,
		}),
		now,
	);
	await services.db.commit(
		emit({ kind: "mail.password-changed", payload: { userId: customer.id }, userId: customer.id }),
		now,
	);
	await deliverAll(services);
	expect(await mailsTo(services, customer.email)).not.toHaveLength(0);
	expect(await mailsTo(services, email)).toHaveLength(1);
});

test("a link of another address, a forged one and one after seven days confirm nothing", async () => {
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const customer = await aBuyer();
	const { token } = await aBillingAddress(services, customer);
	const [row] = await rowsOf(services, customer.id);
	const forged = billingEmailToken(["another secret"], row?.id ?? "");
	for (const wrong of ["", "x", forged, `${token}0`])
		expect(await action(visit(services, wrong, { intent: "confirm" })), wrong).toMatchObject({ data: { failure: {} } });
	now += 8 * DAY;
	expect(await action(visit(services, token, { intent: "confirm" }))).toMatchObject({ data: { failure: {} } });
	expect((await rowsOf(services, customer.id))[0]?.confirmedAt).toBeNull();
});

test("the reader stops the emails by their link or the mailbox's button, and the customer by removing the address", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const [first, second] = [await aConfirmedAddress(services, customer), await aConfirmedAddress(services, customer)];
	expect(await action(visit(services, first.token, { "List-Unsubscribe": "One-Click" }))).toEqual({ done: "stopped" });
	const [left] = await rowsOf(services, customer.id);
	expect(left?.email).toBe(second.email);
	const stranger = await aCustomer();
	expect(await services.billingEmails.remove(left?.id ?? "", asCustomer(stranger.id))).toMatchObject({ ok: false });
	expect(await services.billingEmails.remove(left?.id ?? "", asCustomer(customer.id))).toMatchObject({ ok: true });
	await anInvoiceByEmail(services, customer);
	await deliverAll(services);
	for (const { email } of [first, second]) expect(await mailsTo(services, email)).toHaveLength(1);
	expect((await services.activity.list({ userId: customer.id })).items.map(({ kind }) => kind)).toEqual(
		expect.arrayContaining(["billing_email.stopped", "billing_email.removed"]),
	);
});

test("the link of an address that the customer has removed says so, and is no error", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const { token } = await aConfirmedAddress(services, customer);
	const [row] = await rowsOf(services, customer.id);
	expect(await services.billingEmails.remove(row?.id ?? "", asCustomer(customer.id))).toMatchObject({ ok: true });
	const page = async () => {
		const loaderData = await loader(visit(services, token));
		const element = createElement(BillingAddress, { loaderData, actionData: undefined } as never);
		const router = createMemoryRouter([{ path: "*", element }]);
		return renderToStaticMarkup(createElement(RouterProvider, { router }));
	};
	const html = await page();
	expect(html).toContain("This address gets no invoices from us any more.");
	expect(html).not.toContain("alert");
});

test("an address that bounces gets no more, the customer is told, and copies go on if the account's own address bounces", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const [dead, alive] = [await aConfirmedAddress(services, customer), await aConfirmedAddress(services, customer)];
	await services.undeliverable.report({ email: dead.email, reason: "bounced" });
	await services.undeliverable.report({ email: customer.email, reason: "bounced" });
	await anInvoiceByEmail(services, customer);
	await deliverAll(services);
	const invoices = async (address: string) =>
		(await mailsTo(services, address)).filter(({ subject }) => subject.startsWith("Invoice"));
	expect(await invoices(dead.email)).toEqual([]);
	expect(await invoices(customer.email)).toEqual([]);
	expect(await invoices(alive.email)).toHaveLength(1);
	expect((await services.notifications.list({ userId: customer.id })).items).toContainEqual(
		expect.objectContaining({ kind: "billing_email.refused" }),
	);
});

test("an account has five such addresses at most, none twice, and a stranger's mailbox gets three links a day", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const own = await services.billingEmails.add(customer, customer.email, asCustomer(customer.id));
	expect(own).toMatchObject({ error: { fields: { email: expect.any(String) } } });
	const added = await Promise.all(
		Array.from({ length: 8 }, () => services.billingEmails.add(customer, anAddress(), asCustomer(customer.id))),
	);
	expect(added.filter(({ ok }) => ok)).toHaveLength(5);
	const others = await Promise.all(Array.from({ length: 4 }, aBuyer));
	const target = anAddress();
	const asked = [];
	for (const other of others) asked.push(await services.billingEmails.add(other, target, asCustomer(other.id)));
	expect(asked.map((one) => (one.ok ? "ok" : one.error.kind))).toEqual(["ok", "ok", "ok", "rate_limited"]);
});

test("staff see the addresses, and add and remove them with a reason", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const { session } = await aSignedInMember(["support"]);
	const email = anAddress();
	const { customerActions, customers } = services;
	expect(
		await customerActions.addBillingEmail(session, customer.id, { email, reason: "Asked by phone" }),
	).toMatchObject({
		ok: true,
	});
	const [row] = await customers.billingEmails(session, customer.id);
	expect(row).toMatchObject({ email, confirmedAt: null });
	const reader = await aSignedInMember(["read-only"]);
	const remove = { billingEmailId: row?.id ?? "", reason: "Left the company" };
	expect(await customerActions.removeBillingEmail(reader.session, customer.id, remove)).toMatchObject({ ok: false });
	expect(await customers.billingEmails(session, customer.id)).toHaveLength(1);
	expect(await customerActions.removeBillingEmail(session, customer.id, remove)).toMatchObject({ ok: true });
	expect(await customers.billingEmails(session, customer.id)).toEqual([]);
	const log = await env.DB.prepare("select kind, reason from audit_log where customer_id = ? order by kind")
		.bind(customer.id)
		.all();
	expect(log.results).toEqual([
		{ kind: "customer.billing_email_added", reason: "Asked by phone" },
		{ kind: "customer.billing_email_removed", reason: "Left the company" },
	]);
});

test("copies that wait are not sent to an address that was removed, stopped or is the account's own by then", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const [removed, stopped, own] = [
		await aConfirmedAddress(services, customer),
		await aConfirmedAddress(services, customer),
		await aConfirmedAddress(services, customer),
	];
	await anInvoiceByEmail(services, customer);
	const [event] = await mailsOf(customer.id, "mail.invoice");
	await services.outbox.deliver(event?.id ?? "");
	expect(await mailsOf(customer.id, "mail.billing-copy")).toHaveLength(3);
	const row = (await rowsOf(services, customer.id)).find(({ email }) => email === removed.email);
	await services.billingEmails.remove(row?.id ?? "", asCustomer(customer.id));
	await action(visit(services, stopped.token, {}));
	await env.DB.prepare("update users set email = ? where id = ?").bind(own.email, customer.id).run();
	await deliverAll(services);
	for (const { email } of [removed, stopped, own])
		expect((await mailsTo(services, email)).filter(({ subject }) => subject.startsWith("Invoice"))).toEqual([]);
});

test("abuse: text that would add recipients or headers is no billing address, and spellings of one are the same", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const read = (email: string) => parse(billingEmailSchema, { intent: "add-billing-email", email });
	for (const typed of [
		"a@example.com\r\nBcc: b@example.com",
		"a@example.com,b@example.com",
		"a@example.com b@example.com",
		"Books <a@example.com>",
		"a@example.com\u0000",
		"a@exam\u202eple.com",
	])
		expect(read(typed), typed).toMatchObject({ ok: false, error: { fields: { email: expect.any(String) } } });
	const email = anAddress();
	for (const [typed, isNew] of [
		[` ${email.toUpperCase()} `, true],
		[email, false],
	] as const) {
		const sent = read(typed);
		if (!sent.ok || sent.value.intent !== "add-billing-email") throw new Error("no address");
		const added = await services.billingEmails.add(customer, sent.value.email, asCustomer(customer.id));
		expect(added.ok, typed).toBe(isNew);
	}
	expect(await rowsOf(services, customer.id)).toMatchObject([{ email }]);
});

test("the link of a document shows only that one, to an address that still gets copies, for 400 days", async () => {
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const [customer, stranger] = [await aBuyer(), await aBuyer()];
	await aConfirmedAddress(services, customer);
	const [row] = await rowsOf(services, customer.id);
	const billingEmailId = row?.id ?? "";
	const [own, foreign] = [await anOrder(services, { customer }), await anOrder(services, { customer: stranger })];
	const secrets = [env.TOKEN_SECRET] as const;
	const tokenOf = (invoiceId: string) =>
		billingDocumentToken(secrets, { billingEmailId, invoiceId, creditNoteId: null }, now);
	const token = tokenOf(own.invoiceId);
	expect(statusOf(await pdfOf(services, token))).toBe(200);
	const forged = billingDocumentToken(
		["another"],
		{ billingEmailId, invoiceId: own.invoiceId, creditNoteId: null },
		now,
	);
	for (const wrong of ["", "x", forged, token.replace(own.invoiceId, foreign.invoiceId), tokenOf(foreign.invoiceId)])
		expect(statusOf(await pdfOf(services, wrong)), wrong).toBe(404);
	now += 399 * DAY;
	expect(statusOf(await pdfOf(services, token))).toBe(200);
	now += 2 * DAY;
	expect(statusOf(await pdfOf(services, token))).toBe(404);
	const fresh = tokenOf(own.invoiceId);
	expect(await services.billingEmails.remove(billingEmailId, asCustomer(customer.id))).toMatchObject({ ok: true });
	expect(statusOf(await pdfOf(services, fresh))).toBe(404);
});

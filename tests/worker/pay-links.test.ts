import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { linksIn } from "~/features/email/links";
import { payLinkToken } from "~/features/payments/pay-link";
import { DAY, MINUTE } from "~/lib/durations";
import { secretsOf } from "~/platform/config";
import { action, loader } from "~/routes/checkout/pay-link";
import { loader as pdf } from "~/routes/checkout/pay-link-pdf";
import type { Services } from "~/services.server";
import { aClient, mailsOf } from "../support/accounts";
import { aCardHolder, visa } from "../support/cards";
import { aCustomer, aSession } from "../support/factories";
import { anOrder, aPhone, quietServices, thePayment } from "../support/orders";
import { statusOf } from "../support/staff";

/** An unpaid order and the token of its pay link. */
async function aLink(services: Services, options: Parameters<typeof anOrder>[1] = {}) {
	const order = await anOrder(services, options);
	const address = await addressOf(services, order.invoiceId);
	return { ...order, token: tokenIn(address ?? ""), owner: { userId: order.user.id } };
}

const invoiceOf = async (services: Services, invoiceId: string) => {
	const invoice = await services.orders.invoice(invoiceId);
	if (!invoice) throw new Error("no invoice");
	return invoice;
};

const addressOf = async (services: Services, invoiceId: string) =>
	services.payments.links.url(await invoiceOf(services, invoiceId));

const tokenIn = (address: string) => new URL(address).searchParams.get("link") ?? "";

interface Visit {
	readonly services: Services;
	readonly token: string;
	readonly cookie?: string;
	readonly form?: Record<string, string>;
	/** What the payment service adds to the address. */
	readonly added?: Record<string, string>;
}

/** The arguments of the page. */
function visit({ services, token, cookie = "", form, added = {} }: Visit) {
	const url = new URL("/pay-link", "https://kikoa.test");
	for (const [name, value] of Object.entries({ link: token, ...added })) url.searchParams.set(name, value);
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(clientContext, aClient());
	context.set(viewerContext, services.sessions.viewer({ cookie }));
	const request = new Request(url, form && { method: "POST", body: new URLSearchParams(form) });
	return { context, request, url, params: {} } as never;
}

const open = (page: Visit) => loader(visit(page)).catch((thrown: unknown) => thrown);

async function viewOf(page: Visit) {
	const { view, failure } = await loader(visit(page));
	if (!view) throw new Error(failure.message);
	return view;
}

const pay = (page: Visit & { readonly form: Record<string, string> }) =>
	action(visit(page)).catch((thrown: unknown) => thrown);

const asksPhone = (phone = aPhone()) => ({ method: "mpesa", phone });

const newestPayment = async (invoiceId: string) => {
	const found = await env.DB.prepare("select id from payments where invoice_id = ? order by created_at desc, id desc")
		.bind(invoiceId)
		.first<{ id: string }>();
	return thePayment(found?.id ?? "");
};

test("someone without an account sees an invoice by its link and pays it, which ends the link", async () => {
	const services = quietServices();
	const { token, invoiceId, orderId, owner, quote } = await aLink(services);
	const page = { services, token };
	expect(await viewOf(page)).toMatchObject({
		step: "choose",
		methods: expect.arrayContaining(["mpesa", "card"]),
		lines: [{ name: expect.stringContaining("1 year") }],
		link: { billedTo: "Amina Otieno" },
	});
	expect(statusOf(await pdf(visit(page)))).toBe(200);
	expect(statusOf(await pay({ ...page, form: asksPhone() }))).toBe(303);
	const payment = await newestPayment(invoiceId);
	expect(payment).toMatchObject({
		byLink: true,
		userId: owner.userId,
		amount: Math.floor(quote.total.amount / 100) * 100,
	});
	expect(await viewOf(page)).toMatchObject({ step: "wait", waiting: { byOther: false } });
	await services.sandbox?.answer(payment.providerRef ?? "", "approve");
	expect((await services.orders.find(owner, orderId))?.order.state).toBe("paid");
	expect(await viewOf(page)).toMatchObject({ step: "paid", orderId: null, methods: expect.anything() });
	expect(await addressOf(services, invoiceId)).toBeNull();
	expect(statusOf(await pdf(visit(page)).catch((thrown: unknown) => thrown))).toBe(404);
	expect(statusOf(await pay({ ...page, form: asksPhone() }))).toBe(409);
});

test("the link shows nothing of the account: cards, credit, orders, phones and earlier attempts", async () => {
	const services = quietServices();
	const { customer } = await aCardHolder(visa, services);
	const phone = "0712345678";
	const { token, invoiceId } = await aLink(services, { customer });
	const asked = await services.payments.start(customer, invoiceId, { method: "mpesa", phone });
	if (!asked.ok) throw new Error(asked.error.message);
	const view = await viewOf({ services, token });
	expect(view).toMatchObject({ step: "choose", cards: [], credit: null, orderId: null, phone: "", waiting: null });
	expect(JSON.stringify(view)).not.toMatch(/712345678|4242|\/orders\//);
	const refused = await pay({ services, token, form: asksPhone() });
	expect(statusOf(refused)).toBe(409);
	expect(JSON.stringify(refused)).not.toContain("712345678");
	await services.sandbox?.answer((await thePayment(asked.value.paymentId)).providerRef ?? "", "decline");
	expect(await viewOf({ services, token })).toMatchObject({ step: "choose", failure: null });
});

test("the number on which someone else is asked is hidden from others with the link, and shown to the customer", async () => {
	const services = quietServices();
	const { token, invoiceId, owner } = await aLink(services);
	await pay({ services, token, form: asksPhone("0712345678") });
	expect((await viewOf({ services, token })).waiting?.phone).toBe("0712 ••• 678");
	const overview = await services.payments.overview(owner, invoiceId);
	expect(overview?.attempts[0]).toMatchObject({ phone: "+254712345678", byLink: true });
});

test("a saved card or credit can't be used with the link", async () => {
	const services = quietServices();
	const { customer, card } = await aCardHolder(visa, services);
	const { token, invoiceId } = await aLink(services, { customer });
	const forms: Record<string, string>[] = [
		{ method: "saved", card },
		{ method: "credit", creditPays: "100", creditLeaves: "0" },
	];
	for (const form of forms) expect(statusOf(await pay({ services, token, form }))).toBe(400);
	expect(await services.payments.overview({ userId: customer.id }, invoiceId)).toMatchObject({ attempts: [] });
});

test("a card that is typed with the link is never saved, whatever is asked for in the account", async () => {
	const services = quietServices();
	const { token, invoiceId, user, owner } = await aLink(services);
	await pay({ services, token, form: { method: "card", keep: "on", renewals: "on" } });
	const byLink = await newestPayment(invoiceId);
	expect(byLink).toMatchObject({ keepCard: false, payRenewals: false });
	// The customer gets a page of their own.
	const own = await services.payments.start(user, invoiceId, { method: "card", keep: "on" });
	expect(own).toMatchObject({ ok: true });
	expect(own.ok && own.value.paymentId).not.toBe(byLink.id);
	await services.sandbox?.payByCard(byLink.providerRef ?? "", visa);
	expect(await services.payments.cards.list(owner)).toEqual([]);
});

test("the payment service's page gets our address, and leads back to the link", async () => {
	const services = quietServices();
	const { token, invoiceId, user } = await aLink(services);
	const answer = await pay({ services, token, form: { method: "card" } });
	expect((answer as Response).headers.get("Location")).toContain("/sandbox/card/");
	const { providerRef } = await newestPayment(invoiceId);
	const entry = await services.sandbox?.find(providerRef ?? "");
	expect(entry?.returnUrl).toBe(`https://kikoa.test/pay-link?link=${token}&returned=1`);
	expect(JSON.stringify(entry)).not.toContain(user.email);
});

test("links that are forged, of another invoice, expired, replaced or of a cancelled invoice pay nothing", async () => {
	const services = quietServices();
	const [mine, other] = [await aLink(services), await aLink(services)];
	const [, , , signature] = mine.token.split(".");
	const secrets = secretsOf(services.config);
	const expired = payLinkToken(secrets, { invoiceId: mine.invoiceId, round: 0 }, Date.now() - 91 * DAY);
	const forged = payLinkToken(["another secret"], { invoiceId: mine.invoiceId, round: 0 }, Date.now());
	const moved = [...other.token.split(".").slice(0, 3), signature].join(".");
	const longer = mine.token.replace(/\.(\d{13})\./, (_, until) => `.${Number(until) + DAY}.`);
	for (const token of ["", "x", forged, moved, longer, expired, `${mine.token}0`]) {
		expect(await open({ services, token }), token).toMatchObject({ view: null, failure: { kind: "not_found" } });
		expect(statusOf(await pay({ services, token, form: asksPhone() })), token).toBe(404);
	}
	expect(await services.payments.links.renew({ userId: other.user.id }, mine.invoiceId)).toMatchObject({
		error: { kind: "not_found" },
	});
	expect(await services.payments.links.renew(mine.owner, mine.invoiceId)).toMatchObject({ ok: true });
	expect(await open({ services, token: mine.token })).toMatchObject({ view: null });
	const next = tokenIn((await addressOf(services, mine.invoiceId)) ?? "");
	expect(await viewOf({ services, token: next })).toMatchObject({ step: "choose" });
	expect((await services.activity.list(mine.owner)).items).toContainEqual(
		expect.objectContaining({ kind: "invoice.link_replaced" }),
	);
	await services.orders.cancel(other.owner, other.orderId);
	expect(await viewOf({ services, token: other.token })).toMatchObject({ step: "closed" });
	expect(statusOf(await pay({ services, token: other.token, form: asksPhone() }))).toBe(409);
	expect(await services.payments.links.renew(other.owner, other.invoiceId)).toMatchObject({
		error: { kind: "conflict" },
	});
});

test("a link can't flood phones with requests, and leaves its customer's own requests alone", async () => {
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const user = { ...(await aCustomer({ currency: "KES", phone: "+254712345678" })), currency: "KES" as const };
	const { token, invoiceId } = await aLink(services, { customer: user });
	const answers: number[] = [];
	for (let sent = 0; sent < 12; sent += 1) {
		answers.push(statusOf(await pay({ services, token, form: asksPhone("0712345678") })));
		now += MINUTE;
	}
	// The phone's limit, five in ten minutes, comes before that of the link.
	expect(answers.filter((status) => status === 303).length).toBeLessThan(8);
	expect(answers).toContain(429);
	expect(await services.payments.start(user, invoiceId, { method: "mpesa", phone: "0712345678" })).toMatchObject({
		ok: true,
	});
	const others: number[] = [];
	for (let sent = 0; sent < 30; sent += 1) {
		now += MINUTE;
		others.push(statusOf(await pay({ services, token, form: asksPhone() })));
	}
	expect(others.filter((status) => status === 303).length).toBeLessThan(10);
});

test("a signed-in customer gets their own payment page, and other customers the link's", async () => {
	const services = quietServices();
	const { token, invoiceId, user } = await aLink(services);
	const own = (await open({ services, token, cookie: (await aSession(user)).cookie })) as Response;
	expect([own.status, own.headers.get("Location")]).toEqual([302, `/pay/${invoiceId}`]);
	const { cookie } = await aSession(await aCustomer());
	expect(await viewOf({ services, token, cookie })).toMatchObject({ step: "choose" });
});

test("the email with an invoice leads to its link, the same after a retry", async () => {
	const services = quietServices();
	const { invoiceId, user } = await aLink(services);
	await env.DB.prepare(
		"insert into outbox (id, kind, payload, user_id, state, attempts, next_at, created_at) values ('out_paylink', 'mail.invoice', ?, ?, 'new', 0, 0, ?)",
	)
		.bind(JSON.stringify({ invoiceId }), user.id, Date.now())
		.run();
	expect(await mailsOf(user.id, "mail.invoice")).toHaveLength(1);
	await services.outbox.deliver("out_paylink");
	const [mail] = ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	const [link = ""] = linksIn(mail?.text ?? "");
	expect(link).toContain("/pay-link?link=");
	expect(await viewOf({ services, token: tokenIn(link) })).toMatchObject({ invoice: { id: invoiceId } });
	expect(mail?.text).toContain(brand.emails.support);
});

test("the way back from a payment service leads to the link's page, with the service's own parameters and with any text as link", async () => {
	const services = quietServices();
	const { token } = await aLink(services);
	// PayPal sets `token` to its order.
	const added = { returned: "1", token: "5O190127TN364715T", PayerID: "QYR5Z8XDVJNXQ" };
	const back = (await open({ services, token, added })) as Response;
	expect([back.status, back.headers.get("Location")]).toEqual([302, `/pay-link?link=${token}`]);
	for (const wrong of ["x\r\nSet-Cookie: a=b", "\u{1f600}", "//evil.example", "x&returned=1"]) {
		const answer = (await open({ services, token: wrong, added })) as Response;
		const location = answer.headers.get("Location") ?? "";
		expect([answer.status, location], wrong).toEqual([302, `/pay-link?link=${encodeURIComponent(wrong)}`]);
		expect(await open({ services, token: wrong }), wrong).toMatchObject({ failure: { kind: "not_found" } });
	}
});

test("if someone with the link and the customer both pay, the second payment becomes the customer's credit", async () => {
	const services = quietServices();
	const { token, invoiceId, user, owner, quote } = await aLink(services);
	await pay({ services, token, form: { method: "card" } });
	const byLink = await newestPayment(invoiceId);
	const own = await services.payments.start(user, invoiceId, { method: "mpesa", phone: aPhone() });
	if (!own.ok) throw new Error(own.error.message);
	const { providerRef } = await thePayment(own.value.paymentId);
	await Promise.all([
		services.sandbox?.payByCard(byLink.providerRef ?? "", visa),
		services.sandbox?.answer(providerRef ?? "", "approve"),
	]);
	expect((await invoiceOf(services, invoiceId)).state).toBe("paid");
	const amount = Math.floor(quote.total.amount / 100) * 100;
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount }]);
});

test("the phone with which someone else paid by the link is not one of the customer's", async () => {
	const services = quietServices();
	const { token, invoiceId, user, owner } = await aLink(services);
	const phone = aPhone();
	await pay({ services, token, form: asksPhone(phone) });
	await services.sandbox?.answer((await newestPayment(invoiceId)).providerRef ?? "", "approve");
	expect((await invoiceOf(services, invoiceId)).state).toBe("paid");
	expect(await services.billingDetails.phones(owner)).toEqual([]);
	const next = await anOrder(services, { customer: { ...user, currency: "KES" } });
	expect(await services.payments.overview(owner, next.invoiceId)).toMatchObject({ lastMethod: null });
});

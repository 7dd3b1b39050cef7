import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { currentCatalog } from "~/features/catalog/current";
import { withCatalog } from "~/features/catalog/scope.server";
import type { CustomLine } from "~/features/orders/custom-lines";
import { orderTitle } from "~/features/orders/order-title";
import { orderView } from "~/features/orders/order-view";
import { listedProposal, openProposal, proposalView } from "~/features/proposals/proposal-view";
import type { Role } from "~/features/staff/permissions";
import { orderedRows } from "~/features/staff-orders/staff-order.schema";
import { kenya } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { mailsOf } from "../support/accounts";
import { aCustomer, aSession, type testServices } from "../support/factories";
import { aName, contact, quietServices, registration } from "../support/orders";
import { invoiceOf } from "../support/refunds";
import { aSignedInMember } from "../support/staff";

const work = (shillings = 5_000): CustomLine => ({
	description: "Migration of your mailboxes",
	quantity: 1,
	unitAmount: shillings * 100,
});

const aPerson = async (roles: readonly Role[], name = "Wanjiku Kamau") => {
	const { session, member } = await aSignedInMember(roles, { name });
	return { session, member: { id: member.id, name, roles } };
};

/** A customer whose billing settings have an address. */
async function aBuyer() {
	const user = await aCustomer();
	const billing = JSON.stringify({ name: "Amina", address: contact.address, city: contact.city, taxPin: null });
	await env.DB.prepare("update users set billing_address = ?, phone = ? where id = ?")
		.bind(billing, contact.phone, user.id)
		.run();
	return user;
}

async function placed(
	services: ReturnType<typeof testServices>,
	person: Awaited<ReturnType<typeof aPerson>>,
	customerId: string,
	rows: Parameters<typeof services.staffOrders.place>[3],
	{ permission = "orders.change" as const, key = randomToken(), off = 0 } = {},
) {
	const checked = await services.staffOrders.check(person.session, permission, customerId, rows, undefined);
	if (!checked.ok) return checked;
	const expectedTotal = checked.value.quote.total.amount + off;
	const input = { key, promo: undefined, dueInDays: 14, expectedTotal, reason: "Asked on the phone" };
	return services.staffOrders.place(person, permission, customerId, rows, input);
}

const stateOf = (orderId: string | null | undefined) =>
	env.DB.prepare("select state from orders where id = ?").bind(orderId).first<string>("state");

test("staff order a domain and work of their own on one invoice, which is emailed and recorded", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const person = await aPerson(["support"]);
	const rows = { items: [registration(aName())], custom: [work()] };
	const key = randomToken();
	const done = await placed(services, person, customer.id, rows, { key });
	if (!done.ok) throw new Error(done.error.message);
	const invoice = await invoiceOf(done.value);
	expect(invoice).toMatchObject({ state: "open", userId: customer.id });
	expect(invoice.total).toBe(invoice.subtotal + invoice.tax);
	expect(invoice.dueAt).toBeGreaterThan(Date.now() + 13 * DAY);
	expect(await mailsOf(customer.id, "mail.invoice")).toMatchObject([{ payload: { invoiceId: done.value } }]);
	expect(await placed(services, person, customer.id, rows, { key })).toEqual(done);
	const owner = await aPerson(["owner"]);
	expect((await services.staff.auditLog.list(owner.session, { subject: customer.id })).items).toMatchObject([
		{ kind: "order.placed_by_staff", reason: "Asked on the phone", params: { lines: 2 } },
	]);

	await services.billingDesk.recordPayment(owner, done.value, {
		...{ method: "cash", amount: invoice.total, reference: randomToken().slice(0, 12), reason: "Paid here" },
	});
	expect(await stateOf(invoice.orderId)).toBe("paid");
	const jobs = await env.DB.prepare("select kind from jobs where order_id = ?").bind(invoice.orderId).all();
	expect(jobs.results).toEqual([{ kind: "register_domain" }]);
	// Also when the name is already in the account.
	const again = { key, promo: undefined, dueInDays: 14, expectedTotal: invoice.total, reason: "Asked on the phone" };
	expect(await services.staffOrders.place(person, "orders.change", customer.id, rows, again)).toEqual(done);
});

test("an order that staff can't place says why and writes nothing", async () => {
	const services = quietServices();
	const person = await aPerson(["manager"]);
	const withoutAddress = await aCustomer();
	const rows = { items: [registration(aName())], custom: [] };
	expect(await placed(services, person, withoutAddress.id, rows)).toMatchObject({
		error: { message: expect.stringContaining("no address") },
	});
	const customer = await aBuyer();
	expect(await placed(services, person, customer.id, rows, { off: 100 })).toMatchObject({
		error: { code: "price_changed" },
	});
	const taken = { items: [registration("google.com")], custom: [] };
	expect(await placed(services, person, customer.id, taken)).toMatchObject({ ok: false });
	expect(await placed(services, person, "usr_none", rows)).toMatchObject({ error: { kind: "not_found" } });
	const count = "select count(*) as n from orders where user_id in (?, ?)";
	expect(await env.DB.prepare(count).bind(customer.id, withoutAddress.id).first("n")).toBe(0);
});

test("abuse: finance bills own lines but orders no products, and others order nothing", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const finance = await aPerson(["finance"]);
	const product = { items: [registration(aName())], custom: [] };
	const own = { items: [], custom: [work()] };
	const bill = { permission: "billing.record" as never };
	expect(await placed(services, finance, customer.id, product, bill)).toMatchObject({ error: { kind: "forbidden" } });
	expect(await placed(services, finance, customer.id, own)).toMatchObject({ ok: false });
	expect(await placed(services, finance, customer.id, own, bill)).toMatchObject({ ok: true });
	const readOnly = await aPerson(["read-only"]);
	expect(await placed(services, readOnly, customer.id, own)).toMatchObject({ ok: false });
	expect(await placed(services, readOnly, customer.id, own, bill)).toMatchObject({ ok: false });
});

test("an invoice for work alone is done when it is paid, and neither its customer nor the clock cancels it", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const person = await aPerson(["owner"]);
	const done = await placed(services, person, customer.id, { items: [], custom: [work()] });
	if (!done.ok) throw new Error(done.error.message);
	const invoice = await invoiceOf(done.value);
	const { orderId, dueAt } = invoice;
	const owner = { userId: customer.id };
	expect(await services.orders.cancel(owner, orderId ?? "")).toMatchObject({ error: { kind: "conflict" } });
	const later = quietServices({ clock: () => dueAt + 2 * DAY });
	await later.orders.cancelUnpaid({ orderId: orderId ?? "", dueAt });
	expect(await stateOf(orderId)).toBe("pending_payment");
	const always = await aPerson(["owner"]);
	await services.billingDesk.recordPayment(always, done.value, {
		...{ method: "bank", amount: invoice.total, reference: randomToken().slice(0, 12), reason: "Statement" },
	});
	expect(await stateOf(orderId)).toBe("fulfilled");
	expect(await invoiceOf(done.value)).toMatchObject({ state: "paid" });
	const seen = await services.orders.find(owner, orderId ?? "");
	expect(seen && orderTitle(orderView(seen, Date.now(), kenya)), "nothing is set up").toBe("Paid. Thank you");
});

test("a bad row names its field", () => {
	const row = { what: "custom", about: "Work", count: "1", price: "100", code: "" };
	for (const [field, changed] of [
		["price-0", { price: "-5" }],
		["price-0", { price: "0" }],
		["about-0", { about: "" }],
		["count-0", { count: "1.5" }],
		["count-0", { count: "1000" }],
		["what-0", { what: "no-such-product:monthly" }],
		["what-0", { what: "vps-1:constructor" }],
		["about-0", { what: "domain-registration", about: "" }],
		["code-0", { what: "domain-transfer", about: "duka.co.ke" }],
	] as const)
		expect(orderedRows([{ ...row, ...changed }]), field).toMatchObject({
			error: { fields: { [field]: expect.any(String) } },
		});
	expect(orderedRows([])).toMatchObject({ error: { fields: { "what-0": expect.any(String) } } });
	expect(orderedRows([row])).toEqual({
		ok: true,
		value: { items: [], custom: [{ description: "Work", quantity: 1, unitAmount: 10_000 }] },
	});
});

async function aQuote(services: ReturnType<typeof testServices>, validDays = 14) {
	const user = await aBuyer();
	const signedIn = await aSession(user, { services });
	const customer = await services.sessions.viewer({ cookie: signedIn.cookie }).customer();
	if (!customer) throw new Error("Not signed in");
	const person = await aPerson(["manager"], "Njeri");
	const domain = aName();
	const rows = { items: [registration(domain)], custom: [work()] };
	const checked = await services.staffOrders.check(person.session, "orders.change", user.id, rows, undefined);
	if (!checked.ok) throw new Error(checked.error.message);
	const expectedTotal = checked.value.quote.total.amount;
	const form = { key: randomToken(), validDays, expectedTotal, message: "Hi" };
	const sent = await services.staffOrders.sendQuote(person, user.id, rows, form);
	if (!sent.ok) throw new Error(sent.error.message);
	// A second click.
	expect(await services.staffOrders.sendQuote(person, user.id, rows, form)).toEqual(sent);
	return { user, customer, owner: { userId: user.id }, person, id: sent.value, total: expectedTotal, domain };
}

test("an accepted quote becomes one order at its prices, however often it is accepted", async () => {
	const services = quietServices();
	const { user, customer, owner, id, total, person } = await aQuote(services);
	expect(await mailsOf(user.id, "mail.proposal")).toMatchObject([{ payload: { proposalId: id } }]);
	const both = await Promise.all([
		services.proposals.accept(customer, owner, id),
		quietServices().proposals.accept(customer, owner, id),
	]);
	const [one, two] = both;
	expect(one).toMatchObject({ ok: true });
	expect(two).toEqual(one);
	const orders = await env.DB.prepare("select id, total from orders where user_id = ?").bind(user.id).all();
	expect(orders.results).toMatchObject([{ total }]);
	expect(await services.proposals.find(owner, id)).toMatchObject({ state: "accepted", orderId: orders.results[0]?.id });
	expect(await services.proposals.decline(owner, id)).toMatchObject({ ok: false });
	expect(await services.proposals.withdraw(person.session, id, "Too late")).toMatchObject({ ok: false });
});

test("a customer's list of invoices has the quotes that can be accepted, and no others", async () => {
	const services = quietServices();
	const { owner, id, total } = await aQuote(services);
	const open = await services.proposals.openOf(owner);
	expect(open).toMatchObject([{ id, content: { order: { sums: { total } } } }]);
	expect(await services.proposals.openOf({ userId: (await aQuote(services)).user.id })).not.toMatchObject([{ id }]);
	expect(await quietServices({ clock: () => Date.now() + 14 * DAY }).proposals.openOf(owner)).toEqual([]);
	await services.proposals.decline(owner, id);
	expect(await services.proposals.openOf(owner)).toEqual([]);
});

test("a quote keeps its prices, and is invoiced at the tax rate of the day after its customer has seen the new total", async () => {
	const services = quietServices();
	const { customer, owner, person, id, total } = await aQuote(services);
	const catalog = currentCatalog();
	const later = {
		...catalog,
		version: 7,
		rules: { ...catalog.rules, taxBasisPoints: catalog.rules.taxBasisPoints * 2 },
	};
	await withCatalog(later, async () => {
		const found = await services.proposals.find(owner, id);
		if (!found) throw new Error("No quote");
		expect(found.content.catalogVersion).toBe(catalog.version);
		const { subtotal, tax } = found.content.order.sums;
		const view = proposalView(found, Date.now(), kenya);
		expect(view.exactTotal).toBe(subtotal + 2 * tax);
		expect(view.taxChange).toContain("8% when we sent this quote");
		const [listed] = await services.proposals.openOf(owner);
		expect(listed && openProposal(listed, kenya).total).toBe(view.total);
		const atDesk = (await services.proposals.list(person.session, { state: "open", after: undefined })).items.find(
			(row) => row.id === id,
		);
		expect(atDesk && listedProposal(atDesk, Date.now()).total).toBe(view.total);
		for (const seen of [undefined, total])
			expect(await services.proposals.accept(customer, owner, id, seen)).toMatchObject({
				error: { kind: "conflict", code: "price_changed" },
			});
		const accepted = await services.proposals.accept(customer, owner, id, view.exactTotal);
		if (!accepted.ok) throw new Error(accepted.error.message);
		expect(await services.proposals.accept(customer, owner, id, view.exactTotal)).toEqual(accepted);
		expect(await invoiceOf(accepted.value.invoiceId)).toMatchObject({
			...{ subtotal, tax: 2 * tax, total: subtotal + 2 * tax, taxBasisPoints: later.rules.taxBasisPoints },
		});
	});
	// Whatever the rate is afterwards, the quote shows what was accepted.
	const after = await services.proposals.find(owner, id);
	expect(after && proposalView(after, Date.now(), kenya)).toMatchObject({ state: "accepted", taxChange: null });
	expect(after?.total).toBe(after?.content.order.sums.total);
	expect(after?.total).toBeGreaterThan(total);
});

test("a quote that is declined, withdrawn, expired or of another customer can't be accepted", async () => {
	const services = quietServices();
	const accept = ({ customer, owner, id }: Awaited<ReturnType<typeof aQuote>>, by = services) =>
		by.proposals.accept(customer, owner, id);
	const declined = await aQuote(services);
	expect(await services.proposals.decline(declined.owner, declined.id)).toMatchObject({ ok: true });
	const withdrawn = await aQuote(services);
	const support = await aPerson(["finance"]);
	expect(await services.proposals.withdraw(support.session, withdrawn.id, "Wrong")).toMatchObject({ ok: false });
	expect(await services.proposals.withdraw(withdrawn.person.session, withdrawn.id, "Wrong")).toMatchObject({
		ok: true,
	});
	for (const quote of [declined, withdrawn]) expect(await accept(quote)).toMatchObject({ error: { kind: "conflict" } });
	const expired = await aQuote(services, 1);
	const later = quietServices({ clock: () => Date.now() + DAY });
	expect(await accept(expired, later)).toMatchObject({ error: { kind: "conflict" } });
	const stranger = { userId: declined.user.id };
	expect(await services.proposals.accept(expired.customer, stranger, expired.id)).toMatchObject({
		error: { kind: "not_found" },
	});
});

test("a quote whose domain was taken in the meantime is not ordered, and says so", async () => {
	const services = quietServices();
	const { customer, owner, id, domain } = await aQuote(services);
	await env.DB.prepare("update proposals set content = replace(content, ?, 'google.com') where id = ?")
		.bind(domain, id)
		.run();
	const accepted = await services.proposals.accept(customer, owner, id);
	expect(accepted).toMatchObject({ ok: false, error: { message: expect.stringContaining("google.com") } });
});

test("a write-off closes the invoice without a credit note, counts towards the limit, and waits above it", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const finance = await aPerson(["finance"], "Baraka");
	const bill = (shillings: number) =>
		placed(
			services,
			finance,
			customer.id,
			{ items: [], custom: [work(shillings)] },
			{
				permission: "billing.record" as never,
			},
		);
	const small = await bill(5_000);
	const large = await bill(17_000);
	if (!small.ok || !large.ok) throw new Error("not billed");
	const { billingDesk } = services;
	expect(await billingDesk.writeOff(finance, small.value, "Bankrupt")).toEqual({ ok: true, value: "done" });
	expect(await invoiceOf(small.value)).toMatchObject({ state: "void", writtenOffAt: expect.any(Number) });
	const ledger = "select count(*) as n from ledger_entries where invoice_id = ?";
	expect(await env.DB.prepare(ledger).bind(small.value).first("n")).toBe(0);
	expect(await billingDesk.writeOff(finance, small.value, "Again")).toMatchObject({ error: { kind: "conflict" } });
	// Together they are above the limit of a day.
	expect(await billingDesk.writeOff(finance, large.value, "Bankrupt")).toEqual({ ok: true, value: "waiting" });
	expect(await invoiceOf(large.value)).toMatchObject({ state: "open" });
	const second = await aPerson(["finance"], "Achieng");
	const { items } = await billingDesk.approvals(second.session, undefined);
	const id = items.find(({ subjectId }) => subjectId === large.value)?.id ?? "";
	expect(await billingDesk.approve(finance, "billing.write-off", id)).toMatchObject({ error: { kind: "forbidden" } });
	expect(await billingDesk.approve(second, "billing.write-off", id)).toMatchObject({ ok: true });
	expect(await invoiceOf(large.value)).toMatchObject({ state: "void", writtenOffAt: expect.any(Number) });
	const support = await aPerson(["support"]);
	expect(await billingDesk.writeOff(support, large.value, "x")).toMatchObject({ error: { kind: "not_found" } });
});

test("abuse: an overdue debt can't be cancelled to get around the limit of write-offs", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const person = await aPerson(["owner"]);
	const done = await placed(services, person, customer.id, { items: [], custom: [work()] });
	if (!done.ok) throw new Error(done.error.message);
	await env.DB.prepare("update invoices set due_at = ? where id = ?")
		.bind(Date.now() - DAY, done.value)
		.run();
	expect(await services.billingDesk.void(person.session, done.value, "Oops")).toMatchObject({
		error: { message: expect.stringContaining("Write it off") },
	});
	expect(await services.billingDesk.writeOff(person, done.value, "Bankrupt")).toMatchObject({ ok: true });
});

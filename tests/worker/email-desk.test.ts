import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { saveTextSchema } from "~/features/email-desk/email-desk.schema";
import { parse } from "~/lib/parse";
import * as htmlRoute from "~/routes/desk/email-html";
import * as pageRoute from "~/routes/desk/email-text";
import * as listRoute from "~/routes/desk/emails";
import type { Services } from "~/services.server";
import { testServices } from "../support/factories";
import { aPendingPayment, quietServices } from "../support/orders";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

const kind = "mail.receipt";
const words = { subject: "Paid: {invoice}", opening: "Asante for paying {amount}.", closing: "Yours, {shop}" };

const manager = () => aSignedInMember(["manager"]);

const save = async (services: Services, session: Parameters<Services["emailDesk"]["find"]>[0], text = words) => {
	const { version } = await services.emailDesk.find(session, kind);
	return services.emailDesk.save(session, kind, { version, ...text });
};

/** Delivers all pending events and the events that they cause, as the queues would. */
async function deliverAll({ outbox }: Services): Promise<void> {
	for (let round = 0; round < 20; round += 1) {
		const due = await env.DB.prepare("select id from outbox where state = 'new' and next_at <= ?")
			.bind(Date.now())
			.all<{ id: string }>();
		if (due.results.length === 0) return;
		for (const { id } of due.results) await outbox.deliver(id);
	}
}

const mailsTo = async (services: Services, email: string) =>
	((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === email);

async function aReceipt() {
	const services = quietServices();
	const order = await aPendingPayment(services);
	await services.sandbox?.answer(order.ref, "approve");
	await deliverAll(services);
	const receipt = (await mailsTo(services, order.user.email)).find(({ text }) => text.includes("Receipt number:"));
	if (!receipt) throw new Error("no receipt");
	return receipt;
}

/** The arguments of the page of the receipt. */
const page = ({ query = "", ...visit }: Omit<Parameters<typeof deskArgs>[0], "address"> & { query?: string }) =>
	deskArgs({ params: { email: "receipt" }, address: `/desk/settings/emails/receipt${query}`, ...visit }) as never;

test("the words of staff are in the next email to a customer, until they are reset", async () => {
	const services = testServices();
	const { session } = await manager();
	expect(await save(services, session)).toEqual({ ok: true, value: null });
	const changed = await aReceipt();
	expect(changed.subject).toMatch(/^Paid: KK\d{10}$/);
	expect(changed.text).toMatch(/Hello [^\n]+\n\nAsante for paying Ksh [\d,]+\.\n\n/);
	expect(changed.text).toContain("Yours, Kikoa");
	expect(changed.text).toContain("https://kikoa.test/dashboard/invoices/");
	expect(changed.html).toContain("Asante for paying");
	const { version } = await services.emailDesk.find(session, kind);
	expect(await services.emailDesk.reset(session, kind, version)).toEqual({ ok: true, value: null });
	const own = await aReceipt();
	expect(own.subject).toMatch(/^Receipt for invoice/);
	expect(own.text).not.toContain("Asante");
	const { history } = await services.emailDesk.find(session, kind);
	expect(history.map(({ kind: change, staffName }) => [change, staffName])).toEqual([
		["email_text.reset", "Wanjiku Kamau"],
		["email_text.changed", "Wanjiku Kamau"],
	]);
	expect(history[0]?.params).toMatchObject({ before: words });
});

test("of two people who edit a text the second sees the first one's words and keeps their own", async () => {
	const services = testServices();
	const { session } = await manager();
	const { cookie } = await manager();
	const { version } = await services.emailDesk.find(session, kind);
	expect(await save(services, session)).toMatchObject({ ok: true });
	const form = { intent: "save", version: String(version), subject: "Mine", opening: "", closing: "" };
	const answer = await pageRoute.action(page({ cookie, form }));
	expect(statusOf(answer)).toBe(409);
	expect(answer).toMatchObject({ data: { failure: { code: "changed_meanwhile" }, values: { subject: ["Mine"] } } });
	const { email } = await pageRoute.loader(page({ cookie }));
	expect(email.texts?.own).toEqual(words);
	expect(await services.emailDesk.reset(session, kind, version + 1)).toMatchObject({ ok: true });
});

test("a placeholder without a value, a web address and a text that is too long are refused at their field", async () => {
	const { cookie } = await manager();
	const form = {
		intent: "save",
		version: "0",
		subject: "For {domain}",
		opening: "https://x.test",
		closing: "x".repeat(601),
	};
	const answer = await pageRoute.action(page({ cookie, form }));
	expect(statusOf(answer)).toBe(400);
	const fields = (answer as unknown as { data: { failure: { fields: Record<string, string> } } }).data.failure.fields;
	expect(fields.subject).toContain("{domain}");
	expect(fields.opening).toContain("web addresses");
	expect(fields.closing).toContain("600");
	expect(parse(saveTextSchema("mail.domain-changed"), { ...words, subject: "News", version: 0 }).ok).toBe(false);
});

test("the preview shows the saved text, or what was typed, and its frame runs nothing", async () => {
	const services = testServices();
	const { cookie, session } = await manager();
	expect(await save(services, session)).toMatchObject({ ok: true });
	const saved = await pageRoute.loader(page({ cookie }));
	expect(saved.email.shown).toMatchObject({ subject: "Paid: KK2026000001", isDraft: false });
	const query = `?${new URLSearchParams({ subject: "Typed {shop}", opening: "Hakuna shida", closing: "" })}`;
	const typed = await pageRoute.loader(page({ cookie, query }));
	expect(typed.email.shown).toMatchObject({ subject: "Typed Kikoa", isDraft: true });
	expect(typed.email.texts?.own).toEqual(words);
	const frame = await htmlRoute.loader(page({ cookie, query }));
	expect(await frame.text()).toContain("Hakuna shida");
	expect(frame.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
	const { version } = await services.emailDesk.find(session, kind);
	await services.emailDesk.reset(session, kind, version);
});

test("the list and the page of an email read everything in one round trip", async () => {
	const { cookie } = await manager();
	const services = testServices();
	const { emails } = await listRoute.loader(deskArgs({ services, cookie, address: "/desk/settings/emails" }) as never);
	expect(services.db.roundTrips).toBe(1);
	expect(emails.find(({ id }) => id === "receipt")).toMatchObject({ name: "Receipt", to: "The customer" });
	const others = testServices();
	for (const { id } of emails) {
		const args = deskArgs({ services: others, cookie, address: `/desk/settings/emails/${id}`, params: { email: id } });
		const { email } = await pageRoute.loader(args as never);
		expect(email.shown.text, id).toContain("Kikoa");
	}
	expect(others.db.roundTrips).toBe(emails.length);
});

test("a test goes to the person's own address with the saved text, is logged, and is limited", async () => {
	const services = quietServices();
	const { session, member } = await manager();
	expect(await save(services, session)).toMatchObject({ ok: true });
	expect(await services.emailDesk.sendTest(session, member.id, kind, 0)).toEqual({ ok: true, value: null });
	await deliverAll(services);
	const [mail, ...more] = await mailsTo(services, member.email);
	expect(more).toEqual([]);
	expect(mail?.subject).toBe("Test: Paid: KK2026000001");
	expect(mail?.text).toContain("This is a test from the desk.");
	const logged = await env.DB.prepare(
		"select count(*) as n from audit_log where kind = 'email_text.tested' and staff_id = ?",
	)
		.bind(member.id)
		.first<{ n: number }>();
	expect(logged?.n).toBe(1);
	for (let sent = 1; sent < 20; sent += 1) await services.emailDesk.sendTest(session, member.id, kind, 0);
	expect(await services.emailDesk.sendTest(session, member.id, kind, 0)).toMatchObject({
		error: { kind: "rate_limited" },
	});
	const { version } = await services.emailDesk.find(session, kind);
	await services.emailDesk.reset(session, kind, version);
});

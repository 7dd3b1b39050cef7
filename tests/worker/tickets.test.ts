import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newTicketSchema, type TicketForm } from "~/features/tickets/tickets.schema";
import { waitForCustomerMs } from "~/features/tickets/tickets.server";
import { type DeskTicketForm, ticketsQuerySchema } from "~/features/tickets/tickets-desk.schema";
import { MINUTE } from "~/lib/durations";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember } from "../support/staff";
import { costlyStatements } from "../support/statement-plans";

let keys = 0;
const aKey = () => `key-of-a-form-${String(keys++).padStart(4, "0")}`;

const senderOf = (customer: Awaited<ReturnType<typeof aCustomer>>) => ({ owner: { userId: customer.id }, customer });

/** A ticket that a customer has opened in the portal. */
async function aTicket(fields: Partial<Record<"department" | "subject" | "body", string>> = {}) {
	const { tickets } = testServices();
	const customer = await aCustomer();
	const input = newTicketSchema.parse({
		key: aKey(),
		department: "technical",
		subject: "Site is down",
		body: "Since **this** morning.",
		...fields,
	});
	const opened = await tickets.open(senderOf(customer), input);
	if (!opened.ok) throw new Error(opened.error.message);
	const { id } = opened.value;
	const owner = { userId: customer.id };
	return {
		id,
		customer,
		owner,
		input,
		write: (form: TicketForm) => testServices().tickets.change(senderOf(customer), id, form),
		answer: (body: string) =>
			testServices().tickets.change(senderOf(customer), id, { intent: "answer", key: aKey(), body }),
		read: () => tickets.find(owner, id),
		row: () => env.DB.prepare("select * from tickets where id = ?").bind(id).first<Record<string, unknown>>(),
		problem: () =>
			env.DB.prepare("select * from problems where key = ?").bind(`ticket:${id}`).first<Record<string, unknown>>(),
		emails: async () =>
			(
				await env.DB.prepare(
					"select payload from outbox where kind = 'mail.ticket-answer' and user_id = ? order by created_at",
				)
					.bind(customer.id)
					.all()
			).results,
	};
}

async function anAgent(roles: Parameters<typeof aSignedInMember>[0] = ["support"], name = "Baraka Mwangi") {
	const { session, member } = await aSignedInMember(roles, { name });
	const { ticketsDesk } = testServices();
	const find = (id: string) => ticketsDesk.find(session, id);
	return {
		session,
		member,
		find,
		list: async (query: Record<string, string> = {}) =>
			(await ticketsDesk.list(session, ticketsQuerySchema.parse(query))).items,
		/** Sends a form as the page shows it now. */
		async send(id: string, form: Record<string, unknown> & { intent: string }) {
			const version = (await find(id))?.ticket.version ?? 0;
			return ticketsDesk.change({ session, member }, id, {
				version,
				key: aKey(),
				...form,
			} as unknown as DeskTicketForm);
		},
	};
}

test("a customer opens a ticket, staff answer it, and the customer reads and answers back", async () => {
	const ticket = await aTicket();
	expect(await ticket.problem()).toMatchObject({ kind: "ticket", resolved_at: null });
	const baraka = await anAgent();
	expect(await baraka.list()).toContainEqual(expect.objectContaining({ id: ticket.id, subject: "Site is down" }));
	expect(await baraka.send(ticket.id, { intent: "answer", body: "Try again, please.", next: "waiting" })).toMatchObject(
		{
			ok: true,
		},
	);
	expect(await ticket.row()).toMatchObject({ status: "waiting", assignee: baraka.member.id });
	expect(await ticket.problem()).toMatchObject({ resolved_by: baraka.member.id });
	expect(await ticket.emails()).toHaveLength(1);
	const bell = env.DB.prepare("select kind from notifications where user_id = ?").bind(ticket.customer.id);
	expect(await bell.first("kind")).toBe("ticket.answered");
	expect((await ticket.read())?.messages.items.map(({ author, body }) => [author, body])).toEqual([
		["Baraka Mwangi", "Try again, please."],
		[`${ticket.customer.firstName} ${ticket.customer.lastName}`, "Since **this** morning."],
	]);
	expect(await ticket.answer("It works.")).toMatchObject({ ok: true });
	expect(await ticket.row()).toMatchObject({ status: "open" });
	// It waits for the person who works on it.
	expect(await ticket.problem()).toMatchObject({ resolved_at: null, taken_by: baraka.member.id });
});

test("the answer's email has the text, and leads customers to the ticket", async () => {
	const ticket = await aTicket();
	const baraka = await anAgent();
	await baraka.send(ticket.id, {
		intent: "answer",
		body: "Fixed: see [our page](https://kikoa.test/x).",
		next: "closed",
	});
	const shop = testServices();
	const ids = await env.DB.prepare("select id from outbox where user_id = ? and kind = 'mail.ticket-answer'")
		.bind(ticket.customer.id)
		.all<{ id: string }>();
	for (const { id } of ids.results) await shop.outbox.deliver(id);
	const mail = (await shop.inbox?.list())?.find(({ recipient }) => recipient === ticket.customer.email);
	expect(mail?.text).toContain("Fixed: see");
	expect(mail?.text).toContain(`/dashboard/support/${ticket.id}`);
	expect(mail?.subject).toMatch(/^Re: Site is down \(T-[A-Z2-7]{4}-[A-Z2-7]{4}\)$/);
});

test("the same form sent twice opens one ticket and stores one message", async () => {
	const ticket = await aTicket();
	const { tickets } = testServices();
	const again = await Promise.all([1, 2, 3].map(() => tickets.open(senderOf(ticket.customer), ticket.input)));
	expect(again).toEqual([1, 2, 3].map(() => ({ ok: true, value: { id: ticket.id } })));
	const form: TicketForm = { intent: "answer", key: aKey(), body: "Once." };
	expect(await Promise.all([ticket.write(form), ticket.write(form)])).toMatchObject([{ ok: true }, { ok: true }]);
	expect((await ticket.read())?.messages.items).toHaveLength(2);
	const baraka = await anAgent();
	const sent = { intent: "answer", key: aKey(), body: "Answer.", next: "waiting" };
	await Promise.all([baraka.send(ticket.id, sent), baraka.send(ticket.id, sent)]);
	expect(await ticket.emails()).toHaveLength(1);
});

test("other customers neither see a ticket nor write in it, and internal notes stay internal", async () => {
	const ticket = await aTicket();
	const other = await aTicket();
	const { tickets } = testServices();
	expect(await tickets.find(other.owner, ticket.id)).toBeNull();
	for (const form of [
		{ intent: "answer", key: aKey(), body: "Mine now." },
		{ intent: "close" },
		{ intent: "reopen" },
	] as const)
		expect(await tickets.change(senderOf(other.customer), ticket.id, form)).toMatchObject({
			error: { kind: "not_found" },
		});
	const baraka = await anAgent();
	expect(await baraka.send(ticket.id, { intent: "note", body: "Angry. Call first." })).toMatchObject({ ok: true });
	expect((await baraka.find(ticket.id))?.messages.items.map(({ kind }) => kind)).toEqual(["note", "customer"]);
	expect((await ticket.read())?.messages.items.map(({ kind }) => kind)).toEqual(["customer"]);
	expect(await ticket.emails()).toEqual([]);
	expect(await ticket.row()).toMatchObject({ status: "open" });
});

test("a customer closes a ticket, and reopens it with a button or a message", async () => {
	const ticket = await aTicket();
	expect(await ticket.write({ intent: "close" })).toMatchObject({ ok: true });
	expect(await ticket.row()).toMatchObject({ status: "closed" });
	expect((await ticket.problem())?.resolved_at).not.toBeNull();
	expect(await ticket.write({ intent: "reopen" })).toMatchObject({ ok: true });
	expect(await ticket.row()).toMatchObject({ status: "open" });
	await ticket.write({ intent: "close" });
	await ticket.answer("One more thing.");
	expect(await ticket.row()).toMatchObject({ status: "open" });
	expect((await ticket.problem())?.resolved_at).toBeNull();
});

test("each change at the desk has an entry in the audit log with who did it and what was before", async () => {
	const ticket = await aTicket();
	const baraka = await anAgent();
	const achieng = await anAgent(["support"], "Achieng Odhiambo");
	const forms = [
		{ intent: "take" },
		{ intent: "assign", assignee: achieng.member.id },
		{ intent: "move", department: "billing" },
		{ intent: "tag", tags: ["dns", "outage"] },
		{ intent: "snooze", for: "hour" },
		{ intent: "wake" },
		{ intent: "status", status: "on-hold" },
	];
	for (const form of forms) expect(await baraka.send(ticket.id, form), form.intent).toMatchObject({ ok: true });
	const { results } = await env.DB.prepare("select * from audit_log where subject_id = ? order by at, rowid")
		.bind(ticket.id)
		.all<{ kind: string; params: string }>();
	expect(results.map(({ kind }) => kind)).toEqual([
		...["ticket.assigned", "ticket.assigned", "ticket.moved", "ticket.tagged"],
		...["ticket.snoozed", "ticket.snoozed", "ticket.status_changed"],
	]);
	for (const row of results)
		expect(row).toMatchObject({ staff_name: "Baraka Mwangi", customer_id: ticket.customer.id });
	expect(JSON.parse(results[1]?.params ?? "")).toMatchObject({ before: "Baraka Mwangi", after: "Achieng Odhiambo" });
	expect(await ticket.row()).toMatchObject({
		assignee: achieng.member.id,
		department: "billing",
		status: "on-hold",
		tags: '["dns","outage"]',
	});
});

test("a form that was loaded before someone else's change is refused, and changes nothing", async () => {
	const ticket = await aTicket();
	const [one, two] = [await anAgent(), await anAgent(["support"], "Achieng Odhiambo")];
	const version = (await one.find(ticket.id))?.ticket.version;
	const answer = { intent: "answer", body: "Two answers?", next: "waiting", version };
	const answers = await Promise.all([one.send(ticket.id, answer), two.send(ticket.id, answer)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "conflict", code: "changed_meanwhile" } });
	expect(await ticket.emails()).toHaveLength(1);
	const seen = (await one.find(ticket.id))?.ticket.version;
	await ticket.answer("Wait, I found it.");
	expect(await one.send(ticket.id, { ...answer, version: seen })).toMatchObject({ error: { kind: "conflict" } });
});

test("roles without the permission neither see tickets nor change them", async () => {
	const ticket = await aTicket();
	const catalogue = await anAgent(["catalogue"]);
	expect(await catalogue.find(ticket.id)).toBeNull();
	expect(await catalogue.list()).toEqual([]);
	expect(await catalogue.list({ q: ticket.customer.email })).toEqual([]);
	const reader = await anAgent(["read-only"]);
	expect((await reader.find(ticket.id))?.ticket.id).toBe(ticket.id);
	const before = await ticket.row();
	for (const form of [
		{ intent: "answer", body: "No.", next: "closed" },
		{ intent: "note", body: "No." },
		{ intent: "take" },
		{ intent: "status", status: "closed" },
		{ intent: "tag", tags: ["no"] },
		{ intent: "move", department: "sales" },
		{ intent: "snooze", for: "hour" },
	])
		for (const who of [reader, catalogue])
			expect(await who.send(ticket.id, form), form.intent).toMatchObject({ ok: false });
	expect(await ticket.row()).toEqual(before);
});

test("who takes or snoozes a ticket in the queue has it on its page, and the other way round", async () => {
	const ticket = await aTicket();
	const baraka = await anAgent();
	const act = async (intent: "take" | "snooze" | "wake", fields: Record<string, string> = {}) =>
		testServices().today.act(intent, {
			session: baraka.session,
			member: { ...baraka.member, roles: ["support"] },
			fields: { key: `ticket:${ticket.id}`, version: String((await ticket.problem())?.version), ...fields },
		});
	expect(await act("take")).toMatchObject({ ok: true });
	expect(await ticket.row()).toMatchObject({ assignee: baraka.member.id });
	expect(await act("snooze", { for: "hour" })).toMatchObject({ ok: true });
	expect((await baraka.find(ticket.id))?.ticket.snoozedUntil).toBeGreaterThan(Date.now());
	expect((await baraka.list()).map(({ id }) => id)).not.toContain(ticket.id);
	expect((await baraka.list({ list: "snoozed" })).map(({ id }) => id)).toContain(ticket.id);
	expect(await baraka.send(ticket.id, { intent: "wake" })).toMatchObject({ ok: true });
	expect(await ticket.problem()).toMatchObject({ snoozed_until: null });
	expect(await baraka.send(ticket.id, { intent: "assign", assignee: "" })).toMatchObject({ ok: true });
	expect(await ticket.problem()).toMatchObject({ taken_by: null });
	await act("snooze", { for: "hour" });
	await ticket.answer("It is urgent.");
	expect(await ticket.problem()).toMatchObject({ snoozed_until: null });
	expect(await ticket.row()).toMatchObject({ snoozed_until: null });
});

test("the list is filtered, and finds tickets by number, the sender's and the customer's address", async () => {
	const ticket = await aTicket({ department: "billing" });
	const baraka = await anAgent();
	const number = (await baraka.find(ticket.id))?.ticket.number ?? "";
	const ids = async (query: Record<string, string>) => (await baraka.list(query)).map(({ id }) => id);
	expect(await ids({ q: number.toLowerCase() })).toEqual([ticket.id]);
	expect(await ids({ q: ticket.customer.email })).toEqual([ticket.id]);
	expect(await ids({ department: "billing" })).toContain(ticket.id);
	expect(await ids({ department: "sales" })).not.toContain(ticket.id);
	expect(await ids({ mine: "1" })).toEqual([]);
	await baraka.send(ticket.id, { intent: "take" });
	await baraka.send(ticket.id, { intent: "tag", tags: ["vip"] });
	expect(await ids({ mine: "1", tag: "vip" })).toEqual([ticket.id]);
	await baraka.send(ticket.id, { intent: "status", status: "closed" });
	expect(await ids({ mine: "1" })).toEqual([]);
	expect(await ids({ list: "closed" })).toContain(ticket.id);
	expect(await ids({ mine: "1", tag: "vip" })).toEqual([]);
	expect(await ids({ list: "closed", mine: "1", tag: "vip" })).toEqual([ticket.id]);
	await baraka.send(ticket.id, { intent: "move", department: "sales" });
	expect(await ids({ list: "closed", tag: "vip", department: "sales" })).toEqual([ticket.id]);
	await ticket.answer("One more thing.");
	expect(await ids({ list: "closed", tag: "vip" })).toEqual([]);
	expect(await ids({ tag: "vip" })).toEqual([ticket.id]);
	await baraka.send(ticket.id, { intent: "tag", tags: ["reseller"] });
	expect(await ids({ tag: "vip" })).toEqual([]);
	const { ticketsDesk } = testServices();
	const { items } = await ticketsDesk.ofCustomer(baraka.session, ticket.customer.id);
	expect(items.map(({ id }) => id)).toEqual([ticket.id]);
});

test("every list and search of the desk finds its rows by an index, however many tickets there are", async () => {
	const baraka = await anAgent();
	for (const list of ["open", "snoozed", "waiting", "on-hold", "closed"]) await baraka.list({ list });
	await baraka.list({ mine: "1", department: "sales", tag: "dns" });
	await baraka.list({ q: "T-MAMA" });
	await testServices().ticketsDesk.ofCustomer(baraka.session, "usr_none");
	await baraka.find("tck_none");
	expect(await costlyStatements()).toEqual([]);
});

test("a customer's messages are limited per hour", async () => {
	const ticket = await aTicket();
	const answers: boolean[] = [];
	for (let sent = 0; sent < 31; sent += 1) answers.push((await ticket.answer(`Message ${sent}`)).ok);
	expect(answers.filter(Boolean)).toHaveLength(29);
	const later = testServices({ clock: () => Date.now() + 61 * MINUTE });
	const form = { intent: "answer", key: aKey(), body: "Later." } as const;
	expect(await later.tickets.change(senderOf(ticket.customer), ticket.id, form)).toMatchObject({ ok: true });
});

const pdf = (text = "") => {
	const bytes = new TextEncoder().encode(`%PDF-1.7\n${text}`);
	return { name: "receipt.pdf", size: bytes.length, body: new Blob([bytes]).stream() };
};

test("a customer and staff send files, which both can open and others can't", async () => {
	const ticket = await aTicket();
	const { tickets, ticketFiles, ticketsDesk } = testServices();
	const sent = await tickets.addFile(senderOf(ticket.customer), ticket.id, pdf("paid"));
	expect(sent).toMatchObject({ ok: true });
	const fileId = sent.ok ? sent.value.id : "";
	const [message] = (await ticket.read())?.messages.items ?? [];
	expect(message).toMatchObject({ kind: "customer", body: "Sent the file receipt.pdf." });
	expect((await ticket.read())?.files).toMatchObject([{ id: fileId, messageId: message?.id, name: "receipt.pdf" }]);
	const opened = await ticketFiles.openOwn(ticket.owner, ticket.id, fileId);
	expect(await new Response(opened?.body ?? null).text()).toBe("%PDF-1.7\npaid");
	const other = await aTicket();
	expect(await ticketFiles.openOwn(other.owner, ticket.id, fileId)).toBeNull();
	expect(await ticketFiles.openOwn(other.owner, other.id, fileId)).toBeNull();
	expect(await tickets.addFile(senderOf(other.customer), ticket.id, pdf())).toMatchObject({
		error: { kind: "not_found" },
	});

	const baraka = await anAgent();
	expect((await ticketFiles.open(baraka.session, ticket.id, fileId))?.name).toBe("receipt.pdf");
	expect(await ticketsDesk.addFile(baraka, ticket.id, pdf())).toMatchObject({ ok: true });
	expect(await ticket.emails()).toHaveLength(1);
	const reader = await anAgent(["catalogue"]);
	expect(await ticketFiles.open(reader.session, ticket.id, fileId)).toBeNull();
	await env.DB.prepare("update tickets set user_id = null, email = 'achieng@example.com' where id = ?")
		.bind(other.id)
		.run();
	expect(await ticketsDesk.addFile(baraka, other.id, pdf()), "nobody could download it").toMatchObject({
		error: { kind: "conflict" },
	});
	const viewer = await anAgent(["read-only"]);
	expect(await ticketsDesk.addFile(viewer, ticket.id, pdf())).toMatchObject({ error: { kind: "not_found" } });
	expect((await ticket.read())?.files).toHaveLength(2);
});

test("a file that we don't accept is refused with a reason, and nothing is stored", async () => {
	const ticket = await aTicket();
	const { tickets } = testServices();
	const program = { ...pdf(), name: "setup.exe" };
	expect(await tickets.addFile(senderOf(ticket.customer), ticket.id, program)).toMatchObject({
		error: { kind: "invalid", fields: { file: expect.any(String) } },
	});
	expect((await ticket.read())?.messages.items).toHaveLength(1);
});

test("unfinished uploads and the bytes of deleted tickets are cleaned up", async () => {
	const ticket = await aTicket();
	const sent = await testServices().tickets.addFile(senderOf(ticket.customer), ticket.id, pdf());
	const key = `tickets/${sent.ok ? sent.value.id : ""}`;
	await env.DB.prepare("update ticket_files set state = 'reserved' where ticket_id = ?").bind(ticket.id).run();
	await testServices({ clock: () => Date.now() + 61 * MINUTE }).ticketFiles.sweep();
	expect(await env.FILES.head(key)).toBeNull();
	expect((await ticket.read())?.files).toEqual([]);

	const other = await aTicket();
	const second = await testServices().tickets.addFile(senderOf(other.customer), other.id, pdf());
	const secondKey = `tickets/${second.ok ? second.value.id : ""}`;
	await env.DB.prepare("delete from tickets where id = ?").bind(other.id).run();
	await testServices({ clock: () => Date.now() + 25 * 60 * MINUTE }).ticketFiles.sweepOrphans();
	expect(await env.FILES.head(secondKey)).toBeNull();
});

test("an answered ticket is closed after two weeks without a message, and others stay as they are", async () => {
	const [answered, open, held] = [await aTicket(), await aTicket(), await aTicket()];
	const baraka = await anAgent();
	await baraka.send(answered.id, { intent: "answer", body: "Done.", next: "waiting" });
	await baraka.send(held.id, { intent: "status", status: "on-hold" });
	const closeAt = (ms: number) => testServices({ clock: () => Date.now() + ms }).tickets.closeAnswered();
	await closeAt(waitForCustomerMs - MINUTE);
	expect(await answered.row()).toMatchObject({ status: "waiting" });
	await closeAt(waitForCustomerMs + MINUTE);
	expect(await answered.row()).toMatchObject({ status: "closed" });
	expect(await open.row()).toMatchObject({ status: "open" });
	expect(await held.row()).toMatchObject({ status: "on-hold" });
	await answered.answer("One more thing.");
	expect(await answered.row()).toMatchObject({ status: "open" });
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { composeEmail } from "~/features/tickets/compose-email";
import { replyAddress } from "~/features/tickets/reply-address";
import { ticketNumber } from "~/features/tickets/ticket";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import type { SplitForm } from "~/features/tickets/tickets-desk.schema";
import { derivedId } from "~/lib/ids";
import { configOf, secretsOf } from "~/platform/config";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember } from "../support/staff";
import { costlyStatements } from "../support/statement-plans";

type Customer = Awaited<ReturnType<typeof aCustomer>>;

const senderOf = (customer: Customer) => ({ owner: { userId: customer.id }, customer });

async function aTicket(customer: Customer, subject: string) {
	const input = { key: crypto.randomUUID(), department: "technical", subject, body: `First about ${subject}.` };
	const opened = await testServices().tickets.open(senderOf(customer), newTicketSchema.parse(input));
	if (!opened.ok) throw new Error(opened.error.message);
	return opened.value.id;
}

const rowOf = (id: string) =>
	env.DB.prepare("select * from tickets where id = ?").bind(id).first<Record<string, unknown>>();

const problemOf = (id: string) =>
	env.DB.prepare("select * from problems where key = ?").bind(`ticket:${id}`).first<Record<string, unknown>>();

const messagesOf = async (id: string) =>
	(
		await env.DB.prepare(
			"select id, kind, author, body, created_at from ticket_messages where ticket_id = ? order by created_at, rowid",
		)
			.bind(id)
			.all<{ id: string; kind: string; author: string; body: string; created_at: number }>()
	).results;

const bodiesOf = async (id: string, kind = "customer") =>
	(await messagesOf(id)).filter((message) => message.kind === kind).map(({ body }) => body);

async function anAgent(roles: Parameters<typeof aSignedInMember>[0] = ["support"]) {
	const { session, member } = await aSignedInMember(roles, { name: "Baraka Mwangi" });
	const { ticketsDesk } = testServices();
	const versionOf = async (id: string) => Number((await rowOf(id))?.version);
	return {
		session,
		preview: (id: string, into: string) => ticketsDesk.mergePreview(session, id, into),
		merge: async (id: string, into: string, more: { version?: number; intoVersion?: number } = {}) =>
			ticketsDesk.merge({ session, member }, id, {
				version: await versionOf(id),
				into,
				intoVersion: await versionOf(into),
				reason: "The same question",
				...more,
			}),
		split: async (id: string, messages: readonly string[], more: Partial<SplitForm> = {}) =>
			ticketsDesk.split({ session, member }, id, {
				version: await versionOf(id),
				key: crypto.randomUUID(),
				messages: [...messages],
				subject: "Another question",
				department: "billing",
				reason: "Two questions",
				...more,
			}),
		answer: async (id: string, next: "waiting" | "closed" = "waiting") =>
			ticketsDesk.change({ session, member }, id, {
				intent: "answer",
				version: await versionOf(id),
				key: crypto.randomUUID(),
				body: "Done.",
				next,
			}),
	};
}

const pdf = () => {
	const bytes = new TextEncoder().encode("%PDF-1.7");
	return { name: "receipt.pdf", size: bytes.length, body: new Blob([bytes]).stream() };
};

function receive(from: string, to: string, text: string, headers: readonly string[] = []) {
	const raw = composeEmail({ from, to, subject: "x", text, isAuthenticated: true, headers });
	const bytes = new TextEncoder().encode(raw);
	return testServices().emailIn.receive({ from, to, raw: new Blob([bytes]).stream(), size: bytes.length });
}

const replyTo = (id: string) => replyAddress(secretsOf(configOf(env)), id);

test("merging moves messages with their authors, times and files, closes the ticket and says so in words before", async () => {
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	const { tickets, ticketFiles } = testServices();
	const file = await tickets.addFile(senderOf(customer), from, pdf());
	const before = await messagesOf(from);
	const baraka = await anAgent();
	await baraka.answer(into);
	await env.DB.prepare("update tickets set tags = '[\"dns\"]' where id in (?, ?)").bind(from, into).run();
	const preview = await baraka.preview(from, into);
	expect(preview?.targets.map(({ id }) => id)).toEqual([into]);
	expect(preview?.effect[0]).toContain("2 messages and 1 file");
	expect(preview?.effect).toContainEqual(expect.stringContaining("is opened again"));
	expect(await baraka.merge(from, into)).toEqual({ ok: true, value: null });
	const after = await messagesOf(into);
	for (const message of before) expect(after).toContainEqual(message);
	expect(await messagesOf(from)).toEqual([]);
	expect(await rowOf(from)).toMatchObject({ status: "closed", merged_into: into });
	expect(await rowOf(into)).toMatchObject({ status: "open" });
	const { results: tagged } = await env.DB.prepare("select ticket_id, list from ticket_tags order by list").all();
	expect(tagged).toEqual([
		{ ticket_id: from, list: "closed" },
		{ ticket_id: into, list: "open" },
	]);
	expect((await problemOf(from))?.resolved_at).not.toBeNull();
	expect((await problemOf(into))?.resolved_at).toBeNull();
	expect(await bodiesOf(into, "note")).toEqual([expect.stringContaining("The same question")]);
	const fileId = file.ok ? file.value.id : "";
	expect((await ticketFiles.openOwn({ userId: customer.id }, into, fileId))?.name).toBe("receipt.pdf");
	// A link from before the merge still leads to the file, for its customer and for staff, and for no one else.
	expect((await ticketFiles.openOwn({ userId: customer.id }, from, fileId))?.name).toBe("receipt.pdf");
	expect((await ticketFiles.open(baraka.session, from, fileId))?.name).toBe("receipt.pdf");
	expect((await ticketFiles.openOwn({ userId: (await aCustomer()).id }, from, fileId)) ?? null).toBeNull();
	const entry = env.DB.prepare("select kind, reason from audit_log where subject_id = ? order by at desc limit 1");
	expect(await entry.bind(from).first()).toEqual({ kind: "ticket.merged", reason: "The same question" });
});

test("a ticket that waits for the customer is not opened by merging one that waits, too", async () => {
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	const baraka = await anAgent();
	await baraka.answer(from);
	await baraka.answer(into);
	expect(await baraka.merge(from, into)).toMatchObject({ ok: true });
	expect(await rowOf(into)).toMatchObject({ status: "waiting" });
	expect((await problemOf(into))?.resolved_at).not.toBeNull();
});

test("what the customer writes in a merged ticket, on its page or by email, arrives in the other one", async () => {
	const customer = await aCustomer();
	const [from, into, last] = [
		await aTicket(customer, "DNS"),
		await aTicket(customer, "Mail"),
		await aTicket(customer, "Web"),
	];
	const { tickets } = testServices();
	const baraka = await anAgent();
	await baraka.merge(from, into);
	const write = (body: string) =>
		tickets.change(senderOf(customer), from, { intent: "answer", key: crypto.randomUUID(), body });
	expect(await write("On the old page.")).toMatchObject({ ok: true });
	expect(await tickets.addFile(senderOf(customer), from, pdf())).toMatchObject({ ok: true });
	expect(await receive(customer.email, replyTo(from), "By email.")).toEqual({ state: "added", ticketId: into });
	expect(await bodiesOf(into)).toEqual(
		expect.arrayContaining(["On the old page.", "Sent the file receipt.pdf.", "By email."]),
	);
	expect(await rowOf(from)).toMatchObject({ status: "closed" });
	// The other one is merged, too.
	await baraka.merge(into, last);
	expect(await receive(customer.email, replyTo(from), "Again.")).toEqual({ state: "added", ticketId: last });
	expect(await rowOf(from)).toMatchObject({ merged_into: last });
	const listed = await tickets.list({ userId: customer.id }, { tab: "all", after: undefined });
	expect(listed.items.map(({ id }) => id)).toEqual([last]);
	expect(await baraka.answer(from)).toMatchObject({ error: { kind: "conflict" } });
});

test("a message that is sent while its ticket is merged is stored in the other ticket", async () => {
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	const { tickets } = testServices();
	const baraka = await anAgent();
	await Promise.all([
		baraka.merge(from, into),
		tickets.change(senderOf(customer), from, { intent: "answer", key: crypto.randomUUID(), body: "At once." }),
		receive(customer.email, replyTo(from), "Also at once."),
	]);
	const kept = [...(await bodiesOf(from)), ...(await bodiesOf(into))];
	expect(kept).toEqual(expect.arrayContaining(["At once.", "Also at once."]));
	const merged = await rowOf(from);
	if (merged?.merged_into !== null) expect(await bodiesOf(from)).toEqual([]);
});

test("tickets of different senders or addresses can't be merged, and nothing changes", async () => {
	const [one, two] = [await aCustomer(), await aCustomer()];
	const [from, other, elsewhere] = [await aTicket(one, "DNS"), await aTicket(two, "Mail"), await aTicket(one, "Web")];
	await env.DB.prepare("update tickets set email = 'other@example.com' where id = ?").bind(elsewhere).run();
	const baraka = await anAgent();
	const preview = await baraka.preview(from, other);
	expect(preview).toMatchObject({ targets: [], chosen: null });
	for (const into of [other, elsewhere, from])
		expect(await baraka.merge(from, into)).toMatchObject({ error: { kind: "conflict" } });
	expect(await messagesOf(from)).toHaveLength(1);
	expect(await rowOf(from)).toMatchObject({ status: "open", merged_into: null });
});

test("a merge or split of a ticket that has changed since the page was loaded is refused", async () => {
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	const [baraka, achieng] = [await anAgent(), await anAgent()];
	const loaded = { version: Number((await rowOf(from))?.version), intoVersion: Number((await rowOf(into))?.version) };
	await achieng.answer(into);
	const refused = { error: { code: "changed_meanwhile" } };
	expect(await baraka.merge(from, into, loaded)).toMatchObject(refused);
	const both = await Promise.all([baraka.merge(from, into), achieng.merge(into, from)]);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
	const [message] = await messagesOf(from);
	expect(await baraka.split(from, [message?.id ?? ""], { version: loaded.version })).toMatchObject({ ok: false });
});

test("splitting moves the chosen messages with their files into a new ticket of the same sender, once", async () => {
	const customer = await aCustomer();
	const id = await aTicket(customer, "DNS");
	const { tickets } = testServices();
	await tickets.addFile(senderOf(customer), id, pdf());
	const [first, second] = await messagesOf(id);
	const baraka = await anAgent();
	const form = { key: crypto.randomUUID(), version: Number((await rowOf(id))?.version) };
	const split = await baraka.split(id, [second?.id ?? ""], form);
	expect(split).toMatchObject({ ok: true });
	expect(await baraka.split(id, [second?.id ?? ""], form), "sent twice").toEqual(split);
	const newId = split.ok ? split.value.id : "";
	expect((await messagesOf(newId)).find(({ kind }) => kind === "customer")).toEqual(second);
	expect((await messagesOf(id)).find(({ kind }) => kind === "customer")).toEqual(first);
	expect(await rowOf(newId)).toMatchObject({
		...{ user_id: customer.id, status: "open", department: "billing", subject: "Another question" },
	});
	expect((await problemOf(newId))?.resolved_at).toBeNull();
	const found = await tickets.find({ userId: customer.id }, newId);
	expect(found?.files).toMatchObject([{ name: "receipt.pdf", messageId: second?.id }]);
	expect(await bodiesOf(id, "note")).toEqual([expect.stringContaining("Two questions")]);
});

test("splitting takes the messages of a merged ticket out again, and leaves at least one", async () => {
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	const [moved] = await messagesOf(from);
	const baraka = await anAgent();
	await baraka.merge(from, into);
	const all = (await messagesOf(into)).map(({ id }) => id);
	expect(await baraka.split(into, all)).toMatchObject({ error: { fields: { messages: expect.any(String) } } });
	expect(await baraka.split(into, ["tkm_none"])).toMatchObject({ error: { fields: { messages: expect.any(String) } } });
	const out = await baraka.split(into, [moved?.id ?? ""]);
	expect(await bodiesOf(out.ok ? out.value.id : "")).toEqual(["First about DNS."]);
	expect(await bodiesOf(into)).toEqual(["First about Mail."]);
});

test("an email that answers a message that was split off is added to the new ticket", async () => {
	const from = `neema.${Math.random().toString(36).slice(2, 8)}@example.co.ke`;
	const received = await receive(from, brand.emails.support, "First.");
	const id = "ticketId" in received ? received.ticketId : "";
	await receive(from, replyTo(id), "Second.", ["X-Order: 2"]);
	const second = (await messagesOf(id)).find(({ body }) => body === "Second.");
	const stored = await env.DB.prepare("select email_id from ticket_messages where id = ?").bind(second?.id).first();
	const out = await (await anAgent()).split(id, [second?.id ?? ""]);
	const answer = await receive(from, brand.emails.support, "Third.", [`In-Reply-To: <${stored?.email_id}>`]);
	expect(answer).toEqual({ state: "added", ticketId: out.ok ? out.value.id : "" });
});

test("roles that may not answer neither merge nor split", async () => {
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	const [message] = await messagesOf(from);
	for (const role of ["read-only", "finance", "catalogue"] as const) {
		const viewer = await anAgent([role]);
		expect(await viewer.preview(from, into), role).toBeNull();
		expect(await viewer.merge(from, into), role).toMatchObject({ error: { kind: "not_found" } });
		expect(await viewer.split(from, [message?.id ?? ""]), role).toMatchObject({ error: { kind: "not_found" } });
	}
	expect(await messagesOf(from)).toHaveLength(1);
});

test("a ticket whose number is taken gets another one, and no message is lost", async () => {
	const customer = await aCustomer();
	const taken = await aTicket(customer, "DNS");
	const takeNumber = (number: string) =>
		env.DB.prepare("update tickets set number = ? where id = ?").bind(number, taken).run();
	const key = crypto.randomUUID();
	const input = newTicketSchema.parse({ key, department: "sales", subject: "New", body: "Kept." });
	const id = derivedId("tck", customer.id, key, "New", "Kept.");
	await takeNumber(ticketNumber(id, "T"));
	const { tickets } = testServices();
	for (const _ of [1, 2]) expect(await tickets.open(senderOf(customer), input)).toEqual({ ok: true, value: { id } });
	expect(await bodiesOf(id)).toEqual(["Kept."]);
	expect((await rowOf(id))?.number).toMatch(/^T-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
	expect((await rowOf(id))?.number).not.toBe(ticketNumber(id, "T"));

	const from = `neema.${Math.random().toString(36).slice(2, 8)}@example.co.ke`;
	const messageId = `${crypto.randomUUID()}@example.co.ke`;
	const emailTicket = derivedId("tck", derivedId("tkm", "email", from, messageId));
	await takeNumber(ticketNumber(emailTicket, "T"));
	const raw = new TextEncoder().encode(
		composeEmail({
			from,
			to: brand.emails.support,
			subject: "x",
			text: "Kept, too.",
			isAuthenticated: true,
			messageId,
		}),
	);
	const email = { from, to: brand.emails.support, raw: new Blob([raw]).stream(), size: raw.length };
	expect(await testServices().emailIn.receive(email)).toEqual({ state: "opened", ticketId: emailTicket });
	expect(await bodiesOf(emailTicket)).toEqual(["Kept, too."]);
});

test("the page that merges finds its rows by an index, however many tickets there are", async () => {
	const baraka = await anAgent();
	const customer = await aCustomer();
	const [from, into] = [await aTicket(customer, "DNS"), await aTicket(customer, "Mail")];
	await baraka.preview(from, into);
	await baraka.merge(from, into);
	expect(await costlyStatements()).toEqual([]);
});

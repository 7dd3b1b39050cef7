import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { cannedReplySchema } from "~/features/tickets/canned-replies.schema";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { parse } from "~/lib/parse";
import * as ticketPage from "~/routes/desk/ticket";
import * as replyForTicket from "~/routes/desk/ticket-canned-reply";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

let count = 0;
const aTitle = () => `Reply ${String(count++)} ${Math.random().toString(36).slice(2, 8)}`;

const query = { q: "", department: undefined, after: undefined };

async function anEditor(roles: Parameters<typeof aSignedInMember>[0] = ["support"]) {
	const { session, cookie } = await aSignedInMember(roles, { name: "Baraka Mwangi" });
	const { cannedReplies } = testServices();
	return {
		session,
		cookie,
		find: (title: string) => cannedReplies.list(session, { ...query, q: title }),
		async create(fields: { title?: string; department?: string; body?: string } = {}) {
			const input = { title: aTitle(), department: "", body: "Hello {{first_name}}.", ...fields };
			const parsed = parse(cannedReplySchema, input);
			if (!parsed.ok) throw new Error(parsed.error.message);
			expect(await cannedReplies.create(session, parsed.value)).toMatchObject({ ok: true });
			const [row] = (await cannedReplies.list(session, { ...query, q: input.title })).items;
			if (!row) throw new Error("The reply is not in the list");
			return row;
		},
	};
}

async function aTicket() {
	const customer = await aCustomer();
	const input = { key: crypto.randomUUID(), department: "technical", subject: "Site is down", body: "Help." };
	const sender = { owner: { userId: customer.id }, customer };
	const opened = await testServices().tickets.open(sender, newTicketSchema.parse(input));
	if (!opened.ok) throw new Error(opened.error.message);
	const number = await env.DB.prepare("select number from tickets where id = ?").bind(opened.value.id).first("number");
	return { id: opened.value.id, number, customer };
}

const entries = async (id: string) =>
	(
		await env.DB.prepare("select kind, reason, staff_name from audit_log where subject_id = ? order by at, rowid")
			.bind(id)
			.all()
	).results;

test("support creates, edits and deletes a canned reply, and each change is in the audit log", async () => {
	const editor = await anEditor();
	const { cannedReplies } = testServices();
	const reply = await editor.create({ department: "billing" });
	const version = reply.updatedAt;
	const input = { title: `${reply.title} new`, department: null, body: "Shorter." };
	expect(await cannedReplies.change(editor.session, reply.id, { ...input, version })).toMatchObject({ ok: true });
	const changed = await cannedReplies.find(editor.session, reply.id);
	expect(changed).toMatchObject(input);
	expect(
		await cannedReplies.remove(editor.session, reply.id, { version: changed?.updatedAt ?? 0, reason: "Outdated" }),
	).toMatchObject({ ok: true });
	expect(await cannedReplies.find(editor.session, reply.id)).toBeUndefined();
	expect(await entries(reply.id)).toMatchObject([
		{ kind: "canned_reply.created", staff_name: "Baraka Mwangi" },
		{ kind: "canned_reply.changed" },
		{ kind: "canned_reply.deleted", reason: "Outdated" },
	]);
});

test("a title is used once, and a form that was loaded before someone's change is refused", async () => {
	const editor = await anEditor();
	const { cannedReplies } = testServices();
	const [one, two] = [await editor.create(), await editor.create()];
	const form = { title: one.title, department: null, body: "x" };
	expect(await cannedReplies.create(editor.session, form)).toMatchObject({
		error: { fields: { title: expect.stringContaining(one.title) } },
	});
	expect(await cannedReplies.change(editor.session, two.id, { ...form, version: two.updatedAt })).toMatchObject({
		error: { fields: { title: expect.any(String) } },
	});
	const edit = { title: two.title, department: null, version: two.updatedAt };
	const edits = await Promise.all(
		["first", "second"].map((body) => cannedReplies.change(editor.session, two.id, { ...edit, body })),
	);
	expect(edits.filter(({ ok }) => ok)).toHaveLength(1);
	expect(edits.find(({ ok }) => !ok)).toMatchObject({ error: { code: "changed_meanwhile" } });
	const removed = await cannedReplies.remove(editor.session, two.id, { version: two.updatedAt, reason: "x" });
	expect(removed).toMatchObject({ error: { code: "changed_meanwhile" } });
});

test.each(["{{firstname}}", "{{ }}", "{{first_name", "Hi first_name}}", "{{constructor}}"])(
	"the text %s has no known placeholder and is refused with its field",
	(body) => {
		const parsed = parse(cannedReplySchema, { title: "x", department: "", body });
		expect(parsed).toMatchObject({ error: { fields: { body: expect.stringContaining("{{first_name}}") } } });
	},
);

test("a reply is found by its title or text, and by department", async () => {
	const editor = await anEditor();
	const reply = await editor.create({ department: "sales", body: `Code ${aTitle()}` });
	const { cannedReplies } = testServices();
	const ids = async (more: Partial<Parameters<typeof cannedReplies.list>[1]>) =>
		(await cannedReplies.list(editor.session, { ...query, ...more })).items.map(({ id }) => id);
	expect(await ids({ q: reply.body.toUpperCase() })).toEqual([reply.id]);
	expect(await ids({ q: reply.title, department: "sales" })).toEqual([reply.id]);
	expect(await ids({ q: reply.title, department: "billing" })).toEqual([]);
});

test("a reply is filled in for its ticket, and without script it is added below what was typed", async () => {
	const editor = await anEditor();
	const body = "Dear {{first_name}}, about {{ticket}} ({{ subject }}): done. {{agent}}";
	const reply = await editor.create({ body });
	const { id, number, customer } = await aTicket();
	const filled = `Dear ${customer.firstName}, about ${number} (Site is down): done. Baraka Mwangi`;
	const json = await replyForTicket.loader(
		deskArgs({ cookie: editor.cookie, address: "/desk/x", params: { ticketId: id, replyId: reply.id } }) as never,
	);
	expect(await json.json()).toEqual({ text: filled });
	const insert = (canned: string) =>
		ticketPage.action(
			deskArgs({
				cookie: editor.cookie,
				address: `/desk/tickets/${id}`,
				params: { ticketId: id },
				form: { intent: "insert", canned, body: "Thanks for waiting." },
			}) as never,
		);
	expect(await insert(reply.id)).toEqual({ inserted: `Thanks for waiting.\n\n${filled}` });
	expect(await insert("")).toMatchObject({ data: { failure: { fields: { canned: expect.any(String) } } } });
	expect(await insert("can_none")).toMatchObject({ data: { values: { body: ["Thanks for waiting."] } } });
});

test("a sender whose name we don't know is not addressed by their email address", async () => {
	const editor = await anEditor();
	const reply = await editor.create();
	const { id } = await aTicket();
	await env.DB.prepare("update tickets set user_id = null, name = 'neema@example.com', email = name where id = ?")
		.bind(id)
		.run();
	const textBy = await testServices().cannedReplies.forTicket(editor.session, id, reply.id);
	expect(textBy?.("Baraka")).toBe("Hello there.");
});

test("roles without the permission read canned replies at most, and change none", async () => {
	const editor = await anEditor();
	const reply = await editor.create();
	const { cannedReplies } = testServices();
	const { id } = await aTicket();
	for (const role of ["read-only", "finance", "catalogue"] as const) {
		const { session, cookie } = await anEditor([role]);
		const seen = await cannedReplies.find(session, reply.id);
		expect(seen?.id, role).toBe(role === "catalogue" ? undefined : reply.id);
		expect(await cannedReplies.choices(session), role).toEqual([]);
		expect(await cannedReplies.forTicket(session, id, reply.id), role).toBeNull();
		const input = { title: aTitle(), department: null, body: "x", version: reply.updatedAt };
		expect(await cannedReplies.create(session, input), role).toMatchObject({ ok: false });
		expect(await cannedReplies.change(session, reply.id, input), role).toMatchObject({ ok: false });
		expect(
			await cannedReplies.remove(session, reply.id, { version: reply.updatedAt, reason: "x" }),
			role,
		).toMatchObject({ ok: false });
		const visit = { cookie, address: "/desk/x", params: { ticketId: id, replyId: reply.id } };
		const answer = await replyForTicket.loader(deskArgs(visit) as never).catch((thrown: unknown) => thrown);
		expect(statusOf(answer), role).toBe(404);
	}
	expect(await cannedReplies.find(editor.session, reply.id)).toEqual(reply);
});

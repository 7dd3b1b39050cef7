import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { fileView } from "~/features/projects/project-contents";
import { projectSchema } from "~/features/projects/projects.schema";
import { auditText } from "~/features/staff/audit-view";
import { kenya } from "~/lib/dates";
import type { IncomingFile } from "~/lib/multipart";
import { action as upload } from "~/routes/desk/project-upload";
import { createServices } from "~/services.server";
import { aCustomer, testServices } from "../support/factories";
import { aKey, aTeamProject } from "../support/projects";
import { aMember, aSignedInMember, deskArgs } from "../support/staff";
import { costlySteps, listening, loadFullSizeStatistics } from "../support/statement-plans";

let next = 1;
/** A text that no other test has. */
const unique = () => `z${Date.now().toString(36)}${next++}`;

const brief = (name = "brief.pdf"): IncomingFile => {
	const body = new Blob(["%PDF-1.7\nhello"]);
	return { name, size: body.size, body: body.stream() };
};

test("what staff do in a project is in the audit log with their name, once", async () => {
	const { changeAsTeam, tasks, id, user, staff } = await aTeamProject();
	const owner = await aSignedInMember(["owner"]);
	const message = { intent: "post", key: aKey(), body: "Hello" };
	await Promise.all([message, message].map(changeAsTeam));
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "Logo", assignee: "customer" });
	const taskId = (await tasks())[0]?.id ?? "";
	await changeAsTeam({ intent: "assign-task", taskId, assignee: "" });
	await changeAsTeam({ intent: "tick-task", taskId, completed: "on" });
	await changeAsTeam({ intent: "update", status: "on-hold", dueDate: "2027-02-01" });
	const { items } = await staff.auditLog.list(owner.session, { subject: id });
	expect(items.map(auditText).toReversed()).toEqual([
		"Wrote to the customer in Booking site.",
		"Added the task Logo in Booking site for Amina Otieno.",
		"Assigned the task Logo in Booking site to no one, before Amina Otieno.",
		"Ticked off the task Logo in Booking site.",
		"Changed the status and due date of Booking site: On Hold, 100%, due on 1 Feb 2027, before Planned, 100%, no due date.",
	]);
	for (const { staffName, customerId } of items) expect([staffName, customerId]).toEqual(["Neema Wafula", user.id]);
});

test("a role that only sees projects changes nothing in them, and other roles see none", async () => {
	const { projectsDesk, id, posts, find } = await aTeamProject();
	const reader = await aSignedInMember(["read-only"]);
	const other = await aSignedInMember(["finance"]);
	expect(await projectsDesk.find(reader.session, id)).toMatchObject({ project: { name: "Booking site" } });
	expect(await projectsDesk.find(other.session, id)).toBeNull();
	expect((await projectsDesk.list(other.session, { q: "" })).items).toEqual([]);
	for (const who of [reader, other]) {
		const post = { intent: "post", key: aKey(), body: "x" } as const;
		expect(await projectsDesk.change(who, id, post)).toMatchObject({ ok: false });
		const update = { intent: "update", version: (await find())?.updatedAt ?? 0, status: "on-hold" } as const;
		expect(await projectsDesk.change(who, id, update)).toMatchObject({ ok: false });
		expect(await projectsDesk.addFile(who, id, brief())).toMatchObject({ ok: false });
	}
	expect([await posts(), (await find())?.status]).toEqual([[], "planned"]);
});

test("the second of two people who change a project or an assignee at once is told, and overwrites nothing", async () => {
	const { changeAsTeam, projectsDesk, neema, find, tasks } = await aTeamProject();
	const version = String((await find())?.updatedAt);
	expect(await changeAsTeam({ intent: "update", version, status: "in-progress" })).toMatchObject({ ok: true });
	expect(await changeAsTeam({ intent: "update", version, status: "on-hold" })).toMatchObject({
		error: { code: "changed_meanwhile", message: expect.stringContaining("It is now: In Progress, 0%, no due date.") },
	});
	expect(await find()).toMatchObject({ status: "in-progress" });

	const juma = await aMember(["support"], { name: "Juma Mwangi" });
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "Logo", assignee: "" });
	const task = { intent: "assign-task", taskId: (await tasks())[0]?.id ?? "" };
	expect(await changeAsTeam({ ...task, assignee: juma.id, was: "" })).toMatchObject({ ok: true });
	expect(await changeAsTeam({ ...task, assignee: "customer", was: "" })).toMatchObject({
		error: { code: "changed_meanwhile", message: "This task is assigned to Juma Mwangi now. Assign it again." },
	});
	expect(await tasks()).toMatchObject([{ assignee: { id: juma.id, name: "Juma Mwangi" } }]);
	expect(await projectsDesk.find(neema.session, "prj_absent")).toBeNull();
});

test("a task can be assigned to active staff who may work in projects, and to no one else", async () => {
	const { changeAsTeam, projectsDesk, neema, id, tasks } = await aTeamProject();
	const active = await aMember(["manager"]);
	const others = [
		await aMember(["finance"]),
		await aMember(["support"], { status: "disabled" }),
		await aMember(["support"], { status: "invited" }),
	];
	const offered = (await projectsDesk.find(neema.session, id))?.people.map((person) => person.id);
	expect(offered).toEqual(expect.arrayContaining([active.id, neema.member.id]));
	for (const other of others) {
		expect(offered).not.toContain(other.id);
		const refused = await changeAsTeam({ intent: "add-task", key: aKey(), name: "Logo", assignee: other.id });
		expect(refused).toMatchObject({ error: { fields: { assignee: expect.any(String) } } });
	}
	expect(await tasks()).toEqual([]);
});

test("a file that staff upload is in the customer's project, and the customer is told who added it", async () => {
	const { projectsDesk, projects, neema, owner, id, notificationTexts, logTexts, staff } = await aTeamProject();
	const done = await projectsDesk.addFile(neema, id, brief());
	if (!done.ok) throw new Error(done.error.message);
	expect((await projects.files.list(owner, id)).map((file) => fileView(file, kenya))).toMatchObject([
		{ id: done.value.id, name: "brief.pdf" },
	]);
	expect(await notificationTexts()).toEqual(["Neema Wafula added a file to Booking site: brief.pdf"]);
	expect(await logTexts()).toEqual(["Neema Wafula uploaded brief.pdf in Booking site."]);
	const auditor = await aSignedInMember(["owner"]);
	const { items } = await staff.auditLog.list(auditor.session, { subject: id });
	expect(items.map(auditText)).toEqual(["Uploaded brief.pdf in Booking site."]);

	const opened = await projectsDesk.openFile(neema.session, id, done.value.id, "bytes=9-");
	expect(await new Response(opened?.body).text()).toBe("hello");
	const { session } = await aSignedInMember(["finance"]);
	expect(await projectsDesk.openFile(session, id, done.value.id, null)).toBeNull();
	expect(await projectsDesk.openFile(neema.session, "prj_absent", done.value.id, null)).toBeNull();
	await projects.files.remove(owner, done.value.id);
	expect(await projectsDesk.openFile(neema.session, id, done.value.id, null)).toBeNull();
});

test("an upload at the desk answers with JSON, and names what is wrong with the file", async () => {
	const { id, neema, projects, owner } = await aTeamProject();
	const send = async (name: string) => {
		// As browsers send it. Not every runtime ends a multipart body with a line break.
		const part = `Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n%PDF-1.7`;
		const body = `--limit\r\n${part}\r\n--limit--\r\n`;
		const { context, ...args } = deskArgs({ cookie: neema.cookie, address: `/desk/projects/${id}/upload` });
		const request = new Request(args.url, {
			method: "POST",
			body,
			headers: { "Content-Type": "multipart/form-data; boundary=limit", "Content-Length": String(body.length) },
		});
		return (await upload({ ...args, context, request, params: { projectId: id } } as never)) as Response;
	};
	expect((await send("brief.pdf")).status).toBe(201);
	const refused = await send("brief.png");
	expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringContaining("does not match") }]);
	expect(await projects.files.list(owner, id)).toHaveLength(1);
});

test("the list pages through all projects, and finds them by status and by the start of a name, client or email", async () => {
	const { projects, projectsDesk } = testServices();
	const { session } = await aSignedInMember(["read-only"]);
	const word = unique();
	const customer = await aCustomer({ email: `${word}@example.com` });
	const create = (fields: Record<string, unknown>) =>
		projects.create({ userId: customer.id }, projectSchema.parse({ name: "Site", ...fields }));
	const named = await create({ name: `Shop ${word}`, client: "" });
	const forClient = await create({ client: `Client ${word}`, status: "on-hold" });
	const many = await Promise.all(Array.from({ length: 22 }, () => create({ name: `Many ${word}` })));
	const ids = async (query: { q: string; status?: "on-hold" | "planned"; after?: string }) =>
		(await projectsDesk.list(session, query)).items.map(({ id }) => id);
	expect(await ids({ q: `SHOP ${word}` })).toEqual([named]);
	expect(await ids({ q: `client ${word}` })).toEqual([forClient]);
	expect(await ids({ q: `client ${word}`, status: "planned" })).toEqual([]);
	expect(await ids({ q: `${word}@example` })).toHaveLength(20);
	expect(await ids({ q: "ient" }), "the middle of a name").not.toContain(forClient);
	expect(await ids({ q: "", status: "on-hold" })).toContain(forClient);
	for (const query of [{ q: `many ${word}` }, { q: `${word}@`, status: "planned" } as const, { q: "" }]) {
		const one = await projectsDesk.list(session, query);
		const two = await projectsDesk.list(session, { ...query, after: one.next ?? "" });
		const both = [...one.items, ...two.items].map(({ id }) => id);
		expect(new Set(both).size).toBe(both.length);
		if (query.q.startsWith("many")) expect(both.toSorted()).toEqual(many.toSorted());
	}
});

test("the lists and the page of projects read only what they show, however many projects there are", async () => {
	const { id, neema } = await aTeamProject();
	await loadFullSizeStatistics();
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const { projectsDesk, db } = createServices({ ...env, DB: database }, () => {});
	const after = "WzEsInByal94Il0";
	for (const status of [undefined, "planned", "in-progress", "on-hold", "completed"] as const) {
		for (const q of ["", "booking"]) {
			await projectsDesk.list(neema.session, { q, status });
			await projectsDesk.list(neema.session, { q, status, after });
		}
	}
	const before = db.roundTrips;
	await projectsDesk.find(neema.session, id, after);
	expect(db.roundTrips - before).toBe(1);
	expect(queries.length).toBeGreaterThan(40);
	for (const { sql, values } of queries) expect(await costlySteps(sql, values), sql).toEqual([]);
});

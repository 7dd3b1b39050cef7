import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { linksIn } from "~/features/email/links";
import { projectSchema } from "~/features/projects/projects.schema";
import { MINUTE, SECOND } from "~/lib/durations";
import { aCustomer, testServices } from "../support/factories";
import { aKey, aTeamProject } from "../support/projects";
import { aMember } from "../support/staff";

test("a message of our team appears in the discussion, the notifications, the inbox and the activity log", async () => {
	const { changeAsTeam, posts, notificationTexts, mails, logTexts, id } = await aTeamProject();
	const body = "The **zones** are in:\n\n- Westlands\n- <script>alert(1)</script>";
	expect((await changeAsTeam({ intent: "post", key: aKey(), body })).ok).toBe(true);
	await env.DB.prepare("update notifications set dedupe_key = id where kind = 'project.message'").run();
	expect(await posts()).toMatchObject([{ authorName: "Neema Wafula", body, own: null, byTeam: 1, unread: 1 }]);
	expect(await notificationTexts()).toEqual([
		"Neema Wafula wrote in Booking site: The zones are in: Westlands <script>alert(1)</script>",
	]);
	const [mail, ...more] = await mails();
	expect(more).toEqual([]);
	expect(mail?.subject).toBe("Neema Wafula wrote about Booking site");
	expect(mail?.text).toContain("Neema Wafula from the Kikoa team wrote in the discussion of Booking site:");
	expect(mail?.html).toContain("&lt;script&gt;");
	expect(mail?.html).not.toContain("<script>");
	expect(linksIn(mail?.text ?? "")[0]).toBe(`https://kikoa.test/dashboard/projects?open=${id}`);
	expect(await logTexts()).toEqual(["Neema Wafula wrote in Booking site."]);
});

test("a repeated message or task is stored once, also when all copies arrive at the same time", async () => {
	const { changeAsTeam, posts, tasks, notificationTexts, mails, logTexts } = await aTeamProject();
	const message = { intent: "post", key: aKey(), body: "Hello" };
	const task = { intent: "add-task", key: aKey(), name: "Send us your logo", assignee: "customer" };
	const sent = await Promise.all([message, message, message, task, task, task].map(changeAsTeam));
	sent.push(await changeAsTeam(message), await changeAsTeam(task));
	expect(new Set(sent.map((one) => one.ok && one.value.id)).size).toBe(2);
	expect(await posts()).toHaveLength(1);
	expect(await tasks()).toHaveLength(1);
	expect(await notificationTexts()).toHaveLength(2);
	expect(await mails()).toHaveLength(2);
	expect(await logTexts()).toHaveLength(2);
	await changeAsTeam({ ...message, body: "Hello again" });
	await changeAsTeam({ ...message, key: aKey() });
	expect(await posts()).toHaveLength(3);
});

test("a repeated change is made and announced once, also when all copies arrive at the same time", async () => {
	const { changeAsTeam, find, id, notifications, notificationTexts, mails, logTexts, tasks } = await aTeamProject();
	const started = { intent: "update", status: "in-progress", progress: "30", dueDate: "2027-02-01" };
	const done = await Promise.all([1, 2, 3].map(() => changeAsTeam(started)));
	expect(done.every(({ ok }) => ok)).toBe(true);
	expect(await find()).toMatchObject({ status: "in-progress", progress: 30, dueAt: Date.parse("2027-02-01T12:00Z") });
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "Logo", assignee: "" });
	const taskId = (await tasks())[0]?.id ?? "";
	const changes: readonly Record<string, string>[] = [
		{ intent: "assign-task", taskId, assignee: "customer" },
		{ intent: "tick-task", taskId, completed: "on" },
	];
	for (const change of changes) await Promise.all([1, 2, 3].map(() => changeAsTeam(change)));
	expect(await tasks()).toMatchObject([{ completed: true, assignee: { id: "customer", name: "Amina Otieno" } }]);
	expect((await logTexts()).toReversed()).toEqual([
		"Neema Wafula changed the status, progress and due date of Booking site: In Progress, 30%, due on 1 Feb 2027.",
		"Neema Wafula added the task Logo in Booking site.",
		"Neema Wafula assigned the task Logo in Booking site to you.",
		"Neema Wafula ticked off the task Logo in Booking site.",
	]);
	expect((await notificationTexts()).toSorted()).toEqual([
		"A task for you in Booking site: Logo",
		"All tasks of Booking site are done: Mark the project complete, or add what is missing.",
		expect.stringMatching(
			/^Booking site was updated: Neema Wafula changed the status, progress and due date: In Progress/,
		),
	]);
	expect((await notifications()).map(({ projectId }) => projectId)).toEqual([id, id, id]);
	// The task was done before its email was due.
	expect((await mails()).map(({ subject }) => subject)).toEqual(["Booking site: In Progress, 100%"]);
});

test("several changes of a project's progress are reported in one email, with the final state", async () => {
	let now = Date.UTC(2026, 10, 21, 8, 1);
	const { changeAsTeam, mails, notificationTexts } = await aTeamProject({
		services: testServices({ clock: () => now }),
	});
	await changeAsTeam({ intent: "update", status: "in-progress" });
	now += 8 * MINUTE;
	await changeAsTeam({ intent: "update", progress: "20" });
	now += SECOND;
	await changeAsTeam({ intent: "update", progress: "30" });
	expect(await notificationTexts()).toHaveLength(3);
	const [mail, ...more] = await mails();
	expect([mail?.subject, more]).toEqual(["Booking site: In Progress, 30%", []]);
	expect(mail?.text).toContain("Our team changed the status and progress of Booking site.");
	now += 8 * MINUTE;
	await changeAsTeam({ intent: "update", status: "on-hold" });
	now += SECOND;
	await changeAsTeam({ intent: "update", status: "in-progress" });
	expect(await mails()).toHaveLength(1);
});

const kinds = [
	["messages", { intent: "post", body: "Hello" }],
	["taskAssignments", { intent: "add-task", name: "Logo", assignee: "customer" }],
	["projectUpdates", { intent: "update", status: "on-hold" }],
] as const;

for (const [preference, change] of kinds) {
	test(`${preference}: if on it sends a notification and an email, if off neither, and without project emails the notification stays`, async () => {
		const sent = { key: aKey(), ...change };
		for (const [preferences, notices, mails] of [
			[{}, 1, 1],
			[{ [preference]: false }, 0, 0],
			[{ projects: false }, 1, 0],
			[{ email: false, productUpdates: false }, 1, 1],
		] as const) {
			const project = await aTeamProject({ preferences });
			expect((await project.changeAsTeam(sent)).ok).toBe(true);
			expect(
				[(await project.notificationTexts()).length, (await project.mails()).length],
				JSON.stringify(preferences),
			).toEqual([notices, mails]);
			expect(await project.logTexts()).toHaveLength(1);
		}
	});
}

test("dueReminders: if on they send a notification and an email once per day, if off neither", async () => {
	const now = Date.UTC(2026, 10, 21, 8);
	const services = testServices({ clock: () => now });
	const fields = { dueDate: "2026-11-23", status: "in-progress" };
	const on = await aTeamProject({ fields, services });
	const off = await aTeamProject({ fields, services, preferences: { dueReminders: false } });
	const quiet = await aTeamProject({ fields, services, preferences: { projects: false } });
	await Promise.all([1, 2].map(() => services.projects.remindDue()));
	await env.DB.prepare("update notifications set dedupe_key = id where kind = 'project.due'").run();
	expect(await services.projects.remindDue(), "found by its key").toBe(0);
	const found = async ({ notificationTexts, mails }: typeof on) => [
		(await notificationTexts()).length,
		(await mails()).length,
	];
	expect([await found(on), await found(off), await found(quiet)]).toEqual([
		[1, 1],
		[0, 0],
		[1, 0],
	]);
	expect((await on.mails())[0]?.subject).toBe("Booking site is due on 23 Nov 2026");
});

test("the unsubscribe link of such an email stops project emails and leaves notifications on", async () => {
	const { changeAsTeam, mails, notificationPreferences, owner, notificationTexts } = await aTeamProject();
	await changeAsTeam({ intent: "post", key: aKey(), body: "One" });
	const [mail] = await mails();
	const link = linksIn(mail?.text ?? "").find((address) => address.includes("/unsubscribe"));
	const ended = await notificationPreferences.unsubscribe(new URL(link ?? "").searchParams.get("token") ?? "");
	expect(ended).toEqual({ ok: true, value: { label: "Projects" } });
	await changeAsTeam({ intent: "post", key: aKey(), body: "Two" });
	expect(await mails()).toHaveLength(1);
	expect(await notificationTexts()).toHaveLength(2);
	expect(await notificationPreferences.read(owner)).toMatchObject({ projects: false, messages: true, email: true });
});

test("a task for our team makes a notification, and no email asks the customer to do it", async () => {
	const { changeAsTeam, notificationTexts, mails, tasks } = await aTeamProject();
	const juma = await aMember(["manager"], { name: "Juma Mwangi" });
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "Data model", assignee: juma.id });
	expect(await notificationTexts()).toEqual(["Juma Mwangi has a new task in Booking site: Data model"]);
	expect(await mails()).toEqual([]);
	const taskId = (await tasks())[0]?.id ?? "";
	await changeAsTeam({ intent: "assign-task", taskId, assignee: "" });
	expect(await tasks()).toMatchObject([{ assignee: null }]);
	expect(await notificationTexts()).toHaveLength(1);
});

test("an email is not sent if its subject was deleted or done in the meantime", async () => {
	const { changeAsTeam, tasks, mails, projects, owner, id } = await aTeamProject();
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "Logo", assignee: "customer" });
	await projects.tasks.remove(owner, (await tasks())[0]?.id ?? "");
	await changeAsTeam({ intent: "post", key: aKey(), body: "Hello" });
	await changeAsTeam({ intent: "update", status: "on-hold" });
	await projects.remove(owner, id);
	expect(await mails()).toEqual([]);
});

test("progress follows the tasks if there are any, and a reopened project continues from its tasks", async () => {
	const { changeAsTeam, find, tasks } = await aTeamProject();
	await changeAsTeam({ intent: "update", progress: "40" });
	expect(await find()).toMatchObject({ progress: 40 });
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "One" });
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "Two" });
	await changeAsTeam({ intent: "tick-task", taskId: (await tasks())[0]?.id ?? "", completed: "on" });
	expect(await find()).toMatchObject({ progress: 50 });
	expect(await changeAsTeam({ intent: "update", progress: "80" })).toMatchObject({
		ok: false,
		error: { kind: "invalid", fields: { progress: expect.stringMatching(/follows the tasks/) } },
	});
	await changeAsTeam({ intent: "update", status: "completed" });
	expect(await find()).toMatchObject({ status: "completed", progress: 100 });
	await changeAsTeam({ intent: "update", status: "in-progress" });
	expect(await find()).toMatchObject({ status: "in-progress", progress: 50 });
});

test("an unchanged due date changes nothing and makes no notification", async () => {
	const { changeAsTeam, find, notificationTexts } = await aTeamProject();
	const { id, dueAt } = (await find()) ?? { id: "", dueAt: null };
	const evening = Date.parse("2027-02-01T18:30Z");
	await env.DB.prepare("update projects set due_at = ? where id = ?").bind(evening, id).run();
	expect((await changeAsTeam({ intent: "update", status: "planned", dueDate: "2027-02-01" })).ok).toBe(true);
	expect([dueAt, (await find())?.dueAt]).toEqual([null, evening]);
	expect(await notificationTexts()).toEqual([]);
});

test("new messages are unread until their customer marks or answers them", async () => {
	const { changeAsTeam, posts, projects, logTexts, owner, id } = await aTeamProject();
	const other = { userId: (await aCustomer()).id };
	const unread = async () => (await projects.posts.unread(owner))(id);
	await changeAsTeam({ intent: "post", key: aKey(), body: "One" });
	await changeAsTeam({ intent: "post", key: aKey(), body: "Two" });
	expect([await unread(), (await projects.posts.unread(other))(id)]).toEqual([2, 0]);
	await projects.posts.markRead(other, id);
	expect(await unread()).toBe(2);
	await projects.posts.markRead(owner, id);
	expect([await unread(), (await posts()).map((post) => post.unread)]).toEqual([0, [0, 0]]);
	expect((await logTexts("customer"))[0]).toBe("Marked the messages in Booking site as read.");
	await changeAsTeam({ intent: "post", key: aKey(), body: "Three" });
	expect(await unread()).toBe(1);
	await projects.posts.add(owner, id, "An answer");
	expect(await unread()).toBe(0);
});

test("a customer can neither edit nor delete our team's messages", async () => {
	const { changeAsTeam, posts, projects, owner } = await aTeamProject();
	await changeAsTeam({ intent: "post", key: aKey(), body: "Ours" });
	const id = (await posts())[0]?.id ?? "";
	expect((await projects.posts.edit(owner, id, "mine")).ok).toBe(false);
	expect((await projects.posts.remove(owner, id)).ok).toBe(false);
	expect(await posts()).toMatchObject([{ body: "Ours", editedAt: null }]);
});

test("missing and deleted projects and tasks of another project are not found", async () => {
	const { changeAsTeam, projectsDesk, projects, owner, id, tasks, neema } = await aTeamProject();
	await changeAsTeam({ intent: "add-task", key: aKey(), name: "One" });
	const taskId = (await tasks())[0]?.id ?? "";
	const other = await projects.create(owner, projectSchema.parse({ name: "Other" }));
	const post = { intent: "post", key: aKey(), body: "x" } as const;
	const missing = { ok: false, error: { kind: "not_found" } };
	expect(await projectsDesk.change(neema, "prj_absent", post)).toMatchObject(missing);
	expect(await projectsDesk.change(neema, other, { intent: "tick-task", taskId, completed: true })).toMatchObject(
		missing,
	);
	await projects.remove(owner, id);
	expect(await projectsDesk.change(neema, id, post)).toMatchObject(missing);
	expect(await projectsDesk.find(neema.session, id)).toBeNull();
	const { items } = await projectsDesk.list(neema.session, { q: "Booking site" });
	expect(items.map((project) => project.id)).not.toContain(id);
});

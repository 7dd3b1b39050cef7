import { env } from "cloudflare:workers";
import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { activityLog } from "~/db/schema";
import { changeProject } from "~/features/projects/change-project.server";
import { maxTasks, undoPeriodMs } from "~/features/projects/project";
import {
	type ProjectChange,
	projectChangeSchema,
	projectListSchema,
	projectSchema,
} from "~/features/projects/projects.schema";
import { testServices } from "../support/factories";
import { seededShop } from "../support/seeded";
import { aSignedInMember } from "../support/staff";
import { withMessage } from "../support/stored-texts";

type Shop = Awaited<ReturnType<typeof seededShop>>;
let shop: Shop;

beforeAll(async () => {
	shop = await seededShop();
});

const every = projectListSchema.parse({});
const form = (fields: Record<string, unknown> = {}) => projectSchema.parse({ name: "Booking site", ...fields });

/** A new project of the demo customer. */
async function aProject(fields: Record<string, unknown> = {}, services = testServices()) {
	const { owner } = shop.demoSession;
	const id = await services.projects.create(owner, form(fields));
	const tasks = () => services.projects.tasks.list(owner, id);
	const find = () => services.projects.find(owner, id);
	const addTasks = async (...names: string[]) => {
		for (const name of names) expect((await services.projects.tasks.add(owner, id, name)).ok).toBe(true);
		return tasks();
	};
	return { ...services, owner, id, tasks, find, addTasks };
}

const db = createDatabase(env.DB);

const activityOf = async (subjectId: string) => {
	const rows = await db.read(
		db.orm.select().from(activityLog).where(eq(activityLog.subjectId, subjectId)).orderBy(sql`rowid`),
	);
	return rows.map((row) => withMessage(row).message);
};

test("a new project is planned and of medium priority, with the requested team", async () => {
	const { find } = await aProject({
		technologies: " React ,D1,, React",
		team: ["juma", "nobody"],
		dueDate: "2027-02-01",
	});
	expect(await find()).toMatchObject({
		status: "planned",
		priority: "medium",
		progress: 0,
		technologies: ["React", "D1"],
		team: [{ id: "juma", name: "Juma Mwangi" }],
		dueAt: Date.parse("2027-02-01T12:00Z"),
	});
});

test("a project form changes its own fields and no others", async () => {
	const { find, projects, owner, id } = await aProject({ userId: shop.other.id, progress: 99, id: "prj_x" });
	expect(await find()).toMatchObject({ userId: shop.demo.id, progress: 0 });
	await projects.update(owner, id, form({ name: "Renamed", userId: shop.other.id, removedAt: 1 }));
	expect(await find()).toMatchObject({ userId: shop.demo.id, name: "Renamed", removedAt: null });
});

test("progress follows the completed tasks", async () => {
	const { addTasks, find, projects, owner } = await aProject();
	const [one, two, three] = await addTasks("one", "two", "three");
	await projects.tasks.tick(owner, one?.id ?? "", true);
	expect((await find())?.progress).toBe(33);
	await projects.tasks.remove(owner, two?.id ?? "");
	expect((await find())?.progress).toBe(50);
	await projects.tasks.restore(owner, two?.id ?? "");
	await projects.tasks.tick(owner, three?.id ?? "", true);
	expect((await find())?.progress).toBe(67);
	expect(await activityOf(two?.id ?? "")).toEqual([
		"Added the task two in Booking site.",
		"Deleted the task two in Booking site.",
		"Restored the task two in Booking site.",
	]);
});

test("a task can be moved to any position, and the others keep their order", async () => {
	const { addTasks, tasks, projects, owner } = await aProject();
	await addTasks("a", "b", "c", "d", "e");
	const names = async () => (await tasks()).map(({ name }) => name).join("");
	const move = async (name: string, to: number) => {
		const task = (await tasks()).find((one) => one.name === name);
		expect((await projects.tasks.move(owner, task?.id ?? "", to)).ok).toBe(true);
		return names();
	};
	expect(await move("a", 4)).toBe("bcdea");
	expect(await move("a", 0)).toBe("abcde");
	expect(await move("d", 1)).toBe("adbce");
	expect(await move("d", 1)).toBe("adbce");
	expect(await move("b", 3)).toBe("adcbe");
	expect(await move("e", 1_000)).toBe("adcbe");
	const [first] = await tasks();
	await projects.tasks.remove(owner, first?.id ?? "");
	expect(await move("e", 0)).toBe("edcb");
});

test("a project's tasks are limited, also when they are added at the same time", async () => {
	const { id, projects, owner, tasks } = await aProject();
	const rows = Array.from({ length: maxTasks - 2 }, (_, index) =>
		env.DB.prepare(
			"insert into project_tasks (id, project_id, name, completed, position) values (?, ?, 'x', 0, ?)",
		).bind(`tsk_${id}_${index}`, id, index),
	);
	await env.DB.batch(rows);
	const added = await Promise.all(Array.from({ length: 6 }, () => projects.tasks.add(owner, id, "more")));
	expect(added.filter(({ ok }) => ok)).toHaveLength(2);
	expect(await tasks()).toHaveLength(maxTasks);
});

test("only its author can edit and delete a post", async () => {
	const { projects } = testServices();
	const { owner } = shop.demoSession;
	const [first] = shop.rows.projects;
	const { items } = await projects.posts.list(owner, first?.id ?? "");
	const [ours, mine] = items;
	expect([ours?.own, mine?.own]).toEqual([null, 1]);
	expect((await projects.posts.edit(owner, ours?.id ?? "", "not mine")).ok).toBe(false);
	expect((await projects.posts.remove(owner, ours?.id ?? "")).ok).toBe(false);
	expect((await projects.posts.edit(owner, mine?.id ?? "", "**changed**")).ok).toBe(true);
	const after = await projects.posts.list(owner, first?.id ?? "");
	expect(after.items[1]).toMatchObject({ body: "**changed**", authorName: "Amani Odhiambo" });
	expect(after.items[1]?.editedAt).not.toBeNull();
});

test("a long discussion is read in pages", async () => {
	const { projects, owner, id } = await aProject();
	for (let index = 0; index < 23; index += 1) await projects.posts.add(owner, id, `post ${index}`);
	const page = await projects.posts.list(owner, id);
	const rest = await projects.posts.list(owner, id, page.next ?? undefined);
	expect([page.items.length, rest.items.length, rest.next]).toEqual([20, 3, null]);
});

test("a deleted project can be restored for a day with everything in it, and not later", async () => {
	let now = Date.now();
	const services = testServices({ clock: () => now });
	const { addTasks, tasks, find, projects, id, owner } = await aProject({}, services);
	await addTasks("one");
	expect((await projects.remove(owner, id)).ok).toBe(true);
	expect(await find()).toBeNull();
	expect(await tasks()).toEqual([]);
	expect((await projects.list(owner, every)).items.map((project) => project.id)).not.toContain(id);
	expect((await projects.tasks.add(owner, id, "two")).ok).toBe(false);
	expect((await projects.restore(owner, id)).ok).toBe(true);
	expect(await tasks()).toHaveLength(1);
	expect((await projects.restore(owner, id)).ok).toBe(false);
	await projects.remove(owner, id);
	now += undoPeriodMs + 1;
	expect((await projects.restore(owner, id)).ok).toBe(false);
	await projects.files.deleteRemoved();
	const left = await env.DB.prepare("select count(*) as n from project_tasks where project_id = ?").bind(id).first("n");
	expect(left).toBe(0);
});

test("many removed tasks and projects are deleted in slices", async () => {
	let now = Date.now();
	const services = testServices({ clock: () => now });
	const { projects, id, owner } = await aProject({}, services);
	const insertMany = (count: number, insert: string) =>
		env.DB.prepare(
			`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) ${insert}`,
		).run();
	await insertMany(
		1_100,
		`insert into project_tasks (id, project_id, name, completed, position, removed_at)
			select 'many' || n, '${id}', 'one', 0, n, ${now} from numbers`,
	);
	for (let index = 0; index < 45; index += 1)
		await projects.remove(owner, await projects.create(owner, projectSchema.parse({ name: `Project ${index}` })));
	now += undoPeriodMs + 1;
	await projects.files.deleteRemoved();
	const count = (query: string) => env.DB.prepare(`select count(*) as n from ${query}`).first("n");
	expect(await count("project_tasks where id like 'many%'")).toBe(0);
	expect(await count("projects where removed_at is not null")).toBe(0);
	expect(await count(`projects where id = '${id}'`)).toBe(1);
});

test("a project is completed once, and continues from its tasks", async () => {
	const { addTasks, find, projects, id, owner } = await aProject();
	const [one] = await addTasks("one", "two");
	await projects.tasks.tick(owner, one?.id ?? "", true);
	const done = await Promise.all([projects.complete(owner, id), projects.complete(owner, id)]);
	expect(done.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await find()).toMatchObject({ status: "completed", progress: 100 });
	await projects.reopen(owner, id);
	expect(await find()).toMatchObject({ status: "in-progress", progress: 50 });
});

test("client, status and text narrow the list", async () => {
	const { projects, owner } = await aProject({ client: "Mama Njeri 100%", status: "on-hold" });
	const names = async (address: Record<string, string>) =>
		(await projects.list(owner, projectListSchema.parse(address))).items.map(({ client }) => client);
	expect(await names({ client: "Mama Njeri 100%" })).toEqual(["Mama Njeri 100%"]);
	expect(await names({ q: "njeri 100%", status: "on-hold" })).toEqual(["Mama Njeri 100%"]);
	expect(await names({ client: "Mama Njeri 100%", status: "completed" })).toEqual([]);
	expect(await projects.clients(owner)).toContain("Afya Clinic");
	expect(await projects.clients(shop.otherSession.owner)).toEqual([]);
});

/** Every possible change to the demo customer's projects. */
async function everyChange(): Promise<ProjectChange[]> {
	const { id, addTasks, projects, projectsDesk, owner } = await aProject();
	const [task, gone] = await addTasks("one", "two");
	await projects.posts.add(owner, id, "words");
	const [post] = (await projects.posts.list(owner, id)).items;
	const message = { intent: "post", key: crypto.randomUUID(), body: "words" } as const;
	await projectsDesk.change(await aSignedInMember(["support"]), id, message);
	await projects.tasks.remove(owner, gone?.id ?? "");
	const projectId = id;
	const [taskId, postId] = [task?.id ?? "", post?.id ?? ""];
	return [
		{ intent: "add-task", projectId, name: "x" },
		{ intent: "tick-task", taskId, completed: "on" },
		{ intent: "rename-task", taskId, name: "x" },
		{ intent: "move-task", taskId, to: 0 },
		{ intent: "read-posts", projectId },
		{ intent: "add-post", projectId, body: "x" },
		{ intent: "edit-post", postId, body: "x" },
		{ intent: "complete", projectId },
		{ intent: "reopen", projectId },
		{ intent: "remove", id: taskId },
		{ intent: "remove", id: postId },
		{ intent: "restore", id: gone?.id ?? "" },
		{ intent: "remove", id: projectId },
	];
}

test("a change by another customer or without a session changes and logs nothing", async () => {
	const services = testServices();
	const changes = await everyChange();
	expect(new Set(changes.map(({ intent }) => intent)).size).toBe(projectChangeSchema.options.length);
	const { id } = changes.find(
		({ intent, ...rest }) => intent === "remove" && "id" in rest && rest.id.startsWith("prj_"),
	) as {
		id: string;
	};
	const dump = async () =>
		JSON.stringify([
			await services.projects.find(shop.demoSession.owner, id),
			await services.projects.contents(shop.demoSession.owner, id),
			await env.DB.prepare("select count(*) as n from activity_log").first("n"),
		]);
	const before = await dump();
	for (const owner of [shop.otherSession.owner, { sessionHash: "0".repeat(64) }]) {
		for (const change of changes) {
			const done = await changeProject(services.projects, owner, change);
			expect(done, change.intent).toMatchObject({ ok: false, error: { kind: "not_found" } });
		}
		expect((await services.projects.update(owner, id, form())).ok).toBe(false);
	}
	expect(await dump()).toBe(before);
});

test("a task or post can't be changed through another owner's project", async () => {
	const { projects, owner, addTasks } = await aProject();
	const [task] = await addTasks("mine");
	const theirs = await projects.create(shop.otherSession.owner, form({ name: "Theirs" }));
	expect((await projects.tasks.add(owner, theirs, "intruder")).ok).toBe(false);
	expect((await projects.posts.add(owner, theirs, "intruder")).ok).toBe(false);
	expect((await projects.tasks.move(shop.otherSession.owner, task?.id ?? "", 0)).ok).toBe(false);
	expect(await projects.contents(shop.otherSession.owner, theirs)).toMatchObject({ tasks: [], posts: { items: [] } });
});

test("a project that changes owner between reading and writing is not changed", async () => {
	const { projects, owner, addTasks, id } = await aProject();
	const [task] = await addTasks("mine");
	await env.DB.prepare("update projects set user_id = ? where id = ?").bind(shop.other.id, id).run();
	expect((await projects.tasks.rename(owner, task?.id ?? "", "stolen")).ok).toBe(false);
	expect((await projects.remove(owner, id)).ok).toBe(false);
	const gone = await projects.create(owner, form({ name: "Gone" }));
	await projects.remove(owner, gone);
	expect((await projects.restore(shop.otherSession.owner, gone)).ok).toBe(false);
	expect(await projects.find(owner, gone)).toBeNull();
	const [kept] = await projects.tasks.list(shop.otherSession.owner, id);
	expect(kept?.name).toBe("mine");
});

test("every change is in the activity log, with the customer as its actor", async () => {
	const { projects } = testServices();
	const { owner } = shop.demoSession;
	for (const change of await everyChange()) {
		const before = await env.DB.prepare("select count(*) as n from activity_log").first<number>("n");
		expect((await changeProject(projects, owner, change)).ok, change.intent).toBe(true);
		const after = await env.DB.prepare("select count(*) as n from activity_log where actor = 'customer'").first<number>(
			"n",
		);
		expect(after, change.intent).toBeGreaterThan(0);
		expect(await env.DB.prepare("select count(*) as n from activity_log").first<number>("n"), change.intent).toBe(
			(before ?? 0) + 1,
		);
		const [last] = await db.read(db.orm.select().from(activityLog).orderBy(desc(sql`rowid`)).limit(1));
		expect(last && withMessage(last).message, change.intent).toMatch(/^[A-Z].+\.$/);
	}
});

test("a malformed id is refused by the form, or finds nothing", async () => {
	for (const id of ["", "-1", "prj_x", "' or 1=1 --", "tsk_%", "x".repeat(5_000), ["a"], 7])
		expect(projectChangeSchema.safeParse({ intent: "remove", id }).success).toBe(false);
	for (const to of ["-1", "1.5", "1e9", "abc", ""].slice(0, 4))
		expect(projectChangeSchema.safeParse({ intent: "move-task", taskId: "x", to }).success).toBe(false);
});

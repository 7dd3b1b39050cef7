import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR, MINUTE } from "~/lib/durations";
import { action, loader } from "~/routes/desk/schedule";
import { runTasks } from "../../workers/jobs/schedule";
import { testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aMember, aSignedInMember, aStaffSession, deskArgs, statusOf } from "../support/staff";

const address = "/desk/settings/schedule";

async function shown(clock: () => number = Date.now) {
	const always = { idleExpiresAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };
	const { cookie } = await aStaffSession(await aMember(["manager"]), always);
	const services = testServices({ clock });
	const { schedule } = await loader(deskArgs({ services, cookie, address }) as never);
	expect(services.db.roundTrips).toBe(1);
	return (id: string) => schedule.tasks.find((task) => task.id === id);
}

test("a task's last run, its duration and its failure are shown, and a newer run replaces them", async () => {
	expectConsoleError();
	await runTasks("7 * * * *", () => testServices(), [
		["expiry", async () => {}],
		["refunds", () => Promise.reject(new Error("no answer"))],
	]);
	const task = await shown();
	expect(task("expiry")).toMatchObject({ state: "done", error: null, duration: expect.stringMatching(/ms$/) });
	expect(task("refunds")).toMatchObject({ state: "failed", error: "no answer" });
	expect(task("clean-up")).toMatchObject({
		state: "unknown",
		lastRun: "–",
		when: "Daily at 2:23 UTC, 5:23 in Nairobi",
	});
	await runTasks("7 * * * *", () => testServices(), [["refunds", async () => {}]]);
	expect((await shown())("refunds")).toMatchObject({ state: "done", error: null });
});

test("a task that has not run at its time is late, and the next run ends that", async () => {
	const run = () => runTasks("7 * * * *", () => testServices(), [["due projects", async () => {}]]);
	await run();
	const later = () => Date.now() + HOUR + 20 * MINUTE;
	expect((await shown(later))("due projects")?.state).toBe("late");
	await run();
	expect((await shown())("due projects")?.state).toBe("done");
});

test("items that wait for a task's work are counted", async () => {
	const now = Date.now();
	const add = (id: string, at: number) =>
		env.DB.prepare(
			"insert into outbox (id, kind, payload, state, next_at, created_at) values (?1, 'plan.suspend', '{}', 'new', ?2, ?2)",
		)
			.bind(id, at)
			.run();
	await add("out_due", now - MINUTE);
	await add("out_later", now + HOUR);
	expect((await shown())("overdue plans")?.waiting).toBe("1 item");
	await env.DB.exec("delete from outbox where kind = 'plan.suspend'");
});

test("staff start a task once, it runs in the background and is logged", async () => {
	const { cookie, member } = await aSignedInMember(["manager"]);
	const start = (task: string) =>
		action(deskArgs({ cookie, address, form: { intent: "start", task } }) as never).catch((thrown: unknown) => thrown);
	expect(statusOf(await start("unpaid orders"))).toBe(303);
	expect(statusOf(await start("unpaid orders"))).toBe(303);
	expect(statusOf(await start("clean-up"))).toBe(400);
	expect(statusOf(await start("nothing"))).toBe(400);
	const { results } = await env.DB.prepare("select id from outbox where kind = 'task.run'").all<{ id: string }>();
	expect(results.length).toBeLessThanOrEqual(2);
	const services = testServices();
	for (const { id } of results) await services.outbox.deliver(id);
	expect((await shown())("unpaid orders")).toMatchObject({ state: "done" });
	const left = await env.DB.prepare(
		"select count(*) as n from outbox where kind = 'task.run' and state <> 'sent'",
	).first("n");
	expect(left).toBe(0);
	const logged = await env.DB.prepare("select params from audit_log where kind = 'task.started' and staff_id = ?")
		.bind(member.id)
		.all<{ params: string }>();
	expect(logged.results.map(({ params }) => JSON.parse(params))).toEqual([
		{ task: "unpaid orders" },
		{ task: "unpaid orders" },
	]);
});

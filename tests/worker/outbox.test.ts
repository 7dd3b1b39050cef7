import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { maxAttempts } from "~/features/outbox/outbox";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { createUserId } from "~/lib/shards";
import { expectConsoleError } from "../support/fail-on-console";
import { outboxUnderTest } from "../support/outbox";

beforeEach(() => env.DB.exec("delete from outbox"));

test("if the queue fails after the commit, the email is sent by the next sweep", async () => {
	const { commit, outbox, queues, settled, advance } = outboxUnderTest();
	const id = await commit();
	queues.failNext(1);
	outbox.send([id]);
	await settled();
	expect(queues.sent).toEqual([]);
	advance(MINUTE);
	await outbox.sweep();
	expect(queues.sent).toMatchObject([{ outboxId: id, queue: "mail" }]);
});

test("a failed sweep is made up for by a later one", async () => {
	const { commit, outbox, queues, advance } = outboxUnderTest();
	const id = await commit();
	advance(MINUTE);
	queues.failNext(1);
	await expect(outbox.sweep()).rejects.toThrow("Queue is down");
	advance(5 * MINUTE);
	await outbox.sweep();
	expect(queues.sent.map((message) => message.outboxId)).toEqual([id]);
});

test("one failing message of a batch is retried alone, the others run once", async () => {
	expectConsoleError();
	const delivered: string[] = [];
	const { commit, deliver, row, handleWith } = outboxUnderTest();
	const ids = [await commit(), await commit(), await commit()];
	handleWith(async ({ id }) => {
		if (id === ids[1]) throw new Error("boom");
		delivered.push(id);
		return { state: "done" };
	});
	const verdicts = await deliver(ids.map((outboxId) => ({ outboxId })));
	expect(verdicts).toEqual(["acked", { retryAfter: 10 }, "acked"]);
	expect(delivered).toEqual([ids[0], ids[2]]);
	expect((await row(ids[1] as string)).state).toBe("new");
});

test("five parallel deliveries of one row run once", async () => {
	let times = 0;
	const { commit, deliver } = outboxUnderTest(async () => {
		times += 1;
		await new Promise((resolve) => setTimeout(resolve, 20));
		return { state: "done" };
	});
	const outboxId = await commit();
	const verdicts = await Promise.all(Array.from({ length: 5 }, () => deliver([{ outboxId }])));
	expect(verdicts.flat()).toEqual(Array(5).fill("acked"));
	expect(times).toBe(1);
});

test("an unfinished delivery is repeated after its lease, and its late end changes nothing", async () => {
	const { commit, deliver, outbox, advance, queues, row, handleWith } = outboxUnderTest();
	const outboxId = await commit();
	let finishFirst = () => {};
	const first = new Promise<void>((resolve) => {
		finishFirst = resolve;
	});
	handleWith(async () => {
		await first;
		return { state: "done", providerId: "first" };
	});
	const stuck = deliver([{ outboxId }]);
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(await deliver([{ outboxId }])).toEqual(["acked"]);

	advance(3 * MINUTE);
	await outbox.sweep();
	expect(queues.sent.map((message) => message.outboxId)).toEqual([outboxId]);
	handleWith(async () => ({ state: "done", providerId: "second" }));
	await deliver([{ outboxId }]);
	finishFirst();
	await stuck;
	expect(await row(outboxId)).toMatchObject({ state: "sent", providerId: "second", attempts: 2 });
});

test("the late end of a first delivery changes nothing while the second one is running", async () => {
	const { commit, deliver, outbox, advance, row, handleWith } = outboxUnderTest();
	const outboxId = await commit();
	const held = (providerId: string) => {
		let finish = () => {};
		const ended = new Promise<void>((resolve) => {
			finish = resolve;
		});
		handleWith(async () => {
			await ended;
			return { state: "done", providerId };
		});
		return finish;
	};
	const beginsTo = () => new Promise((resolve) => setTimeout(resolve, 50));
	const finishFirst = held("first");
	const first = deliver([{ outboxId }]);
	await beginsTo();
	advance(3 * MINUTE);
	await outbox.sweep();
	const finishSecond = held("second");
	const second = deliver([{ outboxId }]);
	await beginsTo();
	finishFirst();
	await first;
	expect(await row(outboxId)).toMatchObject({ state: "sending", attempts: 2 });
	finishSecond();
	await second;
	expect(await row(outboxId)).toMatchObject({ state: "sent", providerId: "second" });
});

test("an event that fails is retried with growing delays, then recorded as dead", async () => {
	expectConsoleError();
	const { commit, deliver, advance, row, outbox } = outboxUnderTest(async () => ({ state: "failed", reason: "503" }));
	const outboxId = await commit();
	const delays: number[] = [];
	for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
		const [verdict] = await deliver([{ outboxId }]);
		if (typeof verdict !== "object") throw new Error(`Attempt ${attempt} was ${verdict}`);
		delays.push(verdict.retryAfter);
		advance(verdict.retryAfter * SECOND);
	}
	expect(delays).toEqual([10, 30, 90, 270, 810, 2430, 7200]);
	expect(await deliver([{ outboxId }])).toEqual(["acked"]);
	expect(await row(outboxId)).toMatchObject({ state: "dead", lastError: "503" });
	expect((await outbox.health(1_000)).dead).toBeGreaterThan(0);
});

test("a message that the queue dropped makes its row dead and keeps the last error", async () => {
	expectConsoleError();
	const { commit, deliver, row } = outboxUnderTest(async () => ({ state: "failed", reason: "timed out" }));
	const [tried, untried] = [await commit(), await commit()];
	await deliver([{ outboxId: tried }]);
	expect(await deliver([{ outboxId: tried }, { outboxId: untried }], "kikoa-mail-dead")).toEqual(["acked", "acked"]);
	expect(await row(tried)).toMatchObject({ state: "dead", lastError: "timed out" });
	expect(await row(untried)).toMatchObject({ state: "dead", lastError: expect.stringContaining("gave up") });
});

test("a dead letter of a row that was sent after all changes nothing", async () => {
	const { commit, deliver, row } = outboxUnderTest();
	const outboxId = await commit();
	await deliver([{ outboxId }]);
	await deliver([{ outboxId }], "kikoa-mail-dead");
	expect((await row(outboxId)).state).toBe("sent");
});

test("a retry waits as long as the provider asks", async () => {
	const { commit, deliver } = outboxUnderTest(async () => ({ state: "failed", reason: "429", after: 95 * SECOND }));
	expect(await deliver([{ outboxId: await commit() }])).toEqual([{ retryAfter: 95 }]);
});

test("an invalid message is acknowledged, recorded as dead once, and not repeated", async () => {
	expectConsoleError();
	const { deliver, outbox, queues, advance } = outboxUnderTest();
	const before = (await outbox.health(1_000)).dead;
	const bodies = ["text", null, 7, { outboxId: 7 }, { id: "old schema" }, { outboxId: "out_missing" }];
	expect(await deliver([...bodies, { outboxId: "out_missing" }])).toEqual(Array(7).fill("acked"));
	expect((await outbox.health(1_000)).dead - before).toBe(bodies.length);
	const staffEmails = await env.DB.prepare("select count(*) as n from outbox where kind = 'mail.staff-task'").first(
		"n",
	);
	expect(staffEmails).toBe(bodies.length);
	await env.DB.exec("delete from outbox where kind = 'mail.staff-task'");
	queues.sent.splice(0);
	advance(10 * MINUTE);
	await outbox.sweep();
	expect(queues.sent).toEqual([]);
});

test("a message has the row's id and nothing else, however large the row is", async () => {
	const { commit, outbox, settled, queues } = outboxUnderTest();
	const id = await commit({ payload: { userId: "x".repeat(200_000), generation: 1 } });
	outbox.send([id]);
	await settled();
	expect(queues.sent).toEqual([{ outboxId: id, delaySeconds: 0, queue: "mail" }]);
});

test("an event with a delay waits in the queue and does not run early", async () => {
	const { commit, outbox, settled, queues, deliver, advance } = outboxUnderTest();
	const outboxId = await commit({ kind: "payment.check", payload: { paymentId: "pay_1" }, delayMs: 15 * SECOND });
	outbox.send([outboxId]);
	await settled();
	expect(queues.sent).toEqual([{ outboxId, delaySeconds: 15, queue: "provisioning" }]);
	expect(await deliver([{ outboxId }])).toEqual([{ retryAfter: 15 }]);
	advance(15 * SECOND);
	expect(await deliver([{ outboxId }])).toEqual(["acked"]);
});

test("postponing uses no attempt, neither ours nor the queue's, and the sweep sends the row when it is due", async () => {
	const { commit, deliver, row, now, advance, outbox, queues } = outboxUnderTest(async () => ({
		state: "postponed",
		reason: "too many today",
		until: now() + MINUTE,
	}));
	const outboxId = await commit();
	expect(await deliver([{ outboxId }])).toEqual(["acked"]);
	expect(await row(outboxId)).toMatchObject({ state: "new", attempts: 0, lastError: "too many today" });
	await outbox.sweep();
	expect(queues.sent).toEqual([]);
	advance(2 * MINUTE);
	await outbox.sweep();
	expect(queues.sent.map((message) => message.outboxId)).toEqual([outboxId]);
});

test("staff get one email for scheduled items that fail for the same reason, whichever ids it names", async () => {
	expectConsoleError();
	const { commit, deliver } = outboxUnderTest(async ({ payload }) => ({
		state: "refused",
		reason: `The order of ${(payload as { userId: string }).userId} was stale`,
	}));
	for (const userId of [createUserId(1), createUserId(1), createUserId(2)]) {
		const outboxId = await commit({ kind: "archive.month", payload: { userId, month: "2024-01" } });
		await deliver([{ outboxId }], "kikoa-scheduled");
	}
	const { results } = await env.DB.prepare("select id from outbox where kind = 'mail.staff-task'").all();
	expect(results).toHaveLength(1);
});

test("copies of the message of a postponed row end without using up the queue's retries", async () => {
	const { commit, deliver, row, now, advance } = outboxUnderTest(async () => ({
		state: "postponed",
		reason: "the payment is pending",
		until: now() + 10 * MINUTE,
	}));
	const outboxId = await commit({ kind: "order.cancel-unpaid", payload: { orderId: "ord_1", dueAt: 1 } });
	for (let hour = 0; hour < 3; hour += 1) {
		const copies = Array.from({ length: 12 }, () => ({ outboxId }));
		expect(await deliver(copies, "kikoa-scheduled")).toEqual(Array(12).fill("acked"));
		expect(await row(outboxId)).toMatchObject({ state: "new", attempts: 0 });
		advance(HOUR);
	}
});

test("two sweeps at the same time send an overdue row once, and again only when it is overdue again", async () => {
	const { commit, outbox, queues, advance } = outboxUnderTest();
	const id = await commit();
	advance(MINUTE);
	await Promise.all([outbox.sweep(), outbox.sweep()]);
	await outbox.sweep();
	expect(queues.sent.map((message) => message.outboxId)).toEqual([id]);
	advance(6 * MINUTE);
	await outbox.sweep();
	expect(queues.sent).toHaveLength(2);
});

test("3,000 late scheduled items do not keep the sweep from an email", async () => {
	const { commit, outbox, queues, advance, now } = outboxUnderTest();
	await env.DB.prepare(
		`with recursive n(i) as (select 0 union all select i + 1 from n where i < 2999)
		insert into outbox (id, kind, payload, state, next_at, created_at)
		select 'out_late' || i, 'archive.month', '{}', 'new', ?1, ?1 from n`,
	)
		.bind(now() - HOUR)
		.run();
	const email = await commit();
	advance(MINUTE);
	await outbox.sweep();
	expect(queues.sent.filter(({ queue }) => queue === "mail").map(({ outboxId }) => outboxId)).toEqual([email]);
	for (let minute = 1; minute < 6; minute += 1) {
		advance(MINUTE);
		await outbox.sweep();
	}
	expect(new Set(queues.sent.map(({ outboxId }) => outboxId)).size).toBeGreaterThan(2_500);
});

test("a postponed scheduled item is sent within a minute of its time, one that waits in its queue after half an hour", async () => {
	const { commit, deliver, outbox, queues, advance, now } = outboxUnderTest(async () => ({
		state: "postponed",
		reason: "The file store does not answer",
		until: now() + HOUR,
	}));
	const postponed = await commit({ kind: "archive.month", payload: { userId: "usr_1", month: "2024-01" } });
	await deliver([{ outboxId: postponed }], "kikoa-scheduled");
	advance(31.5 * MINUTE);
	const queued = await commit({ kind: "archive.month", payload: { userId: "usr_2", month: "2024-01" } });
	advance(28.5 * MINUTE);
	await outbox.sweep();
	expect(queues.sent).toEqual([]);
	advance(MINUTE);
	await outbox.sweep();
	expect(queues.sent.map(({ outboxId }) => outboxId)).toEqual([postponed]);
	advance(MINUTE);
	await outbox.sweep();
	expect(queues.sent.map(({ outboxId }) => outboxId)).toEqual([postponed, queued]);
});

test("two events with one key are one", async () => {
	const { commit, outbox, settled, queues } = outboxUnderTest();
	const first = await commit({ dedupeKey: "receipt:inv_1" });
	const second = await commit({ dedupeKey: "receipt:inv_1" });
	outbox.send([first, second]);
	await settled();
	expect(queues.sent.map((message) => message.outboxId)).toEqual([first]);
});

test("an event of another release waits for it, never reaches a handler, and is a dead letter after three hours", async () => {
	expectConsoleError();
	const handled: unknown[] = [];
	const { commit, deliver, row, advance } = outboxUnderTest(async ({ payload }) => {
		handled.push(payload);
		return { state: "done" };
	});
	const wrong = await commit({ kind: "job.run", payload: { job: "job_1" } });
	const unheard = await commit({ kind: "mail.unheard-of" });
	const right = await commit({ kind: "job.run", payload: { jobId: "job_1", addedLater: true } });
	const all = [{ outboxId: wrong }, { outboxId: unheard }, { outboxId: right }];
	expect(await deliver(all, "kikoa-provisioning")).toEqual([{ retryAfter: 10 }, { retryAfter: 10 }, "acked"]);
	expect((await row(right)).state).toBe("sent");
	for (let attempt = 2; attempt <= maxAttempts; attempt += 1) {
		expect(await row(wrong)).toMatchObject({ state: "new" });
		advance(2 * HOUR);
		await deliver(all, "kikoa-provisioning");
	}
	expect(handled).toEqual([{ jobId: "job_1" }]);
	expect(await row(wrong)).toMatchObject({ state: "dead", lastError: expect.stringMatching(/^Payload: .*jobId/s) });
	expect(await row(unheard)).toMatchObject({ state: "dead", lastError: "Unknown kind mail.unheard-of" });
});

import { env } from "cloudflare:workers";
import { asc, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { outbox, paymentReviews, problems } from "~/db/schema";
import { firstStepOf, problemTitle } from "~/features/problems/problem";
import { DAY, HOUR } from "~/lib/durations";
import { createRegistrarOrdersRepo } from "~/platform/registrar/registrar-orders.repo.server";
import { testServices } from "../support/factories";
import { writeRows } from "../support/rows";

const db = createDatabase(env.DB);
const start = Date.UTC(2026, 10, 23, 9);

beforeEach(async () => {
	for (const table of ["problems", "outbox", "registrar_problems"]) await env.DB.exec(`delete from ${table}`);
});

const emails = async () =>
	(await env.DB.prepare("select count(*) as n from outbox where kind = 'mail.staff-task'").first("n")) as number;

/** The problems whose cause is not gone, oldest first. */
async function openAt(now: number) {
	await testServices({ clock: () => now }).problems.resolveGone();
	return db.read(
		db.orm.select().from(problems).where(isNull(problems.resolvedAt)).orderBy(asc(problems.since), asc(problems.key)),
	);
}

const review = { kind: "review", subject: "rev_open", about: { reviewId: "rev_open" } } as const;
const report = (now: number) => db.commit(reportProblem(db, review, now), now);

test("a problem gets one email, another one a day later, and another one after it was resolved", async () => {
	const sent: number[] = [];
	for (const hours of [0, 1, 23, 24, 30]) {
		await report(start + hours * HOUR);
		sent.push(await emails());
	}
	expect(sent).toEqual([1, 1, 1, 2, 2]);
	await db.commit(resolveProblem(db, review, start + 31 * HOUR), start + 31 * HOUR);
	await report(start + 32 * HOUR);
	expect(await emails()).toBe(3);
});

test("two reports at the same time send one email", async () => {
	await Promise.all([report(start), report(start)]);
	expect(await emails()).toBe(1);
});

test("the list says since when, how often and what to do first, until the cause is gone", async () => {
	const row = { id: "rev_open", provider: "mpesa", paymentId: null, reason: "x", body: "", createdAt: start };
	await writeRows(db, [db.orm.insert(paymentReviews).values(row)]);
	await report(start);
	await report(start + HOUR);
	const [listed] = await openAt(start + 2 * HOUR);
	expect(listed).toMatchObject({ key: "review:rev_open", since: start, lastSeenAt: start + HOUR, count: 2 });
	expect(listed && problemTitle(listed)).toContain("rev_open");
	expect(listed && firstStepOf(listed)).toMatch(/^Look the receipt up/);
	await env.DB.exec(`update payment_reviews set resolved_at = ${start} where id = 'rev_open'`);
	expect(await openAt(start + 3 * HOUR)).toEqual([]);
	await report(start + 4 * HOUR);
	expect(await emails()).toBe(2);
});

test("problems of jobs and events end when they are not stopped or dead any more", async () => {
	const dead = (id: string, kind: string) =>
		db.orm
			.insert(outbox)
			.values({ id, kind, payload: {}, state: "dead", nextAt: start, createdAt: start, lastError: "no" });
	await writeRows(db, [dead("out_a", "job.run"), dead("out_b", "plan.end")]);
	const reported = [
		{ kind: "event", subject: "out_a", about: { eventId: "out_a" } },
		{ kind: "events", subject: "plan.end The plan was stale", causeId: "out_b", about: { eventId: "out_b" } },
		{ kind: "job", subject: "job_gone", about: { jobId: "job_gone" } },
	] as const;
	for (const problem of reported) await db.commit(reportProblem(db, problem, start), start);
	expect((await openAt(start)).map(({ kind }) => kind)).toEqual(["event", "events"]);
	await env.DB.exec("update outbox set state = 'sent' where id in ('out_a', 'out_b')");
	expect(await openAt(start)).toEqual([]);
});

test("a registrar's problem is one problem until it takes calls again", async () => {
	const repo = createRegistrarOrdersRepo(db, "openprovider");
	await repo.stop("credentials", start + HOUR, start);
	await repo.stop("credentials", start + 2 * HOUR, start + HOUR);
	expect(await openAt(start + HOUR)).toMatchObject([
		{ subject: "openprovider credentials", count: 2, since: start, lastSeenAt: start + HOUR },
	]);
	expect(await emails()).toBe(1);
	await repo.stop("credentials", start + DAY, start + DAY);
	expect(await emails()).toBe(2);
	const { results } = await env.DB.prepare("select payload ->> '$.since' as since from outbox").all();
	expect(results).toEqual([{ since: start }, { since: start }]);
	await repo.resume(start + DAY + HOUR);
	expect(await openAt(start + DAY + HOUR)).toEqual([]);
	await repo.stop("busy", start + 2 * DAY, start + DAY + 2 * HOUR);
	expect(await openAt(start + DAY + 3 * HOUR)).toEqual([]);
});

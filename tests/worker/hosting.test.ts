import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { planRow } from "~/features/hosting/plan-row";
import { createId } from "~/lib/ids";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { Services } from "~/services.server";
import { aCustomer, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPanel } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { runDue } from "../support/schedule";
import { withMessage } from "../support/stored-texts";

const DAY = 86_400_000;
const locale = { timezone: "Africa/Nairobi", language: "en-GB" };
let now: number;

beforeEach(() => {
	now = Date.UTC(2026, 10, 21, 9);
});

async function aPlan({ status = "active", endsIn = 40 * DAY } = {}) {
	const services = testServices({ clock: () => now });
	const owner = { userId: (await aCustomer()).id };
	const id = createId("hst");
	await env.DB.prepare(
		`insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency,
			term_months, created_at, expires_at, updated_at) values (?, ?, 'web-starter', 'Starter', 'web', ?, '{}', '[]', 59900, 'KES', 1, ?, ?, ?)`,
	)
		.bind(id, owner.userId, status, now, now + endsIn, now)
		.run();
	const rows = async () => (await services.hosting.list(owner, { tab: "web" })).items;
	const log = async () =>
		(await services.activity.recent(owner))
			.map(withMessage)
			.map(({ actor, message }) => `${actor}: ${message}`)
			.toReversed();
	return { ...services, owner, id, rows, log };
}

test("a cancelled plan runs to the end of its term, and the cancellation can be withdrawn until then", async () => {
	const { hosting, owner, id, rows, log } = await aPlan();
	expect((await hosting.cancel(owner, id)).ok).toBe(true);
	expect((await hosting.cancel(owner, id)).ok).toBe(false);
	const [cancelled] = await rows();
	expect(cancelled && planRow(cancelled, now, locale)).toMatchObject({ cancelled: true, renewal: "Ends 31 Dec 2026" });
	await hosting.endCancelled();
	now += 1;
	expect((await hosting.keep(owner, id)).ok).toBe(true);
	expect((await hosting.keep(owner, id)).ok).toBe(false);
	const [kept] = await rows();
	expect(kept && planRow(kept, now, locale)).toMatchObject({
		cancelled: false,
		renewal: "31 Dec 2026",
		status: "active",
	});
	expect(await log()).toEqual([
		"customer: Cancelled the hosting plan Starter.",
		"customer: Withdrew the cancellation of the hosting plan Starter.",
	]);
});

/** Delivers the customer's waiting events of this kind. */
async function deliver({ outbox }: Services, kind: string, userId: string): Promise<void> {
	const events = env.DB.prepare("select id from outbox where kind = ? and user_id = ? and state <> 'sent'");
	const { results } = await events.bind(kind, userId).all<{ id: string }>();
	for (const { id } of results) await outbox.deliver(id);
}

test("a cancelled plan ends once after its term, and its content is deleted later, after a last backup", async () => {
	const { mailer, delivered } = faultyMailer();
	const { panel } = aPanel(() => now);
	const done: string[] = [];
	const hostingPanel: HostingPanel = {
		...panel,
		async suspend(_account, reason) {
			done.push(`suspend: ${reason}`);
			return { state: "succeeded" };
		},
		async backUp() {
			done.push("back up");
			return { state: "succeeded" };
		},
		async terminate() {
			done.push("terminate");
			return { state: "succeeded" };
		},
	};
	const services = testServices({ clock: () => now, mailer, hostingPanel });
	const { hosting, owner, id, rows, log } = await aPlan();
	const other = await aPlan();
	await hosting.cancel(owner, id);
	now += 40 * DAY;
	expect((await hosting.keep(owner, id)).ok).toBe(false);
	await Promise.all([hosting.endCancelled(), testServices({ clock: () => now }).hosting.endCancelled()]);
	await hosting.endCancelled();
	const [ended] = await rows();
	expect(ended && planRow(ended, now, locale)).toMatchObject({
		...{ state: "terminated", unpaid: null, renewal: "Ended 31 Dec 2026" },
		notice: { text: expect.stringContaining("We keep its content until 30 Jan 2027.") },
	});
	expect(await log()).toEqual([
		"customer: Cancelled the hosting plan Starter.",
		"system: The cancelled hosting plan Starter has ended.",
	]);
	expect(await other.rows()).toMatchObject([{ status: "active" }]);
	for (const kind of ["hosting.update-account", "mail.plan-ended"]) await deliver(services, kind, owner.userId);
	expect(delivered().map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
		expect.stringMatching(/has ended: [\s\S]*paid until 31 Dec 2026[\s\S]*We keep its content until 30 Jan 2027/),
	]);
	expect((await hosting.keep(owner, id)).ok).toBe(false);

	now += 30 * DAY - 1;
	await runDue(services, ({ renewals }) => renewals.overduePlans.queueDue("all"));
	expect(done).toEqual(["suspend: Ended on 2026-12-31"]);
	now += DAY;
	await hosting.endCancelled();
	await runDue(services, ({ renewals }) => renewals.overduePlans.queueDue("all"));
	expect(await rows()).toEqual([]);
	await deliver(services, "hosting.delete", owner.userId);
	expect(done.slice(1)).toEqual(["back up", "terminate"]);
	expect((await log()).at(-1)).toBe("system: Deleted the content of the hosting plan Starter, which had ended.");
	expect(delivered()).toHaveLength(1);
});

test("all cancelled plans end in one run; one that can't be ended is reported and stops no other", async () => {
	expectConsoleError();
	const { hosting, owner, id: broken } = await aPlan({ endsIn: -DAY });
	const others = await Promise.all(Array.from({ length: 24 }, () => aPlan({ endsIn: DAY })));
	await env.DB.batch([
		env.DB.prepare("update hosting_plans set cancelled_at = created_at where expires_at <= ?").bind(now + DAY),
		env.DB.prepare(
			`create trigger broken_plan before update on hosting_plans when new.id = '${broken}' and new.ended_reason is not null
				begin select raise(abort, 'broken'); end`,
		),
	]);
	now += 2 * DAY;
	await hosting.endCancelled();
	const running = await env.DB.prepare("select id from hosting_plans where ended_reason is null and expires_at <= ?")
		.bind(now)
		.all<{
			id: string;
		}>();
	expect(running.results).toEqual([{ id: broken }]);
	expect(await others[0]?.log()).toEqual(["system: The cancelled hosting plan Starter has ended."]);

	await env.DB.exec("drop trigger broken_plan");
	await hosting.endCancelled();
	const [{ endedReason = null } = {}] = (await hosting.list(owner, { tab: "web" })).items;
	expect(endedReason).not.toBeNull();
});

test("a plan that has ended can't be cancelled", async () => {
	const gone = await aPlan({ status: "terminated" });
	expect((await gone.hosting.cancel(gone.owner, gone.id)).ok).toBe(false);
	const over = await aPlan({ endsIn: -DAY });
	expect((await over.hosting.cancel(over.owner, over.id)).ok).toBe(false);
});

test("only its owner can cancel a plan or withdraw the cancellation", async () => {
	const { hosting, owner, id, rows, log } = await aPlan();
	const stranger = await aPlan();
	for (const other of [stranger.owner, { sessionHash: "0".repeat(64) }]) {
		expect(await hosting.cancel(other, id)).toMatchObject({ ok: false, error: { kind: "not_found" } });
	}
	await hosting.cancel(owner, id);
	expect((await hosting.keep(stranger.owner, id)).ok).toBe(false);
	expect(await rows()).toMatchObject([{ cancelledAt: now }]);
	expect(await log()).toHaveLength(1);
	expect(await stranger.log()).toEqual([]);
});

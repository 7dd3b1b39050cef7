import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { outbox, sandboxPanelAccounts, sandboxPanelLinks } from "~/db/schema";
import { panelView } from "~/features/hosting/panel-view";
import { MINUTE } from "~/lib/durations";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { aConfirmedOwner } from "../support/domains";
import { testServices } from "../support/factories";
import { aPanel, aPlan } from "../support/hosting";
import { withMessage } from "../support/stored-texts";

const db = createDatabase(env.DB);
let now: number;

beforeEach(() => {
	now = Date.now();
});

async function aHolder(
	fields: Parameters<typeof aPlan>[1] = {},
	panel: Partial<HostingPanel> = {},
	overrides: Parameters<typeof testServices>[0] = {},
) {
	const clock = () => now;
	const services = testServices({ clock, hostingPanel: { ...aPanel(clock).panel, ...panel }, ...overrides });
	const { user, owner } = await aConfirmedOwner(services);
	const plan = await aPlan(user.id, fields, now);
	const log = async () =>
		(await services.activity.recent({ userId: user.id })).map((row) => withMessage(row).message).toReversed();
	const mails = async () =>
		(await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)))).map(
			({ kind, payload }) => `${kind} ${payload.change}`,
		);
	const tokenOf = async () => {
		const link = await services.panelAccess.signInLink(owner, plan.id);
		if (!link.ok) throw new Error(link.error.message);
		return new URL(link.value).searchParams.get("token") ?? "";
	};
	return { ...services, user, owner, plan, log, mails, tokenOf };
}

const aStrongOne = "nne tembo wawili";

test("a sign-in link opens the panel of its plan, and its log entry and email leave out the link", async () => {
	const resources = { disk: { used: 31, total: 50, unit: "GB" } };
	const { panelSessions, tokenOf, log } = await aHolder({ domain: "duka.co.ke", resources });
	const token = await tokenOf();
	const entry = await panelSessions.enter(token);
	if (entry.state !== "entered") throw new Error(entry.state);
	const signedIn = await panelSessions.signedIn(entry.session);
	expect(signedIn && panelView(signedIn)).toMatchObject({
		plan: "Business Hosting",
		domain: "duka.co.ke",
		bars: [{ name: "Disk", text: "31 of 50 GB", percent: 62 }],
		passwordChanged: null,
	});
	expect(await log()).toEqual(["Requested a sign-in link for the control panel of Business Hosting."]);
	const kept = await db.read(db.orm.select().from(sandboxPanelLinks));
	expect(JSON.stringify([kept, await log()])).not.toContain(token);
	expect(JSON.stringify(kept)).not.toContain(entry.session);
});

test("a sign-in link works once, also for twenty requests at the same time", async () => {
	const { panelSessions, tokenOf } = await aHolder();
	const token = await tokenOf();
	const entries = await Promise.all(Array.from({ length: 20 }, () => panelSessions.enter(token)));
	expect(entries.filter(({ state }) => state === "entered")).toHaveLength(1);
	expect(entries.filter(({ state }) => state === "used")).toHaveLength(19);
});

test("a sign-in link expires after five minutes, and the panel session after half an hour", async () => {
	const { panelSessions, tokenOf } = await aHolder();
	const [late, timely] = [await tokenOf(), await tokenOf()];
	now += 5 * MINUTE - 1;
	const entry = await panelSessions.enter(timely);
	now += 1;
	expect(await panelSessions.enter(late)).toEqual({ state: "expired" });
	expect(await panelSessions.enter("x".repeat(43))).toEqual({ state: "unknown" });
	const session = entry.state === "entered" ? entry.session : "";
	now += 29 * MINUTE;
	expect(await panelSessions.signedIn(session)).toBeDefined();
	now += MINUTE;
	expect(await panelSessions.signedIn(session)).toBeUndefined();
});

test("signing out of the panel ends its session", async () => {
	const { panelSessions, tokenOf } = await aHolder();
	const entry = await panelSessions.enter(await tokenOf());
	const session = entry.state === "entered" ? entry.session : "";
	await panelSessions.leave(session);
	expect(await panelSessions.signedIn(session)).toBeUndefined();
});

test("a suspended account ends its sign-ins and gives no new access until it is unsuspended", async () => {
	const { panelSessions, tokenOf, plan } = await aHolder();
	const { panel } = aPanel(() => now);
	const entry = await panelSessions.enter(await tokenOf());
	const session = entry.state === "entered" ? entry.session : "";
	expect(await panel.suspend(plan.id, "INV-7 is unpaid")).toEqual({ state: "succeeded" });
	expect(await panelSessions.signedIn(session)).toBeUndefined();
	const refused = { state: "failed", message: "The account is suspended", retryable: false };
	expect(await panel.signInLink(plan.id)).toEqual(refused);
	expect(await panel.changePassword(plan.id, aStrongOne)).toEqual(refused);
	for (const _ of [1, 2]) expect(await panel.unsuspend(plan.id)).toEqual({ state: "succeeded" });
	expect(await panelSessions.signedIn(session)).toBeDefined();
	expect((await panel.signInLink(plan.id)).state).toBe("succeeded");
});

test("an account that does not exist can't be suspended", async () => {
	const { panel } = aPanel(() => now);
	for (const answer of [await panel.suspend("hst_none", "unpaid"), await panel.unsuspend("hst_none")])
		expect(answer).toMatchObject({ state: "failed", retryable: false });
});

test("a plan that is not running has no panel access", async () => {
	const { panelAccess, owner, plan } = await aHolder({ status: "suspended" });
	expect(await panelAccess.signInLink(owner, plan.id)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	const change = { planId: plan.id, password: aStrongOne, email: "a@example.com" };
	expect(await panelAccess.changePassword(owner, change)).toMatchObject({ ok: false, error: { kind: "conflict" } });
});

test("another customer, or one without a recent confirmation, gets no link and sets no password", async () => {
	const { panelAccess, owner, plan, log, mails } = await aHolder();
	const stranger = await aHolder();
	const stale = { ...owner, confirmedFrom: now + 1 };
	for (const other of [stranger.owner, stale, { sessionHash: "0".repeat(64), confirmedFrom: 0 }]) {
		expect(await panelAccess.signInLink(other, plan.id)).toMatchObject({ ok: false, error: { kind: "not_found" } });
		const change = { planId: plan.id, password: aStrongOne, email: "a@example.com" };
		expect(await panelAccess.changePassword(other, change)).toMatchObject({ ok: false, error: { kind: "not_found" } });
	}
	expect([await log(), await mails()]).toEqual([[], []]);
});

test("a new panel password reaches the panel, the holder gets an email, and we don't store it", async () => {
	const { panelAccess, owner, plan, log, mails } = await aHolder();
	const change = { planId: plan.id, password: aStrongOne, email: "a@example.com" };
	expect(await panelAccess.changePassword(owner, change)).toEqual({ ok: true, value: null });
	expect(await log()).toEqual(["Changed the control panel password of Business Hosting."]);
	expect(await mails()).toEqual(["mail.hosting-changed panel-password"]);
	const accounts = await db.read(db.orm.select().from(sandboxPanelAccounts));
	expect(accounts.find(({ account }) => account === plan.id)?.passwordChangedAt).toBe(now);
	const everything = [accounts, await db.read(db.orm.select().from(outbox)), await log()];
	expect(JSON.stringify(everything)).not.toContain(aStrongOne);
});

test("a weak panel password is refused by the portal's rules, with its field", async () => {
	const { panelAccess, owner, plan } = await aHolder();
	for (const password of ["short", "password123", "qwerty1234567", "somebody@example.com"]) {
		const change = { planId: plan.id, password, email: "somebody@example.com" };
		const refused = await panelAccess.changePassword(owner, change);
		expect([password, refused]).toMatchObject([
			password,
			{ ok: false, error: { kind: "invalid", fields: { newPassword: expect.any(String) } } },
		]);
	}
});

test("a leaked panel password is refused, and accepted while the breach service is down", async () => {
	const leaked = "leaked with the rains";
	const { panelAccess, owner, plan, log } = await aHolder();
	const change = { planId: plan.id, password: leaked, email: "a@example.com" };
	expect(await panelAccess.changePassword(owner, change)).toMatchObject({
		ok: false,
		error: { kind: "invalid", fields: { newPassword: expect.stringContaining("leaks") } },
	});
	expect(await log()).toEqual([]);
	const asked: string[] = [];
	const isKnown = async (password: string) => {
		asked.push(password);
		return null;
	};
	const down = await aHolder({}, {}, { breachedPasswords: { isKnown } });
	const accepted = { planId: down.plan.id, password: leaked, email: "a@example.com" };
	expect(await down.panelAccess.changePassword(down.owner, accepted)).toEqual({ ok: true, value: null });
	expect(asked).toEqual([leaked]);
});

test("a panel that fails or refuses changes nothing and sends nothing", async () => {
	const warned: unknown[] = [];
	const error = console.error;
	console.error = (...said: unknown[]) => void warned.push(...said);
	try {
		const down = await aHolder({}, { changePassword: () => Promise.reject(new Error(aStrongOne)) });
		const change = { planId: down.plan.id, password: aStrongOne, email: "a@example.com" };
		const unsure = await down.panelAccess.changePassword(down.owner, change);
		expect(unsure).toMatchObject({ ok: false, error: { kind: "unavailable", retryAfter: 60 } });
		expect([await down.log(), await down.mails()]).toEqual([[], []]);
		expect(warned.join(" ")).not.toContain(aStrongOne);
	} finally {
		console.error = error;
	}
	const refuses = { state: "failed", message: "no", retryable: false } as const;
	const strict = await aHolder({}, { changePassword: async () => refuses, signInLink: async () => refuses });
	const change = { planId: strict.plan.id, password: aStrongOne, email: "a@example.com" };
	expect(await strict.panelAccess.changePassword(strict.owner, change)).toMatchObject({ ok: false });
	expect(await strict.panelAccess.signInLink(strict.owner, strict.plan.id)).toMatchObject({
		ok: false,
		error: { kind: "unavailable" },
	});
	expect(await strict.mails()).toEqual([]);
});

test("a plan gets twenty links an hour, and the next one is refused", async () => {
	const { panelAccess, owner, plan } = await aHolder();
	for (let asked = 0; asked < 20; asked += 1) expect((await panelAccess.signInLink(owner, plan.id)).ok).toBe(true);
	expect(await panelAccess.signInLink(owner, plan.id)).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
});

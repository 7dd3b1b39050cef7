import { env } from "cloudflare:workers";
import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { sectionsFor } from "~/desk-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may, permissions, permissionsOf, type Role, roleRules, roles } from "~/features/staff/permissions";
import { loader as exportLog } from "~/routes/desk/audit-log-csv";
import { testServices } from "../support/factories";
import { aMember, aSignedInMember, aStaffSession, deskArgs, statusOf } from "../support/staff";

interface DeskRoute {
	readonly handle?: Partial<DeskHandle>;
	readonly loader?: (args: never) => Promise<unknown>;
	readonly action?: (args: never) => Promise<unknown>;
	readonly default?: () => ReactNode;
}

/** Open without a session. */
const open = ["sign-in", "sign-out", "invitation"];

const modules = import.meta.glob<DeskRoute>("../../app/routes/desk/*.{ts,tsx}", { eager: true });
const routes = Object.entries(modules).map(([file, route]) => ({
	name: /([^/]+)\.tsx?$/.exec(file)?.[1] ?? file,
	route,
}));
const guarded = routes.filter(({ name }) => !open.includes(name));

/** Every parameter that a path of the desk may have. No such rows exist. */
const params = new Proxy({}, { get: () => "none", has: () => true }) as Record<string, string>;

const cookies = new Map<Role, string>();

beforeAll(async () => {
	for (const role of roles) cookies.set(role, (await aSignedInMember([role])).cookie);
});

const view = async (route: DeskRoute, cookie: string | undefined) => {
	try {
		return await route.loader?.(deskArgs({ cookie, address: "/desk/x", params }) as never);
	} catch (thrown) {
		return thrown;
	}
};

const send = (route: DeskRoute, cookie: string | undefined, intent: string) =>
	route
		.action?.(deskArgs({ cookie, address: "/desk/x", params, form: { intent } }) as never)
		.catch((thrown: unknown) => thrown);

test("every route of the desk declares what it needs", () => {
	expect(guarded.length).toBeGreaterThan(5);
	for (const { name, route } of guarded) {
		const desk = route.handle?.desk;
		expect(desk, `${name}: export a handle with the permission (docs/decisions, "The staff desk")`).toBeDefined();
		const needed = [desk?.view, ...Object.values(desk?.actions ?? {})];
		for (const permission of needed)
			expect(permission === null || permissions.includes(permission as never), `${name}: ${permission}`).toBe(true);
		if (desk?.view) expect(route.loader, `${name} has no loader that checks its permission`).toBeDefined();
		if (route.action && name !== "unknown")
			expect(Object.keys(desk?.actions ?? {}), `${name} has an action without intents`).not.toEqual([]);
	}
});

test.each(guarded)("$name: only roles with the permission see it", async ({ route }) => {
	if (!route.loader) return;
	const needed = route.handle?.desk?.view ?? null;
	for (const role of roles) {
		const allowed = needed === null || may([role], needed);
		const answer = await view(route, cookies.get(role));
		// Pages of a row and unknown pages are a 404 for everyone here, because no such row exists.
		if (!allowed) expect(statusOf(answer), role).toBe(404);
		else expect([200, 302, 404], role).toContain(statusOf(answer));
	}
	expect(statusOf(await view(route, undefined)), "without a cookie").toBe(404);
	const ended = await view(route, `__Host-staff=${"x".repeat(43)}`);
	expect([401, 404], "with an ended session").toContain(statusOf(ended));
});

const forms = guarded.flatMap(({ name, route }) =>
	Object.entries(route.handle?.desk?.actions ?? {}).map(([intent, needed]) => ({ name, route, intent, needed })),
);

test.each(forms)("$name, $intent: only roles with the permission may send it", async ({ route, intent, needed }) => {
	for (const role of roles) {
		const allowed = needed === null || may([role], needed);
		const status = statusOf(await send(route, cookies.get(role), intent));
		if (!allowed) expect(status, role).toBe(404);
		else expect([303, 400, 404, 409], role).toContain(status);
	}
	expect(statusOf(await send(route, undefined, intent)), "without a cookie").toBe(404);
	expect(statusOf(await send(route, `__Host-staff=${"x".repeat(43)}`, intent)), "with an ended session").toBe(401);
});

test("a role that does not include the permission finds and changes nothing in the use-cases either", async () => {
	const { staff } = testServices();
	const target = await aMember(["support"], { name: "Baraka" });
	const owner = await aSignedInMember(["owner"]);
	const { session } = await aSignedInMember(["manager"]);
	const version = target.updatedAt;
	await aStaffSession(target);
	expect((await staff.members.list(session, { q: "" })).items).toEqual([]);
	expect(await staff.members.find(session, target.id)).toBeNull();
	expect(await staff.members.invite(session, { email: "new@kikoa.test", roles: ["owner"] })).toMatchObject({
		ok: false,
	});
	const input = { version, roles: ["owner" as const], reason: "x" };
	expect(await staff.members.changeRoles(session, target.id, input)).toMatchObject({ ok: false });
	expect(await staff.members.find(owner.session, target.id)).toMatchObject({
		roles: ["support"],
		sessions: 1,
		updatedAt: version,
	});
});

test("an owner's change is logged with its reason, and the person's sessions end", async () => {
	const { staff } = testServices();
	const owner = await aSignedInMember(["owner"]);
	const target = await aSignedInMember(["support"], { name: "Baraka Mwangi" });
	const input = { version: target.member.updatedAt, roles: ["finance" as const], reason: "Moved to accounts" };
	expect(await staff.members.changeRoles(owner.session, target.member.id, input)).toMatchObject({ ok: true });
	expect(statusOf(await view(moduleOf("account"), target.cookie)), "the role changed in the middle").toBe(401);
	const { items } = await staff.auditLog.list(owner.session, { subject: target.member.id });
	expect(items).toMatchObject([
		{
			kind: "staff.roles_changed",
			staffName: "Wanjiku Kamau",
			params: { name: "Baraka Mwangi", before: ["support"], after: ["finance"] },
			reason: "Moved to accounts",
			requestId: "test-request",
		},
	]);
});

test("a stale form changes nothing and says so", async () => {
	const { staff } = testServices();
	const owner = await aSignedInMember(["owner"]);
	const target = await aMember(["support"]);
	const input = { version: target.updatedAt - 1, roles: ["finance" as const], reason: "x" };
	expect(await staff.members.changeRoles(owner.session, target.id, input)).toMatchObject({
		error: { kind: "conflict", code: "changed_meanwhile" },
	});
	expect(await staff.members.find(owner.session, target.id)).toMatchObject({ roles: ["support"] });
});

test("the last active owner can't be demoted or disabled, also by parallel requests", async () => {
	await env.DB.prepare("delete from staff_roles").run();
	const { staff } = testServices();
	const one = await aSignedInMember(["owner"]);
	const two = await aSignedInMember(["owner"]);
	const demote = (who: typeof one, target: typeof one) => {
		const input = { version: target.member.updatedAt, roles: ["support" as const], reason: "x" };
		return testServices().staff.members.changeRoles(who.session, target.member.id, input);
	};
	const answers = await Promise.all([demote(one, two), demote(two, one)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	const last = answers[0]?.ok ? one : two;
	expect(await demote(last, last)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	const disabled = await staff.members.setDisabled(last.session, last.member.id, true, {
		version: last.member.updatedAt,
		reason: "x",
	});
	expect(disabled).toMatchObject({
		ok: false,
		error: { message: expect.stringContaining("at least one active owner") },
	});
	expect(await staff.members.find(last.session, last.member.id)).toMatchObject({ status: "active", roles: ["owner"] });
});

test("customers are exported only with the permission for it, and only then does their list offer it", async () => {
	const list = async (role: Role) => {
		const { cookie } = await aSignedInMember([role]);
		const file = await view(moduleOf("customers-csv"), cookie);
		return [statusOf(file), await view(moduleOf("customers"), cookie)];
	};
	for (const role of ["finance", "support", "read-only"] as const)
		expect(await list(role), role).toEqual([404, expect.objectContaining({ canExport: false })]);
	expect(await list("manager")).toEqual([200, expect.objectContaining({ canExport: true })]);
});

test("the read-only role sees every page except those that its description names", () => {
	const pagesOf = (role: Role) =>
		sectionsFor(permissionsOf([role])).flatMap(({ label, pages }) => pages.map((page) => `${label}: ${page.label}`));
	const seen = pagesOf("read-only");
	const unseen = pagesOf("owner").filter((page) => !seen.includes(page));
	expect(unseen.filter((page) => !page.startsWith("Settings: "))).toEqual(["Billing: Bank statements"]);
	expect(seen.filter((page) => page.startsWith("Settings: "))).toEqual([]);
	expect(roleRules["read-only"].description).toContain("except settings and bank statements");
});

test("the audit log refuses changes", async () => {
	const { cookie } = await aSignedInMember(["owner"]);
	await exportLog(deskArgs({ cookie, address: "/desk/settings/audit-log.csv" }) as never);
	for (const sql of [
		"update audit_log set staff_name = 'x'",
		"delete from audit_log",
		"insert or replace into audit_log select * from audit_log limit 1",
	])
		await expect(env.DB.prepare(sql).run(), sql).rejects.toThrow("append-only");
});

test("a page reads its session and its data in one round trip", async () => {
	const { cookie } = await aSignedInMember(["owner"]);
	for (const name of ["today", "domains", "hosting", "staff", "audit-log", "account"]) {
		const services = testServices();
		await moduleOf(name).loader?.(deskArgs({ services, cookie, address: "/desk/x", params }) as never);
		expect(services.db.roundTrips, name).toBe(1);
	}
});

test.each([
	["an idle session", { idleExpiresAt: Date.now() - 1 }],
	["a session after twelve hours", { expiresAt: Date.now() - 1 }],
])("%s sees nothing", async (_, fields) => {
	const member = await aMember(["owner"]);
	const { cookie, session } = await aStaffSession(member, fields);
	expect(statusOf(await view(moduleOf("staff"), cookie))).toBe(401);
	expect((await testServices().staff.members.list(session, { q: "" })).items).toEqual([]);
});

test("a disabled member's session sees nothing and changes nothing", async () => {
	const { cookie, session, member } = await aSignedInMember(["owner"]);
	await env.DB.prepare("update staff set status = 'disabled' where id = ?").bind(member.id).run();
	expect(statusOf(await view(moduleOf("staff"), cookie))).toBe(401);
	expect((await testServices().staff.auditLog.list(session, {})).items).toEqual([]);
});

function moduleOf(name: string): DeskRoute {
	const found = routes.find((route) => route.name === name);
	if (!found) throw new Error(`No route ${name}`);
	return found.route;
}

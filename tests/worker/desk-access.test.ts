import { env } from "cloudflare:workers";
import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { sectionsFor } from "~/desk-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import {
	may,
	type Permission,
	permissions,
	permissionsOf,
	type Role,
	roleRules,
	roles,
} from "~/features/staff/permissions";
import routeConfig from "~/routes";
import { loader as exportLog } from "~/routes/desk/audit-log-csv";
import { aDaraja, withPaybill } from "../support/daraja";
import { deskRows } from "../support/desk-rows";
import { testServices } from "../support/factories";
import { aMember, aSignedInMember, aStaffSession, deskArgs, statusOf } from "../support/staff";

interface DeskRoute {
	readonly handle?: Partial<DeskHandle>;
	readonly loader?: (args: never) => Promise<unknown>;
	readonly action?: (args: never) => Promise<unknown>;
	readonly default?: () => ReactNode;
}

interface Named {
	readonly name: string;
	readonly route: DeskRoute;
}

/** Open without a session. */
const open = ["sign-in", "sign-out", "invitation"];

const modules = import.meta.glob<DeskRoute>("../../app/routes/desk/*.{ts,tsx}", { eager: true });
const routes: readonly Named[] = Object.entries(modules).map(([file, route]) => ({
	name: /([^/]+)\.tsx?$/.exec(file)?.[1] ?? file,
	route,
}));
const guarded = routes.filter(({ name }) => !open.includes(name));

/**
 * What each permission opens: by route, whether it shows the page (`see`) and the forms that it may send, by intent. So a
 * new route or form has to be entered here too, and a handle with another permission is noticed.
 */
const opens: Readonly<Record<Permission | "everyone", Readonly<Record<string, string>>>> = {
	everyone: {
		account: "see end-session end-others password codes check-password add-passkey remove-passkey",
		layout: "see",
		pages: "see",
		search: "see",
		unknown: "see",
		views: "see save remove",
	},
	"today.view": { today: "see" },
	"today.work": { today: "take release snooze wake handled reopen" },
	"customers.view": {
		customer: "see",
		"customer-activity": "see",
		"customer-email": "see",
		"customer-emails": "see",
		"customer-files": "see",
		"customer-overview": "see",
		"customer-sign-ins": "see",
		customers: "see",
	},
	"customers.edit": {
		"customer-emails": "resend",
		"customer-overview":
			"profile billing add-billing-email remove-billing-email resend-verification verify end-sessions reset-two-step",
	},
	"customers.note": { "customer-overview": "add-note edit-note remove-note" },
	"customers.impersonate": { "customer-overview": "sign-in" },
	"customers.close": { "customer-overview": "close keep" },
	"customers.merge": { "customer-merge": "see merge" },
	"customers.export": { "customer-export": "see", "customers-csv": "see" },
	"billing.view": {
		approvals: "see",
		"customer-invoices": "see",
		"customer-payments": "see",
		invoice: "see",
		invoices: "see",
		payments: "see",
	},
	"billing.record": {
		approvals: "approve-payment refuse-payment approve-statement refuse-statement approve-assignment refuse-assignment",
		"bank-statements": "see import",
		"customer-order": "check-own invoice",
		invoice: "record void",
		today: "match close-review reopen-review sign-again credit",
	},
	"billing.refund": {
		approvals: "approve-refund refuse-refund",
		"customer-payments": "pay-back",
		invoice: "refund",
		today: "refund-retry refund-credit refund-paid refund-failed",
	},
	"billing.credit": { approvals: "approve-credit refuse-credit", "customer-payments": "credit" },
	"billing.write-off": { approvals: "approve-write-off refuse-write-off", invoice: "write-off" },
	"orders.view": {
		"customer-order": "see",
		"customer-record": "see",
		order: "see",
		orders: "see",
		quote: "see",
		quotes: "see",
	},
	"orders.change": {
		"customer-order": "check order quote",
		"customer-record": "record-domain record-plan record-addon",
		order: "hold accept cancel",
		quote: "withdraw",
	},
	"services.view": {
		"bulk-action": "see",
		"bulk-actions": "see",
		"customer-services": "see",
		domain: "see",
		domains: "see",
		hosting: "see",
		"job-file": "see",
		plan: "see",
		"selected-domains": "see",
		"selected-plans": "see",
	},
	"services.change": {
		"bulk-action": "stop",
		domain:
			"compare lock unlock auto-renew-on auto-renew-off auth-code change-registrar move-zone stop-zone-move offer withdraw retry-job complete-job",
		order: "retry-job complete-job",
		plan: "change-plan suspend unsuspend retry-job complete-job",
		"selected-domains": "compare lock unlock auto-renew-on auto-renew-off",
		"selected-plans": "suspend unsuspend",
		today: "retry-job complete-job hold-again changed-by-hand stop-zone-move",
	},
	"services.terminate": { plan: "end", "selected-plans": "end" },
	"projects.view": { project: "see", "project-file": "see", "project-files": "see", projects: "see" },
	"projects.change": {
		project: "post add-task assign-task tick-task update",
		"project-files": "upload",
		"project-upload": "see upload",
	},
	"tickets.view": {
		"canned-replies": "see",
		"canned-reply": "see",
		"customer-tickets": "see",
		ticket: "see",
		"ticket-file": "see",
		tickets: "see",
	},
	"tickets.reply": {
		ticket: "answer insert note assign take status move tag snooze wake delete-file",
		"ticket-canned-reply": "see",
		"ticket-files": "see upload",
		"ticket-merge": "see merge",
		"ticket-replying": "see replying",
		"ticket-split": "see split",
		"ticket-upload": "see upload",
	},
	"tickets.canned": { "canned-replies": "create", "canned-reply": "change delete" },
	"help.view": { help: "see", "help-edit": "see", "help-preview": "see" },
	"help.edit": { "help-edit": "save publish unpublish restore discard", "help-new": "see create" },
	"catalogue.view": {
		catalogue: "see",
		"catalogue-changes": "see preview end-preview",
		"catalogue-csv": "see",
		"catalogue-entry": "see",
		"catalogue-version": "see",
		"catalogue-versions": "see",
		promos: "see",
	},
	"catalogue.costs": { "catalogue-entry": "cost" },
	"catalogue.edit": {
		catalogue: "add import markup",
		"catalogue-changes": "discard",
		"catalogue-entry": "save discard suggest stock-add stock-count stock-low stock-stop",
	},
	"catalogue.publish": {
		"catalogue-changes": "publish",
		"catalogue-version": "roll-back cancel",
		promos: "create change end",
	},
	"reports.view": { "mpesa-report": "see", report: "see", revenue: "see" },
	"reports.export": {
		"domains-csv": "see",
		"hosting-csv": "see",
		"invoices-csv": "see",
		"mpesa-report-csv": "see",
		"orders-csv": "see",
		"payments-csv": "see",
		"projects-csv": "see",
		"quotes-csv": "see",
		"report-csv": "see",
		"revenue-csv": "see",
	},
	"settings.staff": { staff: "see invite", "staff-member": "see roles disable enable end-sessions invite-again reset" },
	"settings.email": { "email-html": "see", "email-text": "see save reset test", emails: "see" },
	"settings.services": { health: "see", schedule: "see start remind", today: "deliver-again discard undiscard" },
	"settings.departments": { departments: "see save" },
	"audit.view": { "audit-log": "see" },
	"audit.export": { "audit-log-csv": "see" },
};

/** Their addresses only take forms, so a GET finds no page, whoever asks. */
const formsOnly = ["views", "ticket-replying", "ticket-upload", "project-upload"];

/** These read nothing without a question. */
const questions: Readonly<Record<string, string>> = {
	"customer-merge": "?q=nobody@example.com",
	search: "?q=duka",
	"selected-domains": "?change=lock&row=none",
	"selected-plans": "?change=suspend&row=none",
};

interface RouteEntry {
	readonly path?: string;
	readonly file: string;
	readonly children?: readonly RouteEntry[];
}

interface Address {
	/** With the names of its parameters: "/desk/domains/:domainId" */
	readonly address: string;
	/** Its module and those of the layouts around it, outermost first. */
	readonly chain: readonly Named[];
}

function addressesIn(entries: readonly RouteEntry[], parent: string, layouts: readonly Named[]): Address[] {
	return entries.flatMap(({ path, file, children }) => {
		const name = /^routes\/desk\/([^/]+)\.tsx?$/.exec(file)?.[1];
		const address = path ? `${parent}/${path}` : parent;
		const chain = name === undefined ? layouts : [...layouts, moduleOf(name)];
		if (children) return addressesIn(children, address, chain);
		return name === undefined || !guarded.some((route) => route.name === name)
			? []
			: [{ address: address + (questions[name] ?? ""), chain }];
	});
}

/** Every address of the desk that needs a session. */
const addresses = addressesIn((await routeConfig) as readonly RouteEntry[], "", []);

/** The addresses that show a module. For a layout, any. */
const addressesOf = (name: string) => {
	const own = addresses.filter(({ chain }) => chain.at(-1)?.name === name);
	return own.length > 0 ? own.map(({ address }) => address) : ["/desk"];
};

const pages = guarded
	.filter(({ name, route }) => route.loader && name !== "unknown")
	.flatMap(({ name, route }) => addressesOf(name).map((address) => ({ name, route, address })));

/** Forms that are a 404 without these fields. All others are sent with nothing but their intent. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"views save": { list: "/desk/domains", name: "Mine", query: "q=duka" },
	"views remove": { list: "/desk/domains", viewId: "none" },
};

const ended = `__Host-staff=${"x".repeat(43)}`;
const cookies = new Map<Role, string>();
let params: Awaited<ReturnType<typeof deskRows>>;

beforeAll(async () => {
	params = await deskRows();
	// The comparison with M-Pesa's list is a file once the list was read.
	await env.DB.prepare("insert into task_positions (task, position, updated_at) values (?, ?, 0)")
		.bind("copied payments at mpesa", `0 ${Date.now()}`)
		.run();
	for (const role of roles) cookies.set(role, (await aSignedInMember([role])).cookie);
});

/** Rows that were inserted, changed and deleted since the database was opened. */
const changes = () => env.DB.prepare("select total_changes() as count").first<number>("count");

const split = (needed: Permission | null) => {
	const mayDo = (role: Role) => needed === null || may([role], needed);
	return [roles.filter(mayDo), roles.filter((role) => !mayDo(role))] as const;
};

const view = async ({ name, route, address = "/desk/x" }: Named & { address?: string }, cookie: string | undefined) => {
	// The other services have no paybill, so this file would not exist.
	const services = name === "mpesa-report-csv" ? aDaraja(withPaybill).services : testServices();
	try {
		return await route.loader?.(deskArgs({ services, cookie, address, params: params(name) }) as never);
	} catch (thrown) {
		return thrown;
	}
};

const send = async ({ name, route }: Named, cookie: string | undefined, intent: string) => {
	const form = { intent, ...fields[`${name} ${intent}`] };
	try {
		return await route.action?.(deskArgs({ cookie, address: "/desk/x", params: params(name), form }) as never);
	} catch (thrown) {
		return thrown;
	}
};

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
	const declared = guarded.flatMap(({ name, route: { handle } }) => [
		`${handle?.desk?.view ?? "everyone"}: ${name} see`,
		...Object.entries(handle?.desk?.actions ?? {}).map(
			([intent, needed]) => `${needed ?? "everyone"}: ${name} ${intent}`,
		),
	]);
	const entered = Object.entries(opens).flatMap(([permission, entries]) =>
		Object.entries(entries).flatMap(([name, acts]) => acts.split(" ").map((act) => `${permission}: ${name} ${act}`)),
	);
	expect(declared.toSorted(), "enter the route or form in `opens`").toEqual(entered.toSorted());
});

test.each(pages)("$name, $address: only roles with the permission see it", async (page) => {
	const needed = page.route.handle?.desk?.view ?? null;
	const [allowed, denied] = split(needed);
	const before = await changes();
	for (const role of denied) expect(statusOf(await view(page, cookies.get(role))), role).toBe(404);
	expect(statusOf(await view(page, undefined)), "without a cookie").toBe(404);
	expect(statusOf(await view(page, ended)), "with an ended session").toBe(401);
	expect(await changes(), "changed by someone who may not").toBe(before);
	const found = formsOnly.includes(page.name) ? 404 : 200;
	for (const role of allowed) expect(statusOf(await view(page, cookies.get(role))), role).toBe(found);
});

const forms = guarded.flatMap(({ name, route }) =>
	Object.entries(route.handle?.desk?.actions ?? {}).map(([intent, needed]) => ({ name, route, intent, needed })),
);

test.each(forms)("$name, $intent: only roles with the permission may send it", async ({ intent, needed, ...form }) => {
	const [allowed, denied] = split(needed);
	const before = await changes();
	for (const role of denied) expect(statusOf(await send(form, cookies.get(role), intent)), role).toBe(404);
	expect(statusOf(await send(form, undefined, intent)), "without a cookie").toBe(404);
	expect(statusOf(await send(form, ended, intent)), "with an ended session").toBe(401);
	expect(await changes(), "changed by someone who may not").toBe(before);
	for (const role of allowed) {
		// 400 and 409 are about what the form says, so the role got past the permission.
		expect([303, 400, 409], role).toContain(statusOf(await send(form, cookies.get(role), intent)));
	}
});

/** Exports record themselves first, and read their rows page by page. */
const isExport = (address: string): boolean => /(?:\.csv|\/export)$/.test(address);

const read = addresses.filter(({ address, chain }) => {
	const name = chain.at(-1)?.name ?? "";
	return name !== "unknown" && !formsOnly.includes(name) && !isExport(address);
});

test.each(read)("$address: session, layouts and data are read in one round trip", async ({ address, chain }) => {
	const leaf = chain.at(-1)?.name ?? "";
	const services = testServices();
	const ids = params(leaf);
	const visit = { services, cookie: cookies.get("owner"), params: ids };
	const args = deskArgs({ ...visit, address: address.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "") });
	const answers = await Promise.all(chain.map(({ route }) => route.loader?.(args as never).catch((error) => error)));
	expect(answers.map(statusOf)).toEqual(answers.map(() => 200));
	expect(services.db.roundTrips).toBe(1);
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
		expect(await list(role), role).toMatchObject([404, { data: { canExport: false } }]);
	expect(await list("manager")).toMatchObject([200, { data: { canExport: true } }]);
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

function moduleOf(name: string): Named {
	const found = routes.find((route) => route.name === name);
	if (!found) throw new Error(`No route ${name}`);
	return found;
}

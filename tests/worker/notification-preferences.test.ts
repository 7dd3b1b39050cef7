import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { change, notify } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { defaultPreferences } from "~/features/notifications/preferences";
import { preferencesSchema } from "~/features/notifications/preferences.schema";
import { unsubscribeToken } from "~/features/notifications/unsubscribe-link";
import { projectSchema } from "~/features/projects/projects.schema";
import { createId } from "~/lib/ids";
import { aCustomer, testServices } from "../support/factories";
import { mailUnderTest } from "../support/mail";
import { withTexts } from "../support/stored-texts";

async function aDomainOf(userId: string) {
	const id = createId("dom");
	await env.DB.prepare(
		"insert into domains (id, user_id, name, tld, status, nameservers, created_at, updated_at) values (?, ?, ?, 'ke', 'active', '[]', 0, 0)",
	)
		.bind(id, userId, `${id.slice(4, 20)}.ke`)
		.run();
	return id;
}

async function sent(userId: string) {
	const { commit, deliver, faults } = mailUnderTest();
	const payload = { domainId: await aDomainOf(userId) };
	const id = await commit({ kind: "mail.domain-active", payload, userId });
	await deliver([{ outboxId: id }]);
	return faults.delivered();
}

test("an optional email has an unsubscribe link that stops its kind with one click", async () => {
	const user = await aCustomer();
	const [mail] = await sent(user.id);
	const url = mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
	expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
	expect(mail?.text).toContain(url);
	expect(mail?.html).toContain(url);

	const services = testServices();
	const token = unsubscribeToken(services.config.TOKEN_SECRET, { userId: user.id, preference: "email" });
	expect(services.notificationPreferences.describeLink(token)).toEqual({
		ok: true,
		value: { label: "Orders and services" },
	});
	for (const again of [1, 2]) {
		expect((await services.notificationPreferences.unsubscribe(token)).ok, String(again)).toBe(true);
	}
	expect(await services.notificationPreferences.read({ userId: user.id })).toEqual({
		...defaultPreferences,
		email: false,
	});
	expect(await sent(user.id)).toEqual([]);
});

test("a required email has no unsubscribe link and is sent whatever is switched off", async () => {
	const user = await aCustomer();
	const services = testServices();
	await services.notificationPreferences.save({ userId: user.id }, preferencesSchema.parse({}));
	const { commit, deliver, faults } = mailUnderTest();
	const id = await commit({ kind: "mail.password-changed", payload: { userId: user.id }, userId: user.id });
	await deliver([{ outboxId: id }]);
	expect(faults.delivered()).toHaveLength(1);
	expect(faults.delivered()[0]?.headers).toBeUndefined();
});

test("a forged unsubscribe link, or one of another account, changes nothing", async () => {
	const user = await aCustomer();
	const { notificationPreferences, config } = testServices();
	const token = unsubscribeToken(config.TOKEN_SECRET, { userId: user.id, preference: "email" });
	const forged = [
		"",
		`${token}0`,
		token.replace(".email.", ".promotions."),
		token.replace(user.id, (await aCustomer()).id),
		unsubscribeToken("another secret", { userId: user.id, preference: "email" }),
	];
	for (const wrong of forged) {
		expect(await notificationPreferences.unsubscribe(wrong)).toMatchObject({ ok: false, error: { kind: "invalid" } });
	}
	expect(await notificationPreferences.read({ userId: user.id })).toEqual(defaultPreferences);
});

test("a notification is made only if its preference is on, and always if it has none", async () => {
	const db = createDatabase(env.DB);
	const { notificationPreferences, notifications } = testServices();
	const user = await aCustomer();
	const owner = { userId: user.id };
	const about = (email: string, wantedBy?: "messages" | "projectUpdates") =>
		notify({
			kind: "mail.refused",
			userId: user.id,
			params: { email, reason: "bounced" },
			once: `${user.id}:${email}`,
			wantedBy,
		});
	await db.commit(about("first", "messages"), 1);
	await notificationPreferences.save(owner, preferencesSchema.parse({ projectUpdates: "on" }));
	await db.commit(
		change(about("second", "messages"), about("third", "projectUpdates"), about("fourth"), about("fourth")),
		1,
	);
	const emails = (await notifications.list(owner)).items.map(({ params }) => params.email);
	expect(emails.toSorted()).toEqual(["first", "fourth", "third"]);
});

test("chosen preferences are stored, and the activity log shows it", async () => {
	const user = await aCustomer();
	const owner = { userId: user.id };
	const { notificationPreferences, activity } = testServices();
	expect(await notificationPreferences.read(owner)).toEqual(defaultPreferences);
	const chosen = preferencesSchema.parse({ newsletter: "on", messages: "on", securityAlerts: "off", status: "closed" });
	await notificationPreferences.save(owner, chosen);
	expect(await notificationPreferences.read(owner)).toEqual(chosen);
	expect(chosen).not.toHaveProperty("status");
	expect((await activity.list(owner)).items).toMatchObject([{ kind: "preferences.updated", actor: "customer" }]);
});

test("a project due in three days is announced once, if reminders are on", async () => {
	const now = Date.UTC(2026, 10, 21, 8);
	const services = testServices({ clock: () => now });
	const owner = { userId: (await aCustomer()).id };
	const silent = { userId: (await aCustomer()).id };
	await services.notificationPreferences.save(silent, preferencesSchema.parse({}));
	const due = (name: string, dueDate: string, status = "in-progress") => projectSchema.parse({ name, dueDate, status });
	for (const one of [owner, silent]) {
		await services.projects.create(one, due("Soon", "2026-11-23"));
		await services.projects.create(one, due("Later", "2026-12-23"));
		await services.projects.create(one, due("Past", "2026-11-20"));
		await services.projects.create(one, due("Done", "2026-11-23", "completed"));
	}
	await Promise.all([1, 2, 3].map(() => testServices({ clock: () => now }).projects.remindDue()));
	expect((await services.notifications.list(owner)).items.map(withTexts)).toMatchObject([
		{ title: "Soon is due on 23 Nov 2026" },
	]);
	expect((await services.notifications.list(silent)).items).toEqual([]);
	expect(await services.projects.remindDue()).toBe(0);
});

test("completing the last task sends an update, if project updates are on", async () => {
	const services = testServices();
	const owner = { userId: (await aCustomer()).id };
	const silent = { userId: (await aCustomer()).id };
	await services.notificationPreferences.save(silent, preferencesSchema.parse({ dueReminders: "on" }));
	for (const one of [owner, silent]) {
		const project = await services.projects.create(one, projectSchema.parse({ name: "Booking site" }));
		await services.projects.tasks.add(one, project, "Data model");
		await services.projects.tasks.add(one, project, "Screens");
		for (const { id } of await services.projects.tasks.list(one, project)) {
			expect((await services.notifications.list(one)).items).toEqual([]);
			await services.projects.tasks.tick(one, id, true);
		}
	}
	expect((await services.notifications.list(owner)).items.map(withTexts)).toMatchObject([
		{ title: "All tasks of Booking site are done", href: expect.stringMatching(/open=prj_/) },
	]);
	expect((await services.notifications.list(silent)).items).toEqual([]);
});

import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Role } from "~/features/staff/permissions";
import { DAY, HOUR } from "~/lib/durations";
import { action, loader } from "~/routes/desk/schedule";
import { aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { aPlan } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { aName, anOrder } from "../support/orders";
import { deliverReminders } from "../support/schedule";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

const address = "/desk/settings/schedule";

afterEach(() => env.DB.prepare("delete from settings where key = 'reminders'").run());

/** The form as the page shows it, with some days changed. */
async function formWith(cookie: string, changed: Record<string, string> = {}) {
	const { days } = await loader(deskArgs({ cookie, address }) as never);
	const fields = Object.fromEntries(days.fields.map(({ name, value }) => [name, value]));
	return { intent: "remind", version: String(days.version), ...fields, ...changed } as Record<string, string>;
}

const save = async (cookie: string, form: Record<string, string>) =>
	action(deskArgs({ cookie, address, form }) as never).catch((thrown: unknown) => thrown);

const stagesOf = async (userId: string, date: number) => {
	const { results } = await env.DB.prepare("select kind, stage from reminders where user_id = ? order by stage")
		.bind(userId)
		.all<{ kind: string; stage: number }>();
	return results.map(({ kind, stage }) => `${kind} ${Math.round((stage - date) / DAY)}`);
};

/** Searches for reminders at the start of each of these days from now. */
async function searchOn(days: readonly number[]) {
	for (const day of days) {
		const { renewals } = testServices({ clock: () => Date.now() + day * DAY });
		await renewals.expiry.sendReminders();
		await renewals.invoices.sendReminders();
		await renewals.overduePlans.sendReminders();
	}
}

const daysUntil = (last: number) => Array.from({ length: last + 1 }, (_, day) => day);

test("reminders of domains, invoices and plans follow the days that staff set", async () => {
	const { cookie } = await aSignedInMember(["manager"]);
	const changed = { before: "28, 20, 6", after: "2", invoice: "5, 2", plan: "4" };
	expect(statusOf(await save(cookie, await formWith(cookie, changed)))).toBe(303);
	const { days } = await loader(deskArgs({ cookie, address }) as never);
	expect(days.fields.map(({ value }) => value)).toEqual(["28, 20, 6", "7, 1", "2", "3, 10, 30, 60, 75", "5, 2", "4"]);

	const holder = await aCustomer();
	const expiresAt = Date.now() + 32 * DAY;
	await aDomain(holder.id, { name: aName("com"), tld: "com", autoRenew: false, expiresAt });
	const buyer = await anOrder(testServices());
	const { due, userId } = (await env.DB.prepare("select due_at as due, user_id as userId from invoices where id = ?")
		.bind(buyer.invoiceId)
		.first<{ due: number; userId: string }>()) ?? { due: 0, userId: "" };
	const host = await aCustomer();
	const keptUntil = Date.now() + 10 * DAY;
	await aPlan(host.id, { status: "suspended", keptUntil, expiresAt: Date.now() - 5 * DAY });
	await searchOn(daysUntil(36));
	expect(await stagesOf(holder.id, expiresAt)).toEqual(["domain -28", "domain -20", "domain -6", "domain 2"]);
	expect(await stagesOf(userId, due)).toEqual(["invoice -5", "invoice -2"]);
	expect(await stagesOf(host.id, keptUntil)).toEqual(["plan -4"]);
});

test("a new day that is past is not sent late, and a reminder that was found before a change is still sent", async () => {
	const mail = faultyMailer();
	const { cookie } = await aSignedInMember(["owner"]);
	const [late, found] = [await aCustomer(), await aCustomer()];
	const lateName = aName("com");
	await aDomain(late.id, { name: lateName, tld: "com", autoRenew: false, expiresAt: Date.now() + 20 * DAY - HOUR });
	const foundName = aName("com");
	await aDomain(found.id, { name: foundName, tld: "com", autoRenew: false, expiresAt: Date.now() + 14 * DAY - HOUR });
	await searchOn([0]);
	expect(statusOf(await save(cookie, await formWith(cookie, { before: "30, 20, 7" })))).toBe(303);
	await searchOn([0, 1, 2]);
	expect(await stagesOf(late.id, 0)).toEqual([]);
	await deliverReminders(found.id, { mailer: mail.mailer });
	expect(mail.delivered().filter(({ text }) => text.includes(foundName))).toHaveLength(1);
});

test("of two people who change the days the second is told and loses nothing, and changes are logged", async () => {
	const { cookie, member } = await aSignedInMember(["owner"]);
	const second = await formWith(cookie, { invoice: "3" });
	expect(statusOf(await save(cookie, await formWith(cookie, { invoice: "2", plan: "5" })))).toBe(303);
	const answer = await save(cookie, second);
	expect(statusOf(answer)).toBe(409);
	expect(answer).toMatchObject({ data: { failure: { code: "changed_meanwhile" }, values: { invoice: ["3"] } } });
	const log = await env.DB.prepare("select params from audit_log where kind = 'reminder_days.changed' and staff_id = ?")
		.bind(member.id)
		.all<{ params: string }>();
	expect(log.results.map(({ params }) => JSON.parse(params))).toEqual([
		{
			changed: [
				{ group: "invoice", before: "-1", after: "-2" },
				{ group: "plan", before: "-7 -1", after: "-5" },
			],
		},
	]);
});

test("days that break a rule are refused with the field and what was typed", async () => {
	const { cookie } = await aSignedInMember(["owner"]);
	const answer = await save(cookie, await formWith(cookie, { before: "60, 14, 1" }));
	expect(statusOf(answer)).toBe(400);
	expect(answer).toMatchObject({
		data: { failure: { fields: { before: expect.stringContaining("ICANN") } }, values: { before: ["60, 14, 1"] } },
	});
});

test.each(["finance", "support", "catalogue", "read-only"] satisfies Role[])(
	"%s can't change the days",
	async (role) => {
		const { cookie } = await aSignedInMember([role]);
		const owner = await aSignedInMember(["owner"]);
		const form = await formWith(owner.cookie, { invoice: "3" });
		expect(statusOf(await save(cookie, form))).toBe(404);
		expect((await formWith(owner.cookie)).invoice).toBe("1");
	},
);

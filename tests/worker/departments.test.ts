import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { brand } from "~/brand";
import { usualSettings } from "~/features/tickets/departments";
import { readSupportSettings } from "~/features/tickets/departments.schema";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { MINUTE } from "~/lib/durations";
import { action, loader } from "~/routes/desk/departments";
import { loader as newTicketLoader } from "~/routes/portal/new-ticket";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

const address = "/desk/settings/departments";

/** Monday in Nairobi. */
const monday = Date.parse("2026-11-23T10:00:00+03:00");

afterEach(() => env.DB.prepare("delete from settings where key = 'departments'").run());

/** The form as the page shows it, with some fields changed. */
async function formWith(cookie: string, changed: Record<string, string> = {}) {
	const { settings } = await loader(deskArgs({ cookie, address }) as never);
	const fields: Record<string, string> = {
		intent: "save",
		version: String(settings.version),
		holidays: settings.holidays,
	};
	for (const { about, first, next, week } of settings.departments) {
		for (const { name, value } of [about, first, next, ...week.flatMap(({ from, to }) => [from, to])])
			fields[name] = value;
	}
	return { ...fields, ...changed };
}

const save = async (cookie: string, form: Record<string, string>) =>
	action(deskArgs({ cookie, address, form }) as never).catch((thrown: unknown) => thrown);

async function aTicketAt(now: number, department = "billing") {
	const services = testServices({ clock: () => now });
	const customer = await aCustomer();
	const sender = { owner: { userId: customer.id }, customer };
	const key = `key-${Math.random().toString(36).slice(2)}-of-a-form`;
	const input = newTicketSchema.parse({ key, department, subject: "A question", body: "How?" });
	const opened = await services.tickets.open(sender, input);
	if (!opened.ok) throw new Error(opened.error.message);
	const { id } = opened.value;
	const due = () => env.DB.prepare("select due_at from tickets where id = ?").bind(id).first<number>("due_at");
	return { id, sender, due };
}

test("hours, targets and holidays apply to the next message, and open tickets keep their time", async () => {
	const { cookie } = await aSignedInMember(["manager"]);
	const before = await aTicketAt(monday);
	expect(await before.due()).toBe(monday + 240 * MINUTE);
	const changed = {
		"first-billing": "1",
		"next-billing": "0.5",
		"to-billing-1": "10:30",
		holidays: "2026-11-24 Day off",
	};
	expect(statusOf(await save(cookie, await formWith(cookie, changed)))).toBe(303);
	const after = await aTicketAt(monday);
	// Half an hour on Monday, and the other half on Wednesday, because Tuesday is a holiday.
	expect(await after.due()).toBe(Date.parse("2026-11-25T08:30:00+03:00"));
	expect(await before.due()).toBe(monday + 240 * MINUTE);
	const other = await aTicketAt(monday, "sales");
	expect(await other.due()).toBe(monday + 240 * MINUTE);
	await env.DB.prepare("update tickets set answered_at = 1, status = 'waiting' where id = ?").bind(after.id).run();
	const services = testServices({ clock: () => monday });
	const form = { intent: "answer", key: "key-of-another-form-1", body: "And now?" } as const;
	expect(await services.tickets.change(after.sender, after.id, form)).toMatchObject({ ok: true });
	expect(await after.due()).toBe(monday + 30 * MINUTE);
});

test("customers read what staff have entered, and the change is logged", async () => {
	const { cookie, member } = await aSignedInMember(["owner"]);
	const changed = { "about-billing": "Bills" };
	expect(statusOf(await save(cookie, await formWith(cookie, changed)))).toBe(303);
	const { departments } = await newTicketLoader(deskArgs({ address: "/dashboard/support/new" }) as never);
	expect(departments).toContainEqual({ name: "billing", about: "Bills", email: brand.emails.billing });
	const logged = await env.DB.prepare(
		"select params from audit_log where kind = 'departments.changed' and staff_id = ?",
	)
		.bind(member.id)
		.first<string>("params");
	expect(JSON.parse(JSON.parse(logged ?? "{}").after).departments.billing.about).toBe("Bills");
});

test("of two people who change the settings the second is told and loses nothing", async () => {
	const { cookie } = await aSignedInMember(["manager"]);
	const second = await formWith(cookie, { "about-sales": "Second" });
	expect(statusOf(await save(cookie, await formWith(cookie, { "about-sales": "First" })))).toBe(303);
	const answer = await save(cookie, second);
	expect(statusOf(answer)).toBe(409);
	expect(answer).toMatchObject({
		data: { failure: { code: "changed_meanwhile" }, values: { "about-sales": ["Second"] } },
	});
	const { settings } = await loader(deskArgs({ cookie, address }) as never);
	expect(settings.departments.find(({ id }) => id === "sales")?.about.value).toBe("First");
});

test.each([
	[{ "from-sales-1": "18:00", "to-sales-1": "08:00" }, "to-sales-1"],
	[{ "to-sales-1": "" }, "to-sales-1"],
	[{ "from-sales-1": "8 am" }, "from-sales-1"],
	[{ "first-technical": "0" }, "first-technical"],
	[{ "next-technical": "soon" }, "next-technical"],
	[{ "about-billing": "" }, "about-billing"],
	[{ holidays: "25 December" }, "holidays"],
	[{ holidays: "2026-02-30 No day" }, "holidays"],
])("%o is refused at its field", async (changed, field) => {
	const { cookie } = await aSignedInMember(["manager"]);
	const answer = await save(cookie, await formWith(cookie, changed as unknown as Record<string, string>));
	expect(statusOf(answer)).toBe(400);
	expect(answer).toMatchObject({ data: { failure: { fields: { [field]: expect.any(String) } } } });
});

test("a department without any hours is refused, and the usual settings are what the code says", async () => {
	const { cookie } = await aSignedInMember(["manager"]);
	const form = await formWith(cookie);
	const asForm = (fields: Record<string, string>) => {
		const made = new FormData();
		for (const [name, value] of Object.entries(fields)) made.set(name, value);
		return made;
	};
	expect(readSupportSettings(asForm(form))).toEqual({ ok: true, value: usualSettings });
	const closed = Object.fromEntries(
		Object.entries(form).map(([name, value]) => [name, /^(from|to)-sales/.test(name) ? "" : value]),
	);
	expect(readSupportSettings(asForm(closed))).toMatchObject({
		ok: false,
		error: { fields: { "from-sales-1": expect.any(String) } },
	});
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { createTaskPosition } from "~/db/task-position.server";
import { reportCsv, reportPages, reportView } from "~/features/reports/report-pages";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { waitForCustomerMs } from "~/features/tickets/tickets.server";
import type { DeskTicketForm } from "~/features/tickets/tickets-desk.schema";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember, aStaffSession } from "../support/staff";
import { costlyStatements } from "../support/statement-plans";

const today = kenyanDate(Date.now());
const noon = kenyanTime(today, 12);
const always = { idleExpiresAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };

/** The shop at a time. */
const at = (now: number) => testServices({ clock: () => now });

async function aTicket(department: string, now: number) {
	const customer = await aCustomer();
	const sender = { owner: { userId: customer.id }, customer };
	const input = { key: crypto.randomUUID(), department, subject: "Site is down", body: "Help." };
	const opened = await at(now).tickets.open(sender, newTicketSchema.parse(input));
	if (!opened.ok) throw new Error(opened.error.message);
	return { id: opened.value.id, sender };
}

test("the report has the average times until the first and the last answer, by department and day", async () => {
	const { member } = await aSignedInMember(["owner"]);
	const { session } = await aStaffSession(member, always);
	const send = async (id: string, now: number, form: Partial<DeskTicketForm>) => {
		const version = Number(await env.DB.prepare("select version from tickets where id = ?").bind(id).first("version"));
		const sent = { version, key: crypto.randomUUID(), ...form } as DeskTicketForm;
		expect(await at(now).ticketsDesk.change({ session, member }, id, sent)).toMatchObject({ ok: true });
	};
	const answer = (id: string, now: number, next: "waiting" | "closed") =>
		send(id, now, { intent: "answer", body: "Done.", next });
	const [fast, slow, bill, open, silent] = [
		await aTicket("technical", noon),
		await aTicket("technical", noon),
		await aTicket("billing", noon),
		await aTicket("sales", noon),
		await aTicket("sales", noon),
	];
	await answer(fast.id, noon + 10 * MINUTE, "closed");
	await answer(slow.id, noon + 30 * MINUTE, "waiting");
	await answer(slow.id, noon + 2 * HOUR, "closed");
	// Answered, then closed because its sender did not write for two weeks.
	await answer(bill.id, noon + HOUR, "waiting");
	// Closed without an answer, and closed but opened again on the same day.
	await send(silent.id, noon, { intent: "status", status: "closed" });
	await answer(open.id, noon + HOUR, "closed");
	await send(open.id, noon + 2 * HOUR, { intent: "status", status: "open" });

	const closing = noon + waitForCustomerMs + 2 * HOUR;
	await at(closing).tickets.closeAnswered();
	const position = createTaskPosition(createDatabase(env.DB), "daily figures");
	await createDatabase(env.DB).commit(position.save(kenyanDate(noon - DAY), noon), noon);
	const { reports } = at(closing + DAY);
	while ((await reports.addUp()) > 0);

	const last = kenyanDate(closing);
	const query = { from: today, to: last, currency: "USD" } as const;
	const read = await reportPages.tickets.read(reports, session, query);
	expect(reportCsv("tickets", read, 1)?.rows).toEqual([
		[last, "Billing", 0, "", 1, 60],
		[today, "Technical", 2, 20, 2, 65],
		[today, "Sales", 1, 60, 0, ""],
		[today, "Billing", 1, 60, 0, ""],
	]);
	const shown = reportView("tickets", read);
	expect(shown.filters?.currency).toBeNull();
	// The tickets of a day together: 20 minutes twice, and an hour twice.
	const bars = shown.charts[0]?.periods.filter(({ amount }) => amount > 0);
	expect(bars?.map(({ text }) => text)).toEqual(["40 min"]);
	expect(shown.facts[0]).toEqual({ term: "Technical: first answer", text: "20 min", note: "2 tickets" });
	expect(shown.tables[0]?.rows[1]?.cells.at(-1)).toBe("1 h 5 min");
	const { session: support } = await aSignedInMember(["support"]);
	const hidden = await reportPages.tickets.read(reports, support, query);
	expect(hidden.tables[0]?.rows).toEqual([]);
	expect(await costlyStatements()).toEqual([]);
});

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { dailyFigures, invoices } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";
import { createServices } from "~/services.server";
import { testServices } from "../support/factories";
import { quietServices, registration } from "../support/orders";
import { aPaidInvoice, invoiceOf } from "../support/refunds";
import { writeRows } from "../support/rows";
import { metered } from "../support/rows-read";
import { aSignedInMember } from "../support/staff";
import { costlyStatements } from "../support/statement-plans";

const db = createDatabase(env.DB);
const today = kenyanTime(kenyanDate(Date.now()), 0);

/** Only the invoices of a test have been paid before today. */
beforeEach(async () => {
	await env.DB.exec("delete from daily_figures");
	await env.DB.exec("delete from task_positions");
	await env.DB.prepare("update invoices set paid_at = ? where paid_at < ?").bind(today, today).run();
});

const figures = () => db.read(db.orm.select().from(dailyFigures).orderBy(dailyFigures.figure, dailyFigures.day));

async function aDomainPaidAt(paidAt: number) {
	const { invoiceId } = await aPaidInvoice(quietServices(), { items: [registration()] });
	await writeRows(db, [db.orm.update(invoices).set({ paidAt }).where(eq(invoices.id, invoiceId))]);
	return await invoiceOf(invoiceId);
}

/** Copies a paid invoice with its order, line, payment and ledger entry. */
async function copyInvoice(id: string, { copies, from, everyMs }: { copies: number; from: number; everyMs: number }) {
	const key = `${from}:`;
	const copyId = `'${key}' || n || ':' ||`;
	const at = `${from} + n * ${everyMs}`;
	const tables = {
		orders: {
			of: "id = (select order_id from invoices where id = ?)",
			id: "id",
			others: { idempotency_key: "idempotency_key", created_at: null },
		},
		order_lines: {
			of: "order_id = (select order_id from invoices where id = ?)",
			id: "id",
			others: { order_id: "order_id" },
		},
		invoices: { of: "id = ?", id: "id", others: { number: "number", order_id: "order_id", paid_at: null } },
		payments: {
			of: "invoice_id = ?",
			id: "id",
			others: {
				invoice_id: "invoice_id",
				provider_ref: "provider_ref",
				callback_token: "callback_token",
				receipt: "receipt",
			},
		},
		ledger_entries: {
			of: "invoice_id = ? and kind = 'payment'",
			id: "id",
			others: { invoice_id: "invoice_id", payment_id: "payment_id", receipt: "receipt" },
		},
	};
	for (const [table, { of, others }] of Object.entries(tables)) {
		const { results } = await env.DB.prepare(`pragma table_info(${table})`).all<{ name: string }>();
		const own: Record<string, string | null> = { id: "id", ...others };
		const values = results.map(({ name }) =>
			name in own ? (own[name] === null ? at : `${copyId} ${own[name]}`) : name,
		);
		await env.DB.prepare(
			`with recursive series(n) as (select 0 union all select n + 1 from series where n < ${copies - 1})
				insert into ${table} (${results.map(({ name }) => name).join(", ")})
				select ${values.join(", ")} from series, ${table} where ${of}`,
		)
			.bind(id)
			.run();
	}
}

/** Runs the task once. Rows that D1 read: `read` in all, `most` in one batch. */
async function run(): Promise<{ added: number; read: number; most: number }> {
	const { d1, rowsRead, mostRowsAtOnce } = metered();
	const noon = () => today + DAY / 2;
	const added = await createServices({ ...env, DB: d1 }, () => {}, { clock: noon }).reports.addUp();
	return { added, read: rowsRead(), most: mostRowsAtOnce() };
}

test("two years are added up in one run, also days without sales", async () => {
	const paid = [
		await aDomainPaidAt(today - 700 * DAY),
		// A minute before and after midnight in Kenya, so on two days.
		await aDomainPaidAt(today - 300 * DAY - 60_000),
		await aDomainPaidAt(today - 300 * DAY + 60_000),
	];
	// Both kinds of figures.
	expect((await run()).added).toBe(2 * 700);
	expect((await run()).added).toBe(0);
	const rows = await figures();
	for (const { paidAt, total, tax, subtotal } of paid) {
		const sums = rows
			.filter(({ day }) => day === kenyanDate(paidAt ?? 0))
			.map(({ figure, key, count, amount }) => `${figure} ${key} ${count} ${amount}`);
		expect(sums.toSorted()).toEqual([
			`checkout_paid  1 ${total}`,
			`invoices  1 ${total}`,
			`method mpesa 1 ${total}`,
			`product registration co.ke 1 ${subtotal}`,
			`tax  1 ${tax}`,
			`tax_due 800 0 ${tax}`,
			`taxable 800 1 ${subtotal}`,
		]);
	}
});

test("a run adds up the days of 5,000 invoices, with less than 20 rows for each", async () => {
	const { id, total } = await aDomainPaidAt(today - 12 * DAY);
	await copyInvoice(id, { copies: 11_999, from: today - 12 * DAY + DAY / 1_000, everyMs: DAY / 1_000 });
	const runs = [await run(), await run(), await run(), await run(), await run(), await run()];
	// The figures that came later begin when the others are complete.
	expect(runs.map(({ added }) => added)).toEqual([5, 5, 2 + 3, 5, 4, 0]);
	expect(Math.max(...runs.map(({ read }) => read))).toBeLessThan(5_000 * 20);
	// A commit holds the database for one of these days only.
	expect(Math.max(...runs.map(({ most }) => most))).toBeLessThan(1_000 * 20);
	expect(runs[5]?.read).toBeLessThan(5);
	const days = (await figures()).filter(({ figure }) => figure === "invoices");
	expect(days.map(({ count, amount }) => [count, amount])).toEqual(Array(12).fill([1_000, 1_000 * total]));
	expect(await costlyStatements()).toEqual([]);
});

test("a day with more invoices than one run takes is added up alone", async () => {
	await aDomainPaidAt(today - 50 * DAY);
	const { id } = await aDomainPaidAt(today - 40 * DAY);
	await copyInvoice(id, { copies: 5_200, from: today - 40 * DAY + 1, everyMs: 1 });
	const runs = [await run(), await run(), await run(), await run(), await run()];
	expect(runs.map(({ added }) => added)).toEqual([10 + 10, 1, 39 + 1, 39, 0]);
	const day = (await figures()).find(
		({ figure, day }) => figure === "invoices" && day === kenyanDate(today - 40 * DAY),
	);
	expect(day?.count).toBe(5_201);
});

test("a damaged row is left out and reported to staff, and its day and the days after it are added up", async () => {
	const damaged = await aDomainPaidAt(today - 3 * DAY);
	const sound = await aDomainPaidAt(today - 3 * DAY);
	const later = await aDomainPaidAt(today - 2 * DAY);
	await env.DB.prepare("update order_lines set details = '{' where order_id = ?").bind(damaged.orderId).run();
	const write = env.DB.prepare(
		`insert into audit_log (id, at, staff_name, kind, subject_type, subject_id, params, request_id, place)
			values (?, ?, 'Neema', 'invoice.written_off', 'invoice', 'inv_x', ?, '', '')`,
	);
	await env.DB.batch([
		write.bind("aud_whole", today - 3 * DAY, '{"money":{"amount":500,"currency":"KES"}}'),
		write.bind("aud_text", today - 3 * DAY, "{"),
		write.bind("aud_euro", today - 3 * DAY, '{"money":{"amount":500,"currency":"EUR"}}'),
	]);

	expect((await run()).added).toBe(2 * 3);
	const day = kenyanDate(today - 3 * DAY);
	const of = async (figure: string) => (await figures()).filter((row) => row.figure === figure);
	expect(await of("product")).toEqual([
		expect.objectContaining({ day, count: 1, amount: sound.subtotal }),
		expect.objectContaining({ day: kenyanDate(today - 2 * DAY), count: 1, amount: later.subtotal }),
	]);
	expect((await of("invoices"))[0]).toMatchObject({ day, count: 2, amount: damaged.total + sound.total });
	expect(await of("written_off")).toEqual([expect.objectContaining({ day, count: 1, amount: 500 })]);
	const { session } = await aSignedInMember(["read-only"]);
	const { problems } = testServices();
	const { items } = await problems.queue(session, { part: "work", state: "waiting" });
	expect(items.map(({ kind, subject }) => [kind, subject])).toEqual([["figures", day]]);
	expect(items[0]?.answer?.split("; ").toSorted()).toEqual([
		"audit_log aud_euro: params has no money.currency",
		"audit_log aud_text: params is not JSON",
		expect.stringMatching(/^order_lines \w+: details is not JSON$/),
	]);

	// The position can be set back, which adds a day up again.
	const before = await figures();
	await env.DB.prepare("update task_positions set position = ? where task = 'daily figures'")
		.bind(kenyanDate(today - 4 * DAY))
		.run();
	expect((await run()).added).toBe(3);
	expect(await figures()).toEqual(before);
});

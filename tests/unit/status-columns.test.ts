import { getTableColumns, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "~/db/schema";
import { nameOf, readModules } from "../support/module-graph";
import { statusWrites } from "../support/status-writes";

/**
 * The folder whose repos may write the status of each table's rows, new rows included. Others compose the changes that
 * it exports. Every feature emits events, so `Change` itself writes the outbox.
 */
const owners: Readonly<Record<string, string>> = {
	bulkRows: "app/features/bulk-actions/",
	domainPushes: "app/features/domains/",
	domains: "app/features/domains/",
	fiscalDocuments: "app/features/fiscal/",
	hostingPlans: "app/features/hosting/",
	invoices: "app/features/invoices/",
	jobFiles: "app/features/orders/",
	jobs: "app/features/orders/",
	orders: "app/features/orders/",
	outbox: "app/db/change.server|app/features/outbox/",
	payments: "app/features/payments/",
	projectFiles: "app/features/projects/",
	projects: "app/features/projects/",
	proposals: "app/features/proposals/",
	refunds: "app/features/refunds/",
	sandboxOperations: "app/platform/registrar/",
	sandboxPayments: "app/platform/payment/sandbox/",
	sandboxRefunds: "app/platform/payment/sandbox/",
	sandboxRegistry: "app/platform/registrar/",
	staff: "app/features/staff/",
	stockReservations: "app/features/stock/",
	ticketFiles: "app/features/tickets/",
	tickets: "app/features/tickets/",
	users: "app/features/accounts/",
	zoneMoves: "app/features/dns/",
};
/** Modules that can write to the database (see layout.test.ts). */
const repos = readModules().filter(({ file }) => /\.repo\.server\.ts$|^app\/db\//.test(file));

test("every table with a status has an owner", () => {
	const tables = Object.entries(schema).flatMap(([name, table]) => {
		if (!is(table, SQLiteTable)) return [];
		const columns = Object.keys(getTableColumns(table));
		return columns.includes("state") || columns.includes("status") ? [name] : [];
	});
	expect(tables.toSorted()).toEqual(Object.keys(owners));
});

test.each(Object.entries(owners))("only the owning feature writes the status of %s", (table, owner) => {
	const writers = repos.filter(({ source }) => statusWrites(source, table).length > 0).map(nameOf);
	expect(writers.length, "nothing writes it: is the table's name right?").toBeGreaterThan(0);
	const allowed = owner.split("|");
	expect(writers.filter((name) => !allowed.some((start) => name.startsWith(start)))).toEqual([]);
});

test.each([
	['orm.update(orders).set({ state: "paid" }).where(x)', ["state"]],
	['db.orm\n.update(orders)\n.set({ paidAt: now, status: "paid" })', ["status"]],
	["orm.update(orders).set({ ...values, paidAt: now })", ["...values"]],
	["orm.update(orders).set(values)", ["values"]],
	['orm.insert(orders).values(row).onConflictDoUpdate({ target: x, set: { state: "paid" } })', ["state", "row"]],
	["orm.insert(orders).values(row).onConflictDoUpdate({ target: x, set: { paidAt: now } })", ["row"]],
	['orm.insert(orders).values({ state: "pending_payment" })', ["state"]],
	["insertSelect(db, orders, row, rest)", ["row"]],
	[`sql\`update \${orders} set state = 'paid'\``, [`update \${orders}`]],
	["orm.update(orders).set({ paidAt: now, contact })", []],
	['orm.update(invoices).set({ state: "paid" })', []],
	[`sql\`select 1 from \${orders}\``, []],
])("the check finds a statement that writes a status: %s", (source, found) => {
	expect(statusWrites(`const change = ${source};`, "orders")).toEqual(found);
});

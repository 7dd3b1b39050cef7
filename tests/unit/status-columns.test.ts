import { expect, test } from "vitest";
import { nameOf, readModules } from "../support/module-graph";
import { statusWrites } from "../support/status-writes";

/** The feature that may change the status of each table's rows. Others compose the changes that it exports. */
const owners = { invoices: "invoices", jobs: "orders", orders: "orders", payments: "payments" } as const;
/** Who can write to the database at all: see the layout test. */
const repos = readModules().filter(({ file }) => /\.repo\.server\.ts$|^app\/db\//.test(file));
const tables = Object.keys(owners) as (keyof typeof owners)[];

test.each(tables)("only its own feature changes the status of %s", (table) => {
	const writers = repos.filter(({ source }) => statusWrites(source, table).length > 0).map(nameOf);
	expect(writers.length, "nothing writes it: is the table's name right?").toBeGreaterThan(0);
	expect(writers.filter((name) => !name.startsWith(`app/features/${owners[table]}/`))).toEqual([]);
});

test.each([
	['orm.update(orders).set({ state: "paid" }).where(x)', ["state"]],
	['db.orm\n.update(orders)\n.set({ paidAt: now, status: "paid" })', ["status"]],
	["orm.update(orders).set({ ...values, paidAt: now })", ["...values"]],
	["orm.update(orders).set(values)", ["values"]],
	['orm.insert(orders).values(row).onConflictDoUpdate({ target: x, set: { state: "paid" } })', ["state"]],
	["orm.update(orders).set({ paidAt: now, contact })", []],
	['orm.update(invoices).set({ state: "paid" })', []],
	['orm.insert(orders).values({ state: "pending_payment" })', []],
])("finds what a statement may write to a status: %s", (source, found) => {
	expect(statusWrites(`const change = ${source};`, "orders")).toEqual(found);
});

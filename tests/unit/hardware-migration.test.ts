import { expect, test } from "vitest";
import { migrate, migrations, openMigrated } from "../support/migrations";

const at = migrations.findIndex(({ tag }) => tag.endsWith("_hardware_stock"));

test("hardware of earlier orders that is not sent yet is reserved, and nothing else is", () => {
	const database = openMigrated(migrations.slice(0, at));
	database.exec("pragma foreign_keys = off");
	const order = database.prepare(
		`insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total,
			contact, created_at) values (?1, 'usr_a', ?1, '', ?2, 'KES', 0, 0, 0, 0, 0, '{}', 1000)`,
	);
	const line = database.prepare(
		`insert into order_lines (id, order_id, position, product_id, kind, name, quantity, unit_amount, amount, details)
			values (?1, ?2, ?3, 'hardware-printer-network', ?4, 'Printer', 3, 0, 0, '{}')`,
	);
	const job = database.prepare(
		`insert into jobs (id, order_id, order_line_id, user_id, kind, state, payload, next_at, created_at, updated_at)
			values (?1, ?2, ?3, 'usr_a', 'ship_hardware', ?4, '{}', 1, 1, 1)`,
	);
	for (const state of ["pending_payment", "paid", "fulfilled", "cancelled"]) {
		order.run(state, state);
		line.run(`${state} goods`, state, 0, "hardware");
		line.run(`${state} plan`, state, 1, "plan");
	}
	job.run("job_fulfilled", "fulfilled", "fulfilled goods", "done");
	line.run("paid and sent", "paid", 2, "hardware");
	job.run("job_sent", "paid", "paid and sent", "done");
	line.run("paid and packed", "paid", 3, "hardware");
	job.run("job_packed", "paid", "paid and packed", "action_required");
	migrate(database, migrations.slice(at));
	const rows = database.prepare("select * from stock_reservations order by order_line_id").all();
	expect(rows).toMatchObject([
		{ order_line_id: "paid and packed", order_id: "paid" },
		{ order_line_id: "paid goods", order_id: "paid" },
		{
			...{ order_line_id: "pending_payment goods", order_id: "pending_payment" },
			...{ product_id: "hardware-printer-network", quantity: 3, state: "reserved" },
		},
	]);
});

import { expect, test } from "vitest";
import { migrate, migrations, openMigrated } from "../support/migrations";

const at = migrations.findIndex(({ tag }) => tag.endsWith("_tickets"));

test("enquiries become tickets with everything that was entered, and only those in the queue are open", () => {
	const database = openMigrated(migrations.slice(0, at));
	const add = database.prepare(
		`insert into enquiries (id, reference, kind, name, email, topic, message, details, dedupe_key, created_at)
			values (?1, ?2, ?3, 'Neema Wanjiru', 'neema@example.com', ?4, ?5, ?6, ?1, 1000)`,
	);
	add.run("enq_aaa", "ENQ-AAAA-AAAA", "transfer", null, "Please", '{"domains":["duka.co.ke","kisumu.example"]}');
	add.run("enq_bbb", "ENQ-BBBB-BBBB", "custom-plan", null, null, '{"accounts":120,"disk":900}');
	add.run("enq_ccc", "ENQ-CCCC-CCCC", "contact", "billing", "Hello", "{}");
	database.exec(
		`insert into problems (key, kind, subject, cause_id, since, last_seen_at, count, emailed_at)
			values ('enquiry:enq_aaa', 'enquiry', 'enq_aaa', 'enq_aaa', 1, 1, 1, 1)`,
	);
	migrate(database, migrations.slice(at));
	const rows = database
		.prepare(
			`select tickets.id, number, department, status, body, problems.key from tickets
				join ticket_messages on ticket_id = tickets.id left join problems on problems.cause_id = tickets.id order by number`,
		)
		.all();
	expect(rows).toMatchObject([
		{
			...{ id: "tck_aaa", number: "ENQ-AAAA-AAAA", department: "technical", status: "open", key: "ticket:tck_aaa" },
			body: "Domains:\nduka.co.ke\nkisumu.example\n\nPlease",
		},
		{ department: "sales", status: "closed", key: null, body: "Hosting accounts: 120\nDisk space: 900 GB" },
		{ department: "billing", status: "closed", key: null, body: "Hello" },
	]);
	expect(database.prepare("select * from enquiries").all()).toEqual([]);
});

import { createHash, randomBytes } from "node:crypto";
import type { Role } from "~/features/staff/permissions";
import type { Shop } from "./shop";

/** A session of the sample owner of the desk, or of someone new with another role. Returns the cookie. */
export async function aDeskSession(shop: Shop, role: Role = "owner"): Promise<{ name: string; value: string }> {
	const value = randomBytes(32).toString("base64url");
	const hash = createHash("sha256").update(value).digest("hex");
	const now = Date.now();
	const until = now + 1_800_000;
	const database = await shop.database();
	if (role !== "owner") {
		const id = `stf_${role}`;
		await database.batch([
			database
				.prepare(
					"insert or ignore into staff (id, email, name, status, created_at, updated_at) values (?1, ?2, ?3, 'active', ?4, ?4)",
				)
				.bind(id, `${role}@example.com`, `Baraka (${role})`, now),
			database.prepare("insert or ignore into staff_roles (staff_id, role) values (?, ?)").bind(id, role),
		]);
	}
	await database
		.prepare(
			`insert into staff_sessions (id, staff_id, token_hash, user_agent, place, created_at, seen_at, idle_expires_at,
				expires_at, confirmed_at) select ?, staff_id, ?, '', 'Kenya', ?3, ?3, ?4, ?4, ?3 from staff_roles where role = ?5 limit 1`,
		)
		.bind(`ses_${value.slice(0, 12)}`, hash, now, until, role)
		.run();
	return { name: "staff", value };
}

/** A morning's work at the desk, the oldest first. */
export async function aMorning(shop: Shop): Promise<void> {
	const database = await shop.database();
	const now = Date.now();
	const at = (minutes: number) => now - minutes * 60_000;
	const problem = database.prepare(
		`insert into problems (key, kind, subject, cause_id, since, last_seen_at, due_at, count, emailed_at)
			values (?1 || ':' || ?2, ?1, ?2, ?2, ?3, ?3, ?3, 1, ?3)`,
	);
	await database.batch([
		database
			.prepare(
				`insert into tickets (id, number, name, email, phone, via, department, status, subject, tags, due_at, created_at, updated_at)
					values ('tck_morning', 'ENQ-MORN-AAAA', 'Achieng Odhiambo', 'achieng@example.com', '+254712345678',
						'form', 'sales', 'open', 'Request to move domains', '[]', ?1, ?1, ?1)`,
			)
			.bind(at(95)),
		database
			.prepare(
				`insert into ticket_messages (id, ticket_id, kind, author, body, created_at)
					values ('tkm_morning', 'tck_morning', 'customer', 'Achieng Odhiambo',
						'Can you move three domains from my old provider this week?', ?)`,
			)
			.bind(at(95)),
		problem.bind("ticket", "tck_morning", at(95)),
		database
			.prepare(
				`insert into outbox (id, kind, payload, state, attempts, next_at, last_error, created_at)
					values ('out_morning', 'mail.ticket-received', '{"ticketId":"tck_none"}', 'dead', 8, ?1, '550 mailbox unavailable', ?1)`,
			)
			.bind(at(50)),
		problem.bind("event", "out_morning", at(50)),
		problem.bind("balance", "openprovider", at(12)),
	]);
}

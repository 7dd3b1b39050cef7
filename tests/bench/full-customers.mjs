import { createHash } from "node:crypto";
import { load } from "../../scripts/database.mjs";
import { endOfDay } from "./duties.mjs";
import { openFile } from "./full-database.mjs";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/**
 * Signs every customer of a full database in, and seals the tokens of their saved cards, which copies of a seeded card
 * can't have. Writes the file directly, so no Worker may have it open.
 */
export async function signInEveryone(state, now, secrets) {
	const { createSealer } = await load("app/lib/seal.ts");
	const file = openFile(state);
	const cards = file.prepare("SELECT id, user_id, fingerprint FROM payment_cards WHERE id LIKE 'crd_full%'").all();
	const { token } = file.prepare("SELECT token FROM sandbox_cards WHERE bank = 'approves'").get();
	const sealer = createSealer([secrets.TOKEN_SECRET], "payment-cards");
	const sealed = await Promise.all(cards.map((card) => sealer.seal(token, `${card.user_id}:${card.fingerprint}`)));

	file.exec("BEGIN");
	const setToken = file.prepare("UPDATE payment_cards SET token = ? WHERE id = ?");
	for (const [index, { id }] of cards.entries()) setToken.run(sealed[index], id);
	const insert = file.prepare(
		`INSERT INTO sessions (id, user_id, token_hash, remembered, user_agent, place, created_at, seen_at, idle_expires_at,
			expires_at) VALUES (?, ?, ?, 1, '', '', ?, ?, ?, ?)`,
	);
	const until = now + 365 * DAY;
	for (const { id } of file.prepare("SELECT id FROM users WHERE id LIKE 'usr_full%'").all()) {
		insert.run(`ses_${id}`, id, createHash("sha256").update(tokenOf(id)).digest("hex"), now, now, until, until);
	}
	file.exec("COMMIT");
	file.close();
}

/** A function that returns the stage of a domain's reminder that is due at a time (ms), or null. */
export async function domainReminder() {
	const { domainReminderDays, reminderDue } = await load("app/features/renewals/reminder-days.ts");
	return (domain, time) => reminderDue(domainReminderDays(domain), domain.expiresAt, time);
}

/** Records the expiry reminders of the day before `now`, at 02:23 UTC. Without them, the first day sends two days' reminders. */
export async function remindBefore(state, now) {
	const reminderDue = await domainReminder();
	const file = openFile(state);
	const near = file
		.prepare(
			"SELECT id, user_id, tld, auto_renew, expires_at FROM domains WHERE status IN ('active', 'expired') AND expires_at < ?",
		)
		.all(now + 60 * DAY);
	const insert = file.prepare(
		`INSERT INTO reminders (user_id, day, kind, subject_id, stage, created_at)
			VALUES (?1, date(?4 / 1000, 'unixepoch', '+3 hours'), 'domain', ?2, ?3, ?4)`,
	);
	const at = now - DAY + 143 * MINUTE;
	file.exec("BEGIN");
	for (const { id, user_id: userId, tld, auto_renew: autoRenew, expires_at: expiresAt } of near) {
		const stage = reminderDue({ tld, autoRenew: autoRenew === 1, expiresAt }, endOfDay(at));
		if (stage !== null) insert.run(userId, id, stage, at);
	}
	file.exec("COMMIT");
	file.close();
}

export const cookieOf = (userId) => `session=${tokenOf(userId)}`;

const tokenOf = (userId) => userId.padEnd(43, "x");

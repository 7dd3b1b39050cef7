import { createHash } from "node:crypto";
import { load } from "../../scripts/database.mjs";
import { openFile } from "./full-database.mjs";

const DAY = 86_400_000;

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

export const cookieOf = (userId) => `session=${tokenOf(userId)}`;

const tokenOf = (userId) => userId.padEnd(43, "x");

import { createHash } from "node:crypto";
import type { Shop } from "./shop";

export async function customerIdOf(shop: Shop, email: string): Promise<string> {
	const database = await shop.database();
	const row = await database.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<{ id: string }>();
	if (!row) throw new Error(`No account has the address ${email}`);
	return row.id;
}

/**
 * Starts a session, confirmed by default so that sensitive changes are allowed.
 * @returns the cookie's value
 */
export async function aSignIn(shop: Shop, userId: string, token: string, { confirmed = true } = {}): Promise<string> {
	const now = Date.now();
	const cookie = token.padEnd(43, "x");
	const hash = createHash("sha256").update(cookie).digest("hex");
	const until = now + 3_600_000;
	// The sign-in itself does not count for every change.
	const startedAt = now - 60_000;
	const database = await shop.database();
	await database
		.prepare(
			"INSERT INTO sessions (id, user_id, token_hash, remembered, user_agent, place, created_at, seen_at, idle_expires_at, expires_at, confirmed_at) VALUES (?, ?, ?, 0, '', '', ?, ?, ?, ?, ?)",
		)
		.bind(`ses_${token}`, userId, hash, startedAt, now, until, until, confirmed ? now : null)
		.run();
	return cookie;
}

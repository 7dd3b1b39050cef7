import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { promoCodes } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { writeRows } from "./rows";

type Promo = typeof promoCodes.$inferInsert;

/** A promo code in D1: 10 % off, valid now, without limits by default. */
export async function aPromo(fields: Partial<Promo> & { code: string }): Promise<Promo> {
	const db = createDatabase(env.DB);
	const now = Date.now();
	const percent = fields.amount === undefined ? { percentBasisPoints: 1_000 } : {};
	const promo: Promo = { startsAt: now - DAY, endsAt: now + DAY, ...percent, ...fields };
	await writeRows(db, [db.orm.insert(promoCodes).values(promo)]);
	return promo;
}

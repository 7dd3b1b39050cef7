import type { Currency } from "~/lib/money";
import type { Result } from "~/lib/result";
import type { Database } from "../../db/client.server";
import type { Clock } from "../../platform/clock";
import { judgePromo, normalisePromo, type PromoRefusal } from "./promo";
import { findPromo, type Redemption, redeemStatements, releaseStatements } from "./promo.repo.server";
import type { PromoTerms } from "./totals";

export type Promos = ReturnType<typeof createPromos>;

/** What codes are worth, and who has used them. */
export function createPromos({ db, clock }: { db: Database; clock: Clock }) {
	return {
		/** What a typed code is worth now, to this customer if there is one. One read. */
		async find(
			typed: string,
			{ currency, userId }: { currency: Currency; userId: string | null },
		): Promise<Result<PromoTerms, PromoRefusal>> {
			const code = normalisePromo(typed);
			return judgePromo(code, await findPromo(db, code, userId), { now: clock(), currency });
		},

		/** For the batch that places an order; see there. */
		redeem: (redemption: Redemption) => redeemStatements(db, redemption),

		/** For the batch that cancels an unpaid order. */
		release: (orderId: string) => releaseStatements(db, orderId),
	};
}

import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import type { Currency } from "~/lib/money";
import type { Result } from "~/lib/result";
import { checkPromo, normalisePromo, type PromoRefusal } from "./promo";
import { findPromo, type Redemption, redeem, release } from "./promo.repo.server";
import type { PromoTerms } from "./totals";

export type Promos = ReturnType<typeof createPromos>;

export function createPromos({ db, clock }: { db: Database; clock: Clock }) {
	return {
		/** The terms of a code, or why it can't be used now. Checks the customer's limit if `owner` is set. One read. */
		async find(
			typed: string,
			{ currency, owner }: { currency: Currency; owner: Owner | null },
		): Promise<Result<PromoTerms, PromoRefusal>> {
			const code = normalisePromo(typed);
			const now = clock();
			return checkPromo(code, await findPromo(db, code, owner, now), { now, currency });
		},

		/** For the change that places an order. */
		redeem: (redemption: Redemption) => redeem(db, redemption),

		/** For the change that cancels an unpaid order. */
		release: (orderId: string) => release(db, orderId),
	};
}

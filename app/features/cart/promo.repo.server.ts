import { and, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { promoCodes, promoRedemptions } from "~/db/schema";
import type { PromoCode } from "./promo";

const countUses = (code: string, owner: Owner, now: number) =>
	sql<number>`(select count(*) from ${promoRedemptions} where ${promoRedemptions.code} = ${code} and ${ownedBy(promoRedemptions.userId, owner, now)})`;

/** The code with how often it was used. If `owner` is null, `customerUses` is 0. */
export async function findPromo(
	db: Database,
	code: string,
	owner: Owner | null,
	now: number,
): Promise<PromoCode | undefined> {
	const customerUses = owner === null ? sql<number>`0` : countUses(code, owner, now);
	// Named, since a batch returns rows by column name and would sort a column called "0" first.
	const columns = { ...promoColumns, customerUses: customerUses.as("customer_uses") };
	const [row] = await db.read(db.orm.select(columns).from(promoCodes).where(eq(promoCodes.code, code)));
	return row;
}

const { code, percentBasisPoints, amount, currency, startsAt, endsAt, maxUses, maxUsesPerCustomer, uses } = promoCodes;
const promoColumns = {
	code,
	percentBasisPoints,
	amount,
	currency,
	startsAt,
	endsAt,
	maxUses,
	maxUsesPerCustomer,
	uses,
};

export interface Redemption {
	readonly code: string;
	readonly orderId: string;
	readonly userId: string;
	/** Epoch milliseconds. */
	readonly now: number;
}

/**
 * Redeems the code, for the change that places the order. Goes after the order's own row. Stale if the code has
 * expired or is used up, even when many orders arrive at the same time.
 */
export function redeem({ orm }: Database, { code, orderId, userId, now }: Redemption): Change {
	const usable = and(
		eq(promoCodes.code, code),
		lte(promoCodes.startsAt, now),
		gt(promoCodes.endsAt, now),
		or(isNull(promoCodes.maxUses), lt(promoCodes.uses, promoCodes.maxUses)),
		or(isNull(promoCodes.maxUsesPerCustomer), lt(countUses(code, { userId }, now), promoCodes.maxUsesPerCustomer)),
	);
	return change(
		guarded(
			orm
				.update(promoCodes)
				.set({ uses: sql`${promoCodes.uses} + 1` })
				.where(usable),
		),
		write(orm.insert(promoRedemptions).values({ code, orderId, userId, createdAt: now })),
	);
}

/** Deletes the redemption of an unpaid order. Changes nothing if the order has no code. */
export function release({ orm }: Database, orderId: string): Change {
	const code = sql`(select ${promoRedemptions.code} from ${promoRedemptions} where ${promoRedemptions.orderId} = ${orderId})`;
	return write(
		orm
			.update(promoCodes)
			.set({ uses: sql`${promoCodes.uses} - 1` })
			.where(and(eq(promoCodes.code, code), gt(promoCodes.uses, 0))),
		orm.delete(promoRedemptions).where(eq(promoRedemptions.orderId, orderId)),
	);
}

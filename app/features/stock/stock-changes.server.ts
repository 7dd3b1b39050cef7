import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createStockRepo, type Reservations, stockVersion } from "./stock.repo.server";

interface OrderedLine {
	readonly id: string;
	readonly orderId: string;
	readonly productId: string;
	readonly kind: string;
	readonly quantity: number;
}

/** Tells staff and the public pages if a product has sold out, run low or come back. Goes after what changes the stock. */
export const stockChanged = (db: Database, now: number): Change =>
	change(createStockRepo(db).reportLow(now), emit({ kind: "stock.publish", payload: {}, once: stockVersion }));

/** Reserves the hardware of a new order. Goes after its lines. Stale if there are too few pieces of a product. */
export function stockReserved(db: Database, lines: readonly OrderedLine[], now: number): Change | null {
	const goods = lines.filter(({ kind }) => kind === "hardware");
	if (goods.length === 0) return null;
	return change(...goods.map(createStockRepo(db).reserve), stockChanged(db, now));
}

/** Makes what orders have reserved free again, once. For unpaid orders of a customer, goes before they are cancelled. */
export const stockReturned = (db: Database, which: Reservations, now: number): Change =>
	change(createStockRepo(db).giveBack(which), stockChanged(db, now));

/** The goods of a line have left. */
export const stockSent = (db: Database, orderLineId: string): Change => createStockRepo(db).send(orderLineId);

/** Forgets the pieces of products that will not be sold, which no order can have. */
export const stockForgotten = (db: Database, productIds: readonly string[], now: number): Change | null =>
	productIds.length === 0 ? null : change(createStockRepo(db).forget(productIds, now), stockChanged(db, now));

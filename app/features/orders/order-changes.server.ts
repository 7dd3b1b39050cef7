import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { stockReturned } from "~/features/stock/stock-changes.server";
import { createOrdersRepo } from "./orders.repo.server";

/** Cancels all unpaid orders of a customer, and releases their hardware. Does not change their invoices. */
export const cancelOrders = (db: Database, userId: string, now: number): Change =>
	change(stockReturned(db, { unpaidOf: userId }, now), createOrdersRepo(db).cancelAll(userId, now));

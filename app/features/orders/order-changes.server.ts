import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createOrdersRepo } from "./orders.repo.server";

/** Cancels all unpaid orders of a customer. Does not change their invoices. */
export const cancelOrders = (db: Database, userId: string, now: number): Change =>
	createOrdersRepo(db).cancelAll(userId, now);

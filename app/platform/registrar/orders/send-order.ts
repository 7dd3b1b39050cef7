import type { Clock } from "~/lib/clock";
import type { Op } from "../registrar";
import type { RegistrarOrdersRepo, StoredOrder } from "../registrar-orders.repo.server";
import { Refused, Stopped } from "./call-gate";

export interface OrderTools {
	readonly repo: RegistrarOrdersRepo;
	readonly clock: Clock;
}

/**
 * Sends an order and records what happened to it. Returns its refusal, or undefined if it was accepted.
 * @throws if the result is unknown
 */
export async function sendOrder(
	{ repo, clock }: OrderTools,
	row: StoredOrder,
	send: () => Promise<unknown>,
	ofRefusal: (refused: Refused) => Op | Promise<Op>,
): Promise<Op | undefined> {
	await repo.markSent(row, clock());
	try {
		await send();
	} catch (error) {
		if (error instanceof Refused) return ofRefusal(error);
		if (error instanceof Stopped) await repo.recordSent(row, "unsent", clock());
		throw error;
	}
	await repo.recordSent(row, "accepted", clock());
	return undefined;
}

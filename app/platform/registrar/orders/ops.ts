import type { Op, RefusalCode } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";

/** The registrar has not got the order yet. */
export const unsent = (ref: string): Op => ({ ref, state: "pending" });

/** The registrar works on the order. Staff look at it if that takes too long. */
export const pending = (
	{ opId, sentAt, createdAt }: Pick<StoredOrder, "opId" | "sentAt" | "createdAt">,
	more: Pick<Op, "action" | "longestMs"> = {},
): Op => ({ ref: opId, state: "pending", since: sentAt ?? createdAt, ...more });

export const byHand = (ref: string, action: string): Op => ({ ref, state: "action_required", action });

export const failed = (ref: string, code: RefusalCode, message: string): Op => ({
	...{ ref, state: "failed" },
	error: { code, message, retryable: false },
});

/** A name that can't be renewed, because its registry has deleted it. */
export const deleted = (ref: string, name: string): Op => ({
	...{ ref, state: "failed" },
	error: { code: "2304", message: `${name} is in redemption and has to be restored.`, retryable: false, deleted: true },
});

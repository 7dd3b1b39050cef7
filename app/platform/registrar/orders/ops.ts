import type { Op, RefusalCode } from "../registrar";

export const pending = (ref: string): Op => ({ ref, state: "pending" });

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

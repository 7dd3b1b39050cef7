import type { Op, RefusalCode } from "../registrar";

export const pending = (ref: string): Op => ({ ref, state: "pending" });

export const byHand = (ref: string, action: string): Op => ({ ref, state: "action_required", action });

export const failed = (ref: string, code: RefusalCode, message: string): Op => ({
	...{ ref, state: "failed" },
	error: { code, message, retryable: false },
});

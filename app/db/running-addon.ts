import { and, gt, isNull, or, type SQL } from "drizzle-orm";
import { addons } from "./schema";

/** Condition on `addons`: not ended, and not cancelled with its paid time over. */
export const isRunningAddon = (now: number): SQL | undefined =>
	and(isNull(addons.endedAt), or(isNull(addons.cancelledAt), isNull(addons.expiresAt), gt(addons.expiresAt, now)));

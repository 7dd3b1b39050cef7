import { z } from "zod";

/** "2024-09", in Kenya's time. */
export const archivedMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** `?month=`: the archived month that a list shows. Ignored if it can't be one. */
export const olderMonth = z
	.union([archivedMonth, z.literal("newest")])
	.optional()
	.catch(undefined);

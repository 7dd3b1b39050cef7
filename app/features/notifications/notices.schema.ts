import { z } from "zod";

export const noticeListSchema = z.object({ after: z.string().max(600).optional().catch(undefined) });

/** Without an id: all of them. */
export const markReadSchema = z.object({ noticeId: z.string().max(64).optional() });

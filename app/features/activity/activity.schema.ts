import { z } from "zod";

export const activityListSchema = z.object({ after: z.string().max(600).optional().catch(undefined) });

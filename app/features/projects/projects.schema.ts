import { z } from "zod";
import { projectStatuses } from "./project";

export const projectListSchema = z.object({
	status: z.enum(projectStatuses).optional().catch(undefined),
	q: z.string().trim().max(100).catch(""),
	after: z.string().max(600).optional().catch(undefined),
	open: z.string().max(64).optional().catch(undefined),
});

export type ProjectListQuery = z.infer<typeof projectListSchema>;

import { z } from "zod";
import { longestCursor } from "~/lib/page";

const filter = (longest: number) =>
	z
		.string()
		.trim()
		.max(longest)
		.transform((text) => text || undefined)
		.optional()
		.catch(undefined);

/** 2026-11-23. */
const day = z.iso.date().optional().catch(undefined);

/** The query of the list and of the export. An invalid value counts as none. */
export const auditQuerySchema = z.object({
	person: filter(64),
	kind: filter(100),
	subject: filter(100),
	from: day,
	to: day,
	after: z.string().max(longestCursor).optional().catch(undefined),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

import { z } from "zod";
import { cursorText, dayFilter, textFilter } from "~/lib/list.schema";

const filter = (most: number) =>
	textFilter(most)
		.transform((text) => text || undefined)
		.optional();

/** The query of the list and of the export. */
export const auditQuerySchema = z.object({
	person: filter(64),
	kind: filter(100),
	subject: filter(100),
	from: dayFilter,
	to: dayFilter,
	after: cursorText,
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { keyset } from "~/db/keyset";
import { auditLog } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { Cursor } from "~/lib/page";
import type { Permission } from "./permissions";
import type { StaffSession } from "./staff";

export interface AuditFilter {
	readonly person?: string | undefined;
	readonly kind?: string | undefined;
	/** The id of an invoice, a domain, a customer … */
	readonly subject?: string | undefined;
	/** From this time (ms). */
	readonly from?: number | undefined;
	/** Before this time (ms). */
	readonly before?: number | undefined;
}

/** Reads the audit log. Its rows are written by `audit` in db/change.server.ts. */
export function createAuditLogRepo(db: Database) {
	const conditions = ({ person, kind, subject, from, before }: AuditFilter): (SQL | undefined)[] => [
		person === undefined ? undefined : eq(auditLog.staffId, person),
		kind === undefined ? undefined : eq(auditLog.kind, kind),
		subject === undefined ? undefined : subjectIs(subject),
		from === undefined ? undefined : gte(auditLog.at, from),
		before === undefined ? undefined : lt(auditLog.at, before),
	];

	return {
		/** Newest first. */
		list: (
			session: StaffSession,
			permission: Permission,
			filter: AuditFilter,
			{ after, limit }: { readonly after: Cursor | null; readonly limit: number },
			now: number,
		) => {
			const page = keyset(auditLog.at, auditLog.id, "desc", after);
			return db.read(
				db.orm
					.select()
					.from(auditLog)
					.where(and(staffMay(session, permission, now), ...conditions(filter), page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},
	};
}

/** A customer's id also finds what was done to their invoices and services. */
const subjectIs = (subject: string): SQL =>
	subject.startsWith("usr_") ? sql`${auditLog.customerId} = ${subject}` : eq(auditLog.subjectId, subject);

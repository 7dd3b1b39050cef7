import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { keyset } from "~/db/keyset";
import { auditLog, creditNotes, domains, hostingPlans, invoices, users } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import { searchTerms } from "~/features/customers/search-terms";
import type { Cursor } from "~/lib/page";
import type { StaffSession } from "./staff";

export interface AuditFilter {
	readonly person?: string | undefined;
	readonly kind?: string | undefined;
	/** An id, a customer's email address, the number of an invoice or a credit note, or a domain name. */
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
			filter: AuditFilter,
			{ after, limit }: { readonly after: Cursor | null; readonly limit: number },
			now: number,
		) => {
			const page = keyset(auditLog.at, auditLog.id, "desc", after);
			return db.read(
				db.orm
					.select()
					.from(auditLog)
					.where(and(staffMay(session, "audit.view", now), ...conditions(filter), page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},
	};
}

/**
 * A customer's id or email address finds what was done to their invoices and services, too. A domain name finds every
 * registration of the name, and the hosting plans that have it.
 */
function subjectIs(text: string): SQL {
	if (text.startsWith("usr_")) return sql`${auditLog.customerId} = ${text}`;
	const { email, invoice, domain } = searchTerms(text);
	if (email !== undefined && text.includes("@")) {
		return sql`${auditLog.customerId} = (select ${users.id} from ${users} where ${users.email} = ${email})`;
	}
	if (invoice !== undefined) {
		const numbered = sql`select ${invoices.id} from ${invoices} where ${invoices.number} = ${invoice}`;
		const credited = sql`select ${creditNotes.invoiceId} from ${creditNotes} where ${creditNotes.number} = ${invoice}`;
		return sql`${auditLog.subjectId} = coalesce((${numbered}), (${credited}))`;
	}
	if (domain?.includes(".")) {
		const registered = sql`select ${domains.id} from ${domains} where ${domains.name} = ${domain}`;
		const hosted = sql`select ${hostingPlans.id} from ${hostingPlans} where ${hostingPlans.domain} = ${domain}`;
		return sql`${auditLog.subjectId} in (${registered} union all ${hosted})`;
	}
	return eq(auditLog.subjectId, text);
}

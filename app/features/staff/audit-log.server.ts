import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { kenyanTime } from "~/lib/kenyan-day";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { type AuditFilter, createAuditLogRepo } from "./audit-log.repo.server";
import type { AuditQuery } from "./audit-log.schema";
import type { StaffSession } from "./staff";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

const entriesPerPage = 50;

export interface AuditRow {
	readonly id: string;
	/** ms, UTC. */
	readonly at: number;
	readonly staffId: string | null;
	readonly staffName: string;
	readonly kind: string;
	readonly subjectType: string;
	readonly subjectId: string;
	readonly customerId: string | null;
	readonly params: Readonly<Record<string, unknown>>;
	readonly reason: string | null;
	readonly requestId: string;
	readonly place: string;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/** What staff did, for those who may see it. */
export function createAuditLog({ db, clock }: Dependencies) {
	const repo = createAuditLogRepo(db);

	return {
		async list(session: StaffSession, query: AuditQuery, size = entriesPerPage): Promise<Page<AuditRow>> {
			const range = { after: decodeCursor(query.after), limit: size + 1 };
			const rows = await repo.list(session, filterOf(query), range, clock());
			return toPage(rows, ({ at, id }) => [at, id], size);
		},
	};
}

function filterOf({ person, kind, subject, from, to }: AuditQuery): AuditFilter {
	return {
		person,
		kind,
		subject,
		from: from === undefined ? undefined : kenyanTime(from, 0),
		before: to === undefined ? undefined : kenyanTime(to, 24),
	};
}

import { audit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { kenyanTime } from "~/lib/kenyan-day";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { type AuditFilter, createAuditLogRepo } from "./audit-log.repo.server";
import type { AuditQuery } from "./audit-log.schema";
import type { StaffSession } from "./staff";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

const entriesPerPage = 50;

/** Rows of one export, so that it fits into the Worker's memory. */
export const maxExported = 5_000;

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
		async list(session: StaffSession, query: AuditQuery): Promise<Page<AuditRow>> {
			const range = { after: decodeCursor(query.after), limit: entriesPerPage + 1 };
			const rows = await repo.list(session, "audit.view", filterOf(query), range, clock());
			return toPage(rows, ({ at, id }) => [at, id], entriesPerPage);
		},

		/** The newest entries of the filter, at most `maxExported`. The export is recorded, too. */
		async export(session: StaffSession, { after: _, ...query }: AuditQuery): Promise<Result<readonly AuditRow[]>> {
			const used = Object.entries(query).filter(([, value]) => value !== undefined);
			const recorded = audit(session, "audit.export", {
				kind: "audit.exported",
				subject: { type: "audit", id: "audit" },
				params: { filters: used.map(([name, value]) => `${name} ${value}`).join(", ") },
			});
			const now = clock();
			if ((await db.commit(recorded, now)).state !== "ok") return fail("not_found", "Not allowed");
			return ok(await repo.list(session, "audit.export", filterOf(query), { after: null, limit: maxExported }, now));
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

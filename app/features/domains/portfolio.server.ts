import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { decodeCursor, toPage } from "../../lib/page";
import type { Result } from "../../lib/result";
import type { Clock } from "../../platform/clock";
import type { Activity } from "../activity/activity.server";
import { countTabs } from "./portfolio";
import { domainCursor, portfolioRepo } from "./portfolio.repo.server";
import type { DomainListQuery } from "./portfolio.schema";

export type Portfolio = ReturnType<typeof createPortfolio>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
}

/** What a customer sees of and does with their own domains. */
export function createPortfolio({ db, clock, activity }: Dependencies) {
	const repo = portfolioRepo(db);

	return {
		async list(owner: Owner, { after, ...query }: Omit<DomainListQuery, "open">) {
			const rows = await repo.list(owner, query, decodeCursor(after), clock());
			return toPage(rows, (row) => domainCursor(row, query.sort));
		},

		/** Those that expire first, of the names that contain the text. */
		first: (owner: Owner, limit: number, q = "") =>
			repo.list(owner, { tab: "all", q, sort: "expires" }, null, clock(), limit),

		/** Null for a domain that is not the owner's. */
		find: (owner: Owner, domainId: string) => repo.find(owner, domainId, clock()),

		async counts(owner: Owner) {
			return countTabs(await repo.countByStatus(owner, clock()));
		},

		/** Empty for a domain that is not the owner's. */
		dnsRecords: (owner: Owner, domainId: string) => repo.dnsRecords(owner, domainId, clock()),

		async setAutoRenew(owner: Owner, domainId: string, autoRenew: boolean): Promise<Result<null>> {
			const now = clock();
			const message = repo.sentence(`Switched auto-renew ${autoRenew ? "on" : "off"} for `, domainId);
			const change = repo.setAutoRenew(owner, domainId, autoRenew, now);
			const entry = { kind: "domain.auto_renew", message, subjectId: domainId };
			return activity.carryOut(owner, [change], entry, "This domain is not in your account.");
		},
	};
}

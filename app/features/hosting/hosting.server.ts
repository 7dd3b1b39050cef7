import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { countThisMonth } from "~/lib/dates";
import { DAY, MINUTE } from "~/lib/durations";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, ok } from "~/lib/result";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { withUsage } from "./hosting";
import { createHostingRepo } from "./hosting.repo.server";
import type { HostingListQuery } from "./hosting.schema";
import { deletePanelAccount } from "./hosting-changes.server";

export type Hosting = ReturnType<typeof createHosting>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly panel: Pick<HostingPanel, "terminate" | "usage">;
}

/** Asked hourly, so that one late run leaves nobody out. */
const usageMaxAgeMs = 50 * MINUTE;

type PlanListQuery = Pick<HostingListQuery, "tab" | "after"> & Partial<Pick<HostingListQuery, "q">>;

/** What a customer sees of and does with their own hosting plans. */
export function createHosting({ db, clock, panel }: Dependencies) {
	const repo = createHostingRepo(db);

	async function commit(owner: Owner, id: string, changed: Change, kind: "hosting.cancelled" | "hosting.kept") {
		const entry = { kind, actor: "customer", params: { plan: repo.nameExpression(id) }, owner, subjectId: id } as const;
		const { state } = await db.commit(change(changed, log(entry)), clock());
		return state === "ok" ? ok(null) : fail("not_found", "This plan can't be changed any more.");
	}

	return {
		async list(owner: Owner, { tab, q = "", after }: PlanListQuery) {
			const rows = await repo.list(owner, { type: tab, q }, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** Undefined for a plan that is not the owner's, or has ended. */
		find: (owner: Owner, id: string) => repo.find(owner, id, clock()),

		/** The first plans, of either type. */
		first: (owner: Owner, limit: number) => repo.list(owner, {}, null, clock(), limit),

		/** `renewalsThisMonth(timezone)`: how many are due in the calendar month that it is there. */
		async summary(owner: Owner) {
			const now = clock();
			const [byStatus, renewals] = await Promise.all([
				repo.countByStatus(owner, now),
				// Wide enough for the month that it is in any zone.
				repo.renewals(owner, now - 32 * DAY, now + 32 * DAY, now),
			]);
			const total = byStatus.reduce((sum, { count }) => sum + count, 0);
			const times = renewals.map(({ expiresAt }) => expiresAt);
			return {
				total,
				active: byStatus.find(({ status }) => status === "active")?.count ?? 0,
				renewalsThisMonth: (timezone: string) => countThisMonth(times, now, timezone),
			};
		},

		/** Lets a plan end with the term that is paid; `keep` takes that back until then. */
		cancel: (owner: Owner, id: string) => commit(owner, id, repo.cancel(owner, id, clock()), "hosting.cancelled"),

		keep: (owner: Owner, id: string) => commit(owner, id, repo.keep(owner, id, clock()), "hosting.kept"),

		/** Ends the cancelled plans whose term is over; running it again ends nothing more. */
		async endCancelled(): Promise<void> {
			const now = clock();
			for (const { id, userId, name } of await repo.listEnded(now, 100)) {
				const owner = { userId };
				const entry = log({ kind: "hosting.ended", actor: "system", params: { plan: name }, owner, subjectId: id });
				// Overtaken if another run was faster.
				await db.commit(change(repo.end(id, now), entry, deletePanelAccount(id, userId)), now);
			}
		},

		/** Deletes what an ended plan held at the panel. */
		async deleteAccount(id: string): Promise<Outcome> {
			const answer = await panel.terminate(id);
			if (answer.state === "succeeded") return done;
			return { state: answer.retryable ? "failed" : "refused", reason: answer.message };
		},

		/**
		 * Asks the panel how much of each running plan is used. A plan that it fails on keeps its figures and goes to the end
		 * of the line; the others wait for the next run.
		 */
		async readUsage(limit = 100): Promise<void> {
			const now = clock();
			for (const plan of await repo.listStaleUsage(now - usageMaxAgeMs, limit)) {
				const keep = () => db.commit(repo.setUsage(plan, plan.resources, now), now);
				const used = await panel.usage(plan.id).catch((error) => keep().then(() => Promise.reject(error)));
				await (used ? db.commit(repo.setUsage(plan, withUsage(plan.resources, used), now), now) : keep());
			}
		},

		search: (owner: Owner, text: string, limit: number) => repo.list(owner, { q: text }, null, clock(), limit),
	};
}

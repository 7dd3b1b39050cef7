import { z } from "zod";
import type { Database } from "~/db/client.server";
import { createTaskPosition } from "~/db/task-position.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import type { AccountUsage, HostingPanel, UsagePage } from "~/platform/hosting/hosting-panel";
import { isUsageStale, withUsage } from "./hosting";
import type { HostingStatus } from "./hosting-state";
import { createUsageRepo, type PlanUsage } from "./usage.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly panel: Pick<HostingPanel, "servers" | "usage" | "usageOfServer">;
}

export type HostingUsage = ReturnType<typeof createHostingUsage>;

/** A Worker has six connections at once. */
const serversAtOnce = 6;

/** For one page of a server. */
const pageTimeoutMs = 10 * SECOND;

/** For one plan. */
const planTimeoutMs = 8 * SECOND;

/** A server whose pages do not end would keep back the servers after it. */
const maxPages = 1_000;

/** Panels are other companies' software. A page with anything else is skipped. */
const usedSchema = z.record(z.string(), z.number().nonnegative());
const pageSchema = z.object({
	accounts: z.array(z.object({ account: z.string(), used: usedSchema })),
	more: z.boolean(),
});

/** Where a round continues: after this server, at this page of the next ones. */
interface Position {
	readonly after: string | null;
	readonly page: number;
}

const start: Position = { after: null, page: 0 };

/** Copies from the panel how much plans use. Writes only what changed. */
export function createHostingUsage({ db, clock, panel }: Dependencies) {
	const repo = createUsageRepo(db);
	const position = createTaskPosition(db, "hosting usage");

	async function save(accounts: readonly AccountUsage[]): Promise<void> {
		if (accounts.length === 0) return;
		const used = Object.fromEntries(accounts.map((account) => [account.account, account.used]));
		const changed = (await repo.listChanged(used)).map((plan) => ({
			...plan,
			resources: withUsage(plan.resources, used[plan.id] ?? {}),
		}));
		const now = clock();
		if (changed.length > 0) await db.commit(repo.save(changed, now), now);
	}

	/** Null, after a report, if the server does not answer. */
	async function readPage(server: string, page: number): Promise<UsagePage | null> {
		try {
			return pageSchema.parse(await withTimeout(panel.usageOfServer(server, page), pageTimeoutMs));
		} catch (error) {
			logger.error("usage_not_read", { host: server, page: page + 1, error });
			return null;
		}
	}

	/**
	 * Reads these servers page by page. Skips a page that fails, and the rest of a server that fails twice in a row or does
	 * not end.
	 * Returns the page at which the time was over, or null if all were read.
	 */
	async function readServers(servers: readonly string[], from: number, isOver: () => boolean): Promise<number | null> {
		let open = servers.map((server) => ({ server, failed: false }));
		for (let page = from; open.length > 0 && page < maxPages; page += 1) {
			if (isOver()) return page;
			const answers = await Promise.all(
				open.map(async ({ server, failed }) => ({ server, failed, answer: await readPage(server, page) })),
			);
			await save(answers.flatMap(({ answer }) => answer?.accounts ?? []));
			open = answers.flatMap(({ server, failed, answer }) =>
				(answer ? answer.more : !failed) ? { server, failed: !answer } : [],
			);
		}
		return null;
	}

	return {
		/** Reads the usage of all plans, by server. A run that ends early is continued by the next one. */
		async readAll(isOver = timeBudget()): Promise<void> {
			const stored = await position.read();
			let { after, page }: Position = stored === null ? start : JSON.parse(stored);
			const servers = (await panel.servers()).filter((server) => after === null || server > after).toSorted();
			for (let from = 0; from < servers.length; from += serversAtOnce) {
				const group = servers.slice(from, from + serversAtOnce);
				const stoppedAt = await readServers(group, page, isOver);
				if (stoppedAt !== null) {
					await db.commit(
						position.save(JSON.stringify({ after, page: stoppedAt } satisfies Position), clock()),
						clock(),
					);
					return;
				}
				after = group.at(-1) ?? null;
				page = 0;
			}
			if (stored !== null) await db.commit(position.clear(), clock());
		},

		/** Reads the usage of one plan if it is old. For work after the response: reports errors, never throws. */
		async refresh(plan: PlanUsage & { status: HostingStatus; usageAt: number | null }): Promise<void> {
			const now = clock();
			if (plan.status !== "active" || !isUsageStale(plan.usageAt, now)) return;
			try {
				const used = usedSchema.nullable().parse(await withTimeout(panel.usage(plan.id), planTimeoutMs));
				if (used)
					await db.commit(
						repo.save([{ id: plan.id, productId: plan.productId, resources: withUsage(plan.resources, used) }], now),
						now,
					);
			} catch (error) {
				logger.warn("usage_not_read", { planId: plan.id, error });
			}
		},
	};
}

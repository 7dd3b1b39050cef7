import type { Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import type { Portfolio } from "~/features/domains/portfolio.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Billing } from "~/features/invoices/billing.server";
import type { UnfinishedJobs } from "~/features/orders/unfinished-jobs.server";
import type { Projects } from "~/features/projects/projects.server";

interface Dependencies {
	readonly activity: Activity;
	readonly unfinishedJobs: UnfinishedJobs;
	readonly billing: Billing;
	readonly hosting: Hosting;
	readonly portfolio: Portfolio;
	readonly projects: Projects;
}

/** Rows in each table of the overview. */
const rowLimit = 5;

export type Overview = Awaited<ReturnType<ReturnType<typeof createOverview>>>;

/** The data of the portal's first page, read in one round trip. */
export function createOverview({ activity, unfinishedJobs, billing, hosting, portfolio, projects }: Dependencies) {
	return async (owner: Owner) => {
		const [
			domainCounts,
			domains,
			hostingSummary,
			plans,
			projectCounts,
			openProjects,
			open,
			unpaid,
			billedThisYear,
			jobs,
			recent,
		] = await Promise.all([
			portfolio.counts(owner),
			portfolio.first(owner, rowLimit),
			hosting.summary(owner),
			hosting.first(owner, rowLimit),
			projects.counts(owner),
			projects.first(owner, rowLimit),
			billing.open(owner),
			billing.unpaid(owner, 3),
			billing.billedThisYear(owner),
			unfinishedJobs(owner, rowLimit),
			activity.recent(owner, 7),
		]);
		return {
			domainCounts,
			domains,
			hostingSummary,
			plans,
			projectCounts,
			projects: openProjects,
			open,
			unpaid,
			billedThisYear,
			jobs,
			recent,
		};
	};
}

import type { Owner } from "~/db/owner";
import type { Portfolio } from "~/features/domains/portfolio.server";
import type { RegistrantChecks } from "~/features/domains/registrant-checks.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Billing } from "~/features/invoices/billing.server";
import type { Members } from "~/features/members/members.server";
import type { UnfinishedJobs } from "~/features/orders/unfinished-jobs.server";

interface Dependencies {
	readonly unfinishedJobs: UnfinishedJobs;
	readonly billing: Billing;
	readonly hosting: Hosting;
	readonly members: Pick<Members, "accounts">;
	readonly portfolio: Portfolio;
	readonly registrantChecks: Pick<RegistrantChecks, "unconfirmed">;
}

/** Rows in each list of the overview. */
const rowLimit = 5;

export type Overview = Awaited<ReturnType<ReturnType<typeof createOverview>>>;

/** The data of the portal's first page, read in one round trip. */
export function createOverview({
	unfinishedJobs,
	billing,
	hosting,
	members,
	portfolio,
	registrantChecks,
}: Dependencies) {
	return async (owner: Owner) => {
		const [domains, plans, unpaid, jobs, unconfirmed, accounts] = await Promise.all([
			portfolio.first(owner, rowLimit),
			hosting.first(owner, rowLimit),
			billing.unpaid(owner, 3),
			unfinishedJobs(owner, rowLimit),
			registrantChecks.unconfirmed(owner, rowLimit),
			members.accounts(owner),
		]);
		return { domains, plans, unpaid, jobs, unconfirmed, accounts };
	};
}

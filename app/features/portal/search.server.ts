import type { Owner } from "~/db/owner";
import type { Portfolio } from "~/features/domains/portfolio.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Billing } from "~/features/invoices/billing.server";
import type { Projects } from "~/features/projects/projects.server";
import { maxHits } from "./search-view";

interface Dependencies {
	readonly billing: Billing;
	readonly hosting: Hosting;
	readonly portfolio: Portfolio;
	readonly projects: Projects;
}

export type Found = Awaited<ReturnType<ReturnType<typeof createSearch>>>;

/** Searches everything that the owner has, in one round trip. */
export function createSearch({ billing, hosting, portfolio, projects }: Dependencies) {
	return async (owner: Owner, text: string) => {
		const [domains, plans, foundProjects, invoices] = await Promise.all([
			portfolio.search(owner, text, maxHits),
			hosting.search(owner, text, maxHits),
			projects.search(owner, text, maxHits),
			billing.search(owner, text, maxHits),
		]);
		return { domains, plans, projects: foundProjects, invoices };
	};
}

import type { Database } from "~/db/client.server";
import { createActivity } from "~/features/activity/activity.server";
import { createBillingDetails } from "~/features/billing-details/billing-details.server";
import { createPortfolio } from "~/features/domains/portfolio.server";
import type { Registrations } from "~/features/domains/registrations.server";
import { createHosting } from "~/features/hosting/hosting.server";
import { createBilling } from "~/features/invoices/billing.server";
import { createNotifications } from "~/features/notifications/notifications.server";
import { createUnfinishedJobs } from "~/features/orders/unfinished-jobs.server";
import { createProjects } from "~/features/projects/projects.server";
import type { Clock } from "~/lib/clock";
import type { FileStore } from "~/platform/files/file-store";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { Registrar } from "~/platform/registrar/registrar";
import { createOverview } from "./overview.server";
import { createSearch } from "./search.server";

export type Portal = ReturnType<typeof createPortal>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly store: FileStore;
	readonly registrations: Pick<Registrations, "end">;
	readonly registrar: Pick<Registrar, "info">;
	readonly panel: Pick<HostingPanel, "terminate">;
}

/** Creates the services for the portal's pages. */
export function createPortal({ db, clock, rateLimiter, store, registrations, registrar, panel }: Dependencies) {
	const activity = createActivity({ db, clock });
	const billingDetails = createBillingDetails({ db, clock });
	const billing = createBilling({ db, clock });
	const hosting = createHosting({ db, clock, panel });
	const notifications = createNotifications({ db, clock });
	const portfolio = createPortfolio({ db, clock, rateLimiter, registrations, registrar });
	const projects = createProjects({ db, clock, store });
	const overview = createOverview({
		activity,
		unfinishedJobs: createUnfinishedJobs({ db, clock }),
		billing,
		hosting,
		portfolio,
		projects,
	});
	const search = createSearch({ billing, hosting, portfolio, projects });
	return { activity, billing, billingDetails, hosting, notifications, overview, portfolio, projects, search };
}

import type { Database } from "~/db/client.server";
import { type Activity, createActivity } from "~/features/activity/activity.server";
import { createBillingDetails } from "~/features/billing-details/billing-details.server";
import { createPortfolio, type Portfolio } from "~/features/domains/portfolio.server";
import { createHosting, type Hosting } from "~/features/hosting/hosting.server";
import { type Billing, createBilling } from "~/features/invoices/billing.server";
import { createNotifications } from "~/features/notifications/notifications.server";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { createUnfinishedJobs } from "~/features/orders/unfinished-jobs.server";
import { createProjects, type Projects } from "~/features/projects/projects.server";
import type { Clock } from "~/lib/clock";
import type { FileStore } from "~/platform/files/file-store";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { createOverview } from "./overview.server";
import { createSearch } from "./search.server";

export interface Portal {
	readonly activity: Activity;
	readonly billing: Billing;
	readonly billingDetails: ReturnType<typeof createBillingDetails>;
	readonly hosting: Hosting;
	readonly notifications: ReturnType<typeof createNotifications>;
	readonly overview: ReturnType<typeof createOverview>;
	readonly portfolio: Portfolio;
	readonly projects: Projects;
	readonly search: ReturnType<typeof createSearch>;
}

interface Needs {
	readonly db: Database;
	readonly clock: Clock;
}

interface PortalPorts {
	readonly fileStore: FileStore;
	readonly hostingPanel: Pick<HostingPanel, "suspend" | "terminate" | "unsuspend">;
}

/** Functions that create the services for the portal's pages. They read a port when they are called, because reading creates it. */
export const portalServices = (ports: PortalPorts, keptDays: number) => ({
	activity: createActivity,
	billing: createBilling,
	billingDetails: createBillingDetails,
	hosting: ({ db, clock, orders }: Needs & { readonly orders: RenewalWithdrawal }) =>
		createHosting({ db, clock, orders, panel: ports.hostingPanel, keptDays }),
	notifications: createNotifications,
	overview: createOverview,
	portfolio: createPortfolio,
	projects: ({ db, clock }: Needs) => createProjects({ db, clock, store: ports.fileStore }),
	search: createSearch,
	unfinishedJobs: createUnfinishedJobs,
});

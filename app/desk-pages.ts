import type { IconName } from "~/components/ui/icon-names";
import type { Permission } from "~/features/staff/permissions";
import type { PagePath } from "~/lib/page-path";

/** Paths of the desk without parameters. */
export type DeskPath = Extract<PagePath, `/desk${string}`>;

interface DeskPage {
	readonly href: DeskPath;
	/** The page's name, also its heading. */
	readonly label: string;
	/** Null if everyone at the desk may see it. The same as in the route's `handle`. */
	readonly permission: Permission | null;
}

interface DeskSection {
	readonly label: string;
	readonly icon: IconName;
	/** The first that someone may see opens from the navigation. The others are tabs, and all are in the command palette. */
	readonly pages: readonly DeskPage[];
}

/** The sections of the desk in the order of the navigation. People see those with a page that they may see. */
export const deskSections: readonly DeskSection[] = [
	{
		label: "Today",
		icon: "clock",
		pages: [{ href: "/desk", label: "Today", permission: "today.view" }],
	},
	{
		label: "Customers",
		icon: "users",
		pages: [{ href: "/desk/customers", label: "Customers", permission: "customers.view" }],
	},
	{
		label: "Billing",
		icon: "receipt",
		pages: [
			{ href: "/desk/invoices", label: "Invoices", permission: "billing.view" },
			{ href: "/desk/payments", label: "Payments", permission: "billing.view" },
			{ href: "/desk/bank-statements", label: "Bank statements", permission: "billing.record" },
			{ href: "/desk/orders", label: "Orders", permission: "orders.view" },
			{ href: "/desk/quotes", label: "Quotes", permission: "orders.view" },
			{ href: "/desk/approvals", label: "Approvals", permission: "billing.view" },
		],
	},
	{
		label: "Services",
		icon: "globe",
		pages: [
			{ href: "/desk/domains", label: "Domains", permission: "services.view" },
			{ href: "/desk/hosting", label: "Hosting", permission: "services.view" },
			{ href: "/desk/bulk-actions", label: "Bulk actions", permission: "services.view" },
		],
	},
	{
		label: "Tickets",
		icon: "headset",
		pages: [
			{ href: "/desk/tickets", label: "Tickets", permission: "tickets.view" },
			{ href: "/desk/canned-replies", label: "Canned replies", permission: "tickets.view" },
			{ href: "/desk/help", label: "Help articles", permission: "help.view" },
		],
	},
	{
		label: "Projects",
		icon: "folder-kanban",
		pages: [{ href: "/desk/projects", label: "Projects", permission: "projects.view" }],
	},
	{
		label: "Catalogue",
		icon: "tag",
		pages: [
			{ href: "/desk/catalogue/prices", label: "Prices and texts", permission: "catalogue.view" },
			{ href: "/desk/catalogue/changes", label: "Changes", permission: "catalogue.view" },
			{ href: "/desk/catalogue/versions", label: "Versions", permission: "catalogue.view" },
			{ href: "/desk/catalogue/promos", label: "Promo codes", permission: "catalogue.view" },
		],
	},
	{
		label: "Reports",
		icon: "trending-up",
		pages: [
			{ href: "/desk/reports/revenue", label: "Revenue", permission: "reports.view" },
			{ href: "/desk/reports/recurring", label: "Recurring", permission: "reports.view" },
			{ href: "/desk/reports/renewals", label: "Renewals", permission: "reports.view" },
			{ href: "/desk/reports/domains", label: "Domains", permission: "reports.view" },
			{ href: "/desk/reports/tax", label: "Tax", permission: "reports.view" },
			{ href: "/desk/reports/promos", label: "Promo codes", permission: "reports.view" },
			{ href: "/desk/reports/funnel", label: "Funnel", permission: "reports.view" },
			{ href: "/desk/reports/tickets", label: "Ticket times", permission: "reports.view" },
			{ href: "/desk/reports/mpesa", label: "M-Pesa", permission: "reports.view" },
			{ href: "/desk/reports/open-invoices", label: "Open invoices", permission: "reports.view" },
		],
	},
	{
		label: "Settings",
		icon: "settings",
		pages: [
			{ href: "/desk/settings/health", label: "Health", permission: "settings.services" },
			{ href: "/desk/settings/schedule", label: "Schedule", permission: "settings.services" },
			{ href: "/desk/settings/departments", label: "Departments", permission: "settings.departments" },
			{ href: "/desk/settings/emails", label: "Emails", permission: "settings.email" },
			{ href: "/desk/settings/staff", label: "Staff", permission: "settings.staff" },
			{ href: "/desk/settings/audit-log", label: "Audit log", permission: "audit.view" },
		],
	},
];

/** Lists whose filters can be saved as a view. */
export const deskLists = [
	"/desk/customers",
	"/desk/domains",
	"/desk/hosting",
	"/desk/invoices",
	"/desk/payments",
	"/desk/orders",
	"/desk/quotes",
	"/desk/projects",
	"/desk/settings/audit-log",
] as const satisfies readonly DeskPath[];

/** Everyone's own account, below the sections. */
export const accountPage: DeskPage = { href: "/desk/account", label: "Your account", permission: null };

/** The sections and pages that someone with these permissions may see. */
export const sectionsFor = (held: ReadonlySet<Permission>): readonly DeskSection[] =>
	deskSections
		.map((section) => ({
			...section,
			pages: section.pages.filter(({ permission }) => permission === null || held.has(permission)),
		}))
		.filter(({ pages }) => pages.length > 0);

import type { IconName } from "~/components/ui/icon-names";
import type { PagePath } from "~/lib/page-path";

/** Addresses of the portal that name no row. */
export type PortalPath = Extract<PagePath, `/dashboard${string}`>;

/** What a page is known to show before its data has come: its skeleton takes these measures. */
export interface Outline {
	/** The heading is made from data. */
	readonly untitled?: boolean;
	readonly buttons?: readonly { readonly label: string; readonly icon?: IconName }[];
	/** Figures above the list. */
	readonly stats?: { readonly labels: readonly string[]; readonly className: string };
	readonly tabs?: boolean;
	/** What the search box is beside or above. */
	readonly search?: "alone" | "beside a choice" | "above filters";
}

interface PortalPage {
	readonly href: PortalPath;
	/** Its name, and its heading where it is a list. */
	readonly label: string;
	readonly icon?: IconName;
	/** Where the sidebar has it; the command palette finds every page. */
	readonly section?: PortalSection;
	/** Among the tabs of the account settings, under this name. */
	readonly tab?: string;
	/** Pressed after g, this key leads here. */
	readonly key?: string;
	/** Its count in the sidebar. */
	readonly badge?: "domains" | "projects";
	/** What customers begin here: a quick action of the overview. */
	readonly action?: string;
	/** The sentence below its heading. */
	readonly lead?: string;
	readonly outline?: Outline;
}

export const portalSections = ["Services", "Account"] as const;
type PortalSection = (typeof portalSections)[number];

/** Every page of the portal that names no row. The sidebar, palette, shortcuts, quick actions and skeletons follow it. */
export const portalPages = {
	overview: {
		href: "/dashboard",
		label: "Overview",
		icon: "layout-dashboard",
		section: "Services",
		key: "o",
		lead: "Everything at a glance.",
		outline: { untitled: true },
	},
	domains: {
		href: "/dashboard/domains",
		label: "Domains",
		icon: "globe",
		section: "Services",
		key: "d",
		badge: "domains",
		lead: "Names, when they expire, and where they point.",
		outline: {
			buttons: [
				{ label: "Refresh", icon: "refresh-cw" },
				{ label: "CSV", icon: "download" },
				{ label: "Register Domain" },
			],
			tabs: true,
			search: "above filters",
		},
	},
	registerDomain: {
		href: "/dashboard/domains/register",
		label: "Register Domain",
		icon: "globe",
		action: "New Domain",
	},
	hosting: {
		href: "/dashboard/hosting",
		label: "Hosting",
		icon: "server",
		section: "Services",
		key: "h",
		lead: "Your plans, how much of them is used, and when they renew.",
		outline: {
			buttons: [{ label: "Add Hosting" }],
			stats: {
				labels: ["Total Hosting Plans", "Active Plans", "Renewals This Month"],
				className: "grid-cols-3 gap-2 sm:gap-4",
			},
			tabs: true,
			search: "alone",
		},
	},
	addHosting: { href: "/dashboard/hosting/add", label: "Add New Hosting Plan", icon: "server", action: "Add Hosting" },
	projects: {
		href: "/dashboard/projects",
		label: "Projects",
		icon: "folder-kanban",
		section: "Services",
		key: "p",
		badge: "projects",
		lead: "Software that we build for you: how far it is, and who works on it.",
		outline: {
			buttons: [{ label: "Create New Project" }],
			stats: {
				labels: ["Total Projects", "In Progress", "Completed", "Due This Month"],
				className: "grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4",
			},
			tabs: true,
			search: "beside a choice",
		},
	},
	newProject: { href: "/dashboard/projects/new", label: "New project", icon: "folder-kanban", action: "Start Project" },
	cart: {
		href: "/dashboard/cart",
		label: "Cart",
		icon: "shopping-cart",
		section: "Account",
		key: "c",
		action: "View Cart",
	},
	invoices: {
		href: "/dashboard/invoices",
		label: "Invoices",
		icon: "receipt",
		section: "Account",
		key: "i",
		lead: "What was billed, what is open, and a page to print for each.",
		outline: {
			buttons: [
				{ label: "Payment methods", icon: "credit-card" },
				{ label: "CSV", icon: "download" },
			],
			tabs: true,
			search: "alone",
		},
	},
	profile: {
		href: "/dashboard/account-settings",
		label: "Account Settings",
		icon: "settings",
		section: "Account",
		tab: "Profile",
		key: "s",
	},
	email: { href: "/dashboard/account-settings/email", label: "Email address" },
	security: { href: "/dashboard/account-settings/security", label: "Security", tab: "Security" },
	twoFactor: { href: "/dashboard/account-settings/security/two-factor", label: "Two-step sign-in" },
	passkeys: { href: "/dashboard/account-settings/security/passkeys", label: "Passkeys" },
	preferences: {
		href: "/dashboard/account-settings/notifications",
		label: "Notification preferences",
		tab: "Notifications",
	},
	billing: { href: "/dashboard/account-settings/billing", label: "Billing", tab: "Billing" },
	activity: { href: "/dashboard/account-settings/activity", label: "All activity", tab: "Activity" },
	yourData: { href: "/dashboard/account-settings/your-data", label: "Your data", tab: "Your data" },
	closeAccount: { href: "/dashboard/account-settings/your-data/delete", label: "Delete your account" },
	notifications: { href: "/dashboard/notifications", label: "Notifications", key: "n" },
} as const satisfies Record<string, PortalPage>;

/** The same, in order, each with its name. */
export const listedPages: readonly (PortalPage & { readonly id: string })[] = Object.entries(portalPages).map(
	([id, page]) => ({ id, ...page }),
);

/** The tabs of the account settings. */
export const settingsTabs = listedPages.flatMap(({ id, href, tab }) => (tab ? [{ id, label: tab, href }] : []));

/** The tab that an address belongs to, its sub-pages included. */
export const settingsTabOf = (pathname: string) =>
	settingsTabs.findLast(({ href }) => pathname === href || pathname.startsWith(`${href}/`));

import type { IconName } from "~/components/ui/icon-names";
import type { PagePath } from "~/lib/page-path";

/** Portal paths without parameters. */
export type PortalPath = Extract<PagePath, `/dashboard${string}`>;

/** What a page's skeleton shows while the page is loading. */
export interface Outline {
	/** The heading depends on the page's data. */
	readonly untitled?: boolean;
	/** The primary button. */
	readonly button?: string;
	/** The buttons beside the search box. A phone shows one button in the heading instead. */
	readonly tools?: readonly { readonly label: string; readonly icon?: IconName }[];
	/** Figures above the list. */
	readonly stats?: { readonly labels: readonly string[]; readonly className: string };
	readonly tabs?: boolean;
	/** The layout of the search box. */
	readonly search?: "alone" | "beside a choice" | "above filters";
}

interface PortalPage {
	readonly href: PortalPath;
	/** The page's name, also the heading of list pages. */
	readonly label: string;
	readonly icon?: IconName;
	/** The page's section in the sidebar. Pages without one are only in the command palette. */
	readonly section?: PortalSection;
	/** The page's tab in the account settings. */
	readonly tab?: string;
	/** Shortcut: g, then this key. */
	readonly key?: string;
	/** The count shown in the sidebar. */
	readonly badge?: "domains" | "projects";
	/** The label of its action in the command palette. */
	readonly action?: string;
	/** The sentence below the heading. */
	readonly lead?: string;
	readonly outline?: Outline;
}

export const portalSections = ["Services", "Account"] as const;
type PortalSection = (typeof portalSections)[number];

/** All portal pages without parameters. Source of the sidebar, command palette, shortcuts and skeletons. */
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
		lead: "Your domains, when they expire and where they point.",
		outline: {
			button: "Register Domain",
			tools: [
				{ label: "Refresh", icon: "refresh-cw" },
				{ label: "CSV", icon: "download" },
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
	selectedDomains: { href: "/dashboard/domains/selected", label: "Change several domains", icon: "globe" },
	hosting: {
		href: "/dashboard/hosting",
		label: "Hosting",
		icon: "server",
		section: "Services",
		key: "h",
		lead: "Your plans, how much you use and when they renew.",
		outline: {
			button: "Add Hosting",
			stats: {
				labels: ["Total Hosting Plans", "Active Plans", "Renewals This Month"],
				className: "grid-cols-3",
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
		lead: "Software we build for you, its progress and its team.",
		outline: {
			button: "Create New Project",
			stats: {
				labels: ["Total Projects", "In Progress", "Completed", "Due This Month"],
				className: "grid-cols-2 lg:grid-cols-4",
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
		lead: "Your invoices, ready to pay, print or download.",
		outline: {
			tools: [
				{ label: "Payment methods", icon: "credit-card" },
				{ label: "CSV", icon: "download" },
			],
			tabs: true,
			search: "alone",
		},
	},
	support: { href: "/dashboard/support", label: "Support", icon: "headset", section: "Account", key: "u" },
	newTicket: { href: "/dashboard/support/new", label: "Write to us" },
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
	people: { href: "/dashboard/account-settings/people", label: "People with access", tab: "People" },
	invitePerson: { href: "/dashboard/account-settings/people/invite", label: "Invite someone to your account" },
	activity: { href: "/dashboard/account-settings/activity", label: "All activity", tab: "Activity" },
	yourData: { href: "/dashboard/account-settings/your-data", label: "Your data", tab: "Your data" },
	closeAccount: { href: "/dashboard/account-settings/your-data/delete", label: "Delete your account" },
	notifications: { href: "/dashboard/notifications", label: "Notifications", key: "n" },
} as const satisfies Record<string, PortalPage>;

/** The pages as a list, with their ids. */
export const listedPages: readonly (PortalPage & { readonly id: string })[] = Object.entries(portalPages).map(
	([id, page]) => ({ id, ...page }),
);

/** The tabs of the account settings. */
export const settingsTabs = listedPages.flatMap(({ id, href, tab }) => (tab ? [{ id, label: tab, href }] : []));

/** The tab of a path, including sub-pages. Undefined for other paths. */
export const settingsTabOf = (pathname: string) =>
	settingsTabs.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`)).pop();

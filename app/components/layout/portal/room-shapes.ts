import type { IconName } from "~/components/ui/icon-names";

/** What a room is known to hold before its data comes: by this its outline takes the room's own measures. */
export interface RoomShape {
	/** Null: it is made from data. */
	readonly title: string | null;
	readonly lead: string;
	readonly buttons?: readonly { readonly label: string; readonly icon?: IconName }[];
	/** Figures above the list. */
	readonly stats?: { readonly labels: readonly string[]; readonly className: string };
	readonly tabs?: boolean;
	/** What the search box is beside or above. */
	readonly search?: "alone" | "beside a choice" | "above filters";
}

/** By path. `tests/e2e/portal.e2e.ts` compares the measures with the rooms' own. */
export const roomShapes: Readonly<Record<string, RoomShape>> = {
	"/dashboard": { title: null, lead: "Everything at a glance." },
	"/dashboard/domains": {
		title: "Domains",
		lead: "Names, when they expire, and where they point.",
		buttons: [
			{ label: "Refresh", icon: "refresh-cw" },
			{ label: "CSV", icon: "download" },
			{ label: "Register Domain" },
		],
		tabs: true,
		search: "above filters",
	},
	"/dashboard/hosting": {
		title: "Hosting",
		lead: "Your plans, how much of them is used, and when they renew.",
		buttons: [{ label: "Add Hosting" }],
		stats: {
			labels: ["Total Hosting Plans", "Active Plans", "Renewals This Month"],
			className: "grid-cols-3 gap-2 sm:gap-4",
		},
		tabs: true,
		search: "alone",
	},
	"/dashboard/projects": {
		title: "Projects",
		lead: "Software that we build for you: how far it is, and who works on it.",
		buttons: [{ label: "Create New Project" }],
		stats: {
			labels: ["Total Projects", "In Progress", "Completed", "Due This Month"],
			className: "grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4",
		},
		tabs: true,
		search: "beside a choice",
	},
	"/dashboard/invoices": {
		title: "Invoices",
		lead: "What was billed, what is open, and a page to print for each.",
		buttons: [
			{ label: "Payment methods", icon: "credit-card" },
			{ label: "CSV", icon: "download" },
		],
		tabs: true,
		search: "alone",
	},
};

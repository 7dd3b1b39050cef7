import { href } from "react-router";
import type { ListedNotice } from "~/features/notifications/list-notice";
import type { ShownFlash } from "~/lib/flash";
import type { IconName } from "../../ui/icon-names";

interface PortalLink {
	readonly href: string;
	readonly label: string;
	readonly icon: IconName;
	readonly badge?: "domains" | "projects";
}

/** The portal's rooms, in the order of the sidebar. */
export const portalNav: readonly { readonly title: string; readonly links: readonly PortalLink[] }[] = [
	{
		title: "Services",
		links: [
			{ href: href("/dashboard"), label: "Overview", icon: "layout-dashboard" },
			{ href: href("/dashboard/domains"), label: "Domains", icon: "globe", badge: "domains" },
			{ href: href("/dashboard/hosting"), label: "Hosting", icon: "server" },
			{ href: href("/dashboard/projects"), label: "Projects", icon: "folder-kanban", badge: "projects" },
		],
	},
	{
		title: "Account",
		links: [
			{ href: href("/dashboard/cart"), label: "Cart", icon: "shopping-cart" },
			{ href: href("/dashboard/invoices"), label: "Invoices", icon: "receipt" },
			{ href: href("/dashboard/account-settings"), label: "Account Settings", icon: "settings" },
		],
	},
];

/** What the sidebar shows of its customer. */
export interface PortalFrame {
	readonly name: string;
	readonly email: string;
	readonly initials: string;
	readonly badges: Readonly<Record<"domains" | "projects", number>>;
	readonly unread: number;
	/** The newest few. */
	readonly notices: readonly ListedNotice[];
	/** The day on which the account closes; null unless it is closing. */
	readonly closes: string | null;
	readonly year: string;
	/** What the last action did. */
	readonly flash: ShownFlash | null;
}

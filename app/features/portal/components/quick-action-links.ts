import type { IconName } from "~/components/ui/icon-names";

interface QuickAction {
	readonly href: string;
	readonly label: string;
	readonly icon: IconName;
}

/** What a customer begins most often. */
export const quickActions: readonly QuickAction[] = [
	{ href: "/dashboard/domains/register", label: "New Domain", icon: "globe" },
	{ href: "/dashboard/hosting/add", label: "Add Hosting", icon: "server" },
	{ href: "/dashboard/projects/new", label: "Start Project", icon: "folder-kanban" },
	{ href: "/dashboard/cart", label: "View Cart", icon: "shopping-cart" },
];

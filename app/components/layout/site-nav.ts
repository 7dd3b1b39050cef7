import { href } from "react-router";
import { brand } from "~/brand";
import type { IconName } from "../ui/icon-names";

export interface NavLink {
	readonly label: string;
	readonly href: string;
	/** A short description. */
	readonly note?: string;
	readonly icon?: IconName;
}

interface NavMenu {
	readonly label: string;
	readonly links: readonly NavLink[];
}

export const domainLinks: readonly NavLink[] = [
	{
		label: "Search Domains",
		href: href("/domains/search"),
		note: "Find an available name and its price",
		icon: "search",
	},
	{
		label: "Transfer Domain",
		href: `${href("/domains")}#transfer`,
		note: "Move a domain you already own",
		icon: "refresh-cw",
	},
	{ label: "Domain prices", href: `${href("/domains")}#prices`, note: "First year and renewal", icon: "tag" },
];

export const hostingLinks: readonly NavLink[] = [
	{
		label: "Hosting packages",
		href: href("/hosting"),
		note: "Yearly packages",
		icon: "layout-dashboard",
	},
	{ label: "Web hosting", href: href("/hosting/web"), note: "For websites and email", icon: "globe" },
	{ label: "VPS hosting", href: href("/hosting/vps"), note: "Your own virtual server", icon: "server" },
	{ label: "Reseller hosting", href: href("/hosting/reseller"), note: "Sell hosting to your customers", icon: "users" },
];

export const featureLinks: readonly NavLink[] = [
	{ label: "Security", href: href("/security"), icon: "shield-check" },
	{ label: "Scaling", href: href("/scaling"), icon: "trending-up" },
	{ label: "Developers", href: href("/developer"), icon: "code-xml" },
	{ label: "Support", href: href("/support"), icon: "headset" },
];

export const headerMenus: readonly NavMenu[] = [
	{ label: "Domains", links: domainLinks },
	{ label: "Hosting", links: hostingLinks },
];

export const headerLinks: readonly NavLink[] = [
	{ label: "Pricing", href: href("/pricing") },
	{ label: "Services", href: href("/services") },
];

export const serviceLinks: readonly NavLink[] = [
	{ label: "Domain names", href: href("/domains") },
	{ label: "Domain transfer", href: href("/transfer") },
	{ label: "Web hosting", href: href("/hosting/web") },
	{ label: "VPS hosting", href: href("/hosting/vps") },
	{ label: "Reseller hosting", href: href("/hosting/reseller") },
	{ label: "Website development", href: `${href("/services")}#website-development` },
	{ label: "POS systems", href: `${href("/services")}#pos-systems` },
	{ label: "SEO optimization", href: `${href("/services")}#seo-optimization` },
];

export const companyLinks: readonly NavLink[] = [
	{ label: "Pricing", href: href("/pricing") },
	{ label: "Security", href: href("/security") },
	{ label: "Developers", href: href("/developer") },
	{ label: "Support", href: href("/support") },
	{ label: "Help", href: href("/help") },
	{ label: "Contact", href: href("/contact") },
	{ label: "System status", href: href("/status") },
	{ label: "Terms", href: href("/terms") },
	{ label: "Privacy", href: href("/privacy") },
];

/** Attributes for a link to the chat. With script, islands/chat-button.ts scrolls to the top of the page first. */
export const chatLink = {
	href: `https://wa.me/${brand.chatNumber}?text=${encodeURIComponent(brand.chatGreeting)}`,
	target: "_blank",
	rel: "noopener noreferrer",
	"data-chat": true,
} as const;

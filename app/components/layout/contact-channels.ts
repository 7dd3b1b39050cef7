import type { AnchorHTMLAttributes } from "react";
import { brand } from "~/brand";
import type { IconName } from "../ui/icon-names";
import { chatLink } from "./site-nav";

export interface ContactChannel {
	readonly icon: IconName;
	readonly title: string;
	readonly link: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly "data-chat"?: boolean };
	readonly linkText: string;
	readonly note: string;
}

/** Contact channels, for the contact page and the support page. */
export const contactChannels: readonly ContactChannel[] = [
	{
		icon: "phone",
		title: "Phone",
		link: { href: brand.phone.href },
		linkText: brand.phone.display,
		note: brand.phoneHours,
	},
	{ icon: "message-circle", title: "WhatsApp", link: chatLink, linkText: "Start a chat", note: "Seven days a week" },
	{
		icon: "life-buoy",
		title: "Support",
		link: { href: `mailto:${brand.emails.support}` },
		linkText: brand.emails.support,
		note: "Help when something doesn't work",
	},
	{
		icon: "tag",
		title: "Sales",
		link: { href: `mailto:${brand.emails.sales}` },
		linkText: brand.emails.sales,
		note: "Quotes, custom plans, hardware",
	},
];

import { portalNav } from "~/components/layout/portal/portal-nav";
import type { HitGroup } from "../search-view";
import { quickActions } from "./quick-action-links";

const command = (href: string, title: string, note = "") => ({ id: `${title}${href}`, title, note, href });

const rooms = [
	...portalNav.flatMap(({ links }) => links.map(({ href, label }) => command(href, label))),
	command("/dashboard/notifications", "Notifications"),
	command("/dashboard/account-settings/security", "Security", "Account Settings"),
	command("/dashboard/account-settings/activity", "All activity", "Account Settings"),
];

const actions = [
	...quickActions.map(({ href, label }) => command(href, label)),
	command("/transfer", "Transfer Domain"),
	command("/dashboard/invoices?tab=open", "Pay an Invoice"),
	command("/contact", "Contact Support"),
];

/** Rooms and actions whose name has every word of the text; all of them for none. */
export function commandsFor(text: string): HitGroup[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = ({ title }: { title: string }) => words.every((word) => title.toLowerCase().includes(word));
	return [
		{ title: "Go to", hits: rooms.filter(fits) },
		{ title: "Actions", hits: actions.filter(fits) },
	].filter(({ hits }) => hits.length > 0);
}

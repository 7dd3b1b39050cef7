import { href } from "react-router";
import { listedPages } from "~/portal-pages";
import type { HitGroup } from "../search-view";

const command = (href: string, title: string, note = "") => ({ id: `${title}${href}`, title, note, href });

const settings = href("/dashboard/account-settings");

const pages = listedPages
	.filter(({ section, action }) => section || !action)
	.map(({ href, label }) => command(href, label, href.startsWith(`${settings}/`) ? "Account Settings" : ""));

const actions = [
	...listedPages.flatMap(({ href, action }) => (action ? [command(href, action)] : [])),
	command(href("/transfer"), "Transfer Domain"),
	command(`${href("/dashboard/invoices")}?tab=open`, "Pay an Invoice"),
	command(href("/contact"), "Contact Support"),
];

/** Pages and actions whose name contains every word of the text. Returns all of them for an empty text. */
export function commandsFor(text: string): HitGroup[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const matches = ({ title }: { title: string }) => words.every((word) => title.toLowerCase().includes(word));
	return [
		{ title: "Go to", hits: pages.filter(matches) },
		{ title: "Actions", hits: actions.filter(matches) },
	].filter(({ hits }) => hits.length > 0);
}

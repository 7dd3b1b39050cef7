import { href } from "react-router";
import { brand } from "~/brand";
import type { Question } from "~/components/ui/faq";
import type { Feature } from "~/components/ui/feature-grid";
import { backups } from "~/features/catalog/addons";
import { priceTag } from "~/features/catalog/catalog";

export const hostingFeatures: readonly Feature[] = [
	{
		icon: "layout-dashboard",
		title: "Control panel",
		text: "Files, databases, mailboxes. One press in your portal opens it.",
	},
	{ icon: "shield-check", title: "Free SSL", text: "The site of your plan has its certificate when it is set up." },
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits when we miss it." },
	{
		icon: "trending-up",
		title: "Upgrade at any time",
		text: "Without downtime; you pay the difference for the days that are left.",
	},
	{ icon: "headset", title: "Support in Kenya", text: `Seven days a week; by phone ${brand.phoneHours}.` },
	{ icon: "rotate-ccw", title: "30 days to change your mind", text: "Your money back if it is not for you." },
];

export const services: readonly Feature[] = [
	{ icon: "globe", title: "Domains", text: "Register a name or move one here.", href: href("/domains") },
	{
		icon: "mail",
		title: "Professional email",
		text: "Addresses at your own domain.",
		href: `${href("/services")}#email`,
	},
	{
		icon: "code-xml",
		title: "Website development",
		text: "Say what it should do; we answer with a quote.",
		href: `${href("/services")}#website-development`,
	},
	{
		icon: "store",
		title: "POS systems",
		text: "Tills, printers and drawers, delivered next day.",
		href: `${href("/services")}#pos-systems`,
	},
	{
		icon: "search",
		title: "SEO optimization",
		text: "Be found by the people you serve.",
		href: `${href("/services")}#seo-optimization`,
	},
	{
		icon: "server",
		title: "Dedicated servers",
		text: "A whole machine, by quote.",
		href: `${href("/services")}#more`,
	},
];

export const controlPanel: readonly Feature[] = [
	{ icon: "zap", title: "One-click install", text: "A content-management system, put up for you with one click." },
	{ icon: "folder-kanban", title: "File manager", text: "Upload, change and sort your site's files in the browser." },
	{
		icon: "mail",
		title: "Email accounts",
		text: "Addresses at your own domain, opened and closed as people come and go.",
	},
	{ icon: "server", title: "Database admin", text: "Databases, and the page to look after them." },
	{ icon: "trending-up", title: "Statistics", text: "How many visit, and what they read." },
	{ icon: "shield-check", title: "Security and backup", text: "Tools that protect the site, and take a copy of it." },
];

export const sharedFaq: readonly Question[] = [
	{
		question: "How many websites can I run?",
		answer: "One on Starter. As many as you like on Business and Professional.",
	},
	{
		question: "Is a domain included?",
		answer:
			"With Business and Professional, paid annually, the first year of one new domain is free. It shows as its own line in the cart.",
	},
	{
		question: "Can I move to a larger plan later?",
		answer:
			"At any time, without downtime, and back to a smaller one. You see the difference for the days that are left before you agree: to pay, or as credit.",
	},
	{
		question: "What if it is not for me?",
		answer:
			"Tell us within 30 days and you get your money back. Domain names are the exception: registries do not take them back.",
	},
];

export const panelFaq: readonly Question[] = [
	{
		question: "Do I need to know about servers?",
		answer: "No. Everything is done in the control panel, in a browser, also on a phone.",
	},
	{
		question: "Will you move my website from another host?",
		answer:
			"Ask us before you buy: tell us where it lives and how large it is, and we say what the move takes and when to switch.",
	},
	{
		question: "Where does my email live?",
		answer: "On the same plan. You open addresses in the control panel, and read them in webmail or in a mail app.",
	},
	{
		question: "How are backups kept?",
		answer: `The control panel has the tools to take a copy yourself. Automated backups (${priceTag(backups)}) are made without you and kept for 30 days.`,
	},
	{
		question: "How do I reach you when something breaks?",
		answer: `By email and chat seven days a week, by phone ${brand.phoneHours}.`,
	},
];

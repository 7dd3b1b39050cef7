import { href } from "react-router";
import { brand } from "~/brand";
import type { Question } from "~/components/ui/faq";
import type { Feature } from "~/components/ui/feature-grid";
import { priceTag, soldAddons } from "~/features/catalog/catalog";

export const hostingFeatures: readonly Feature[] = [
	{
		icon: "layout-dashboard",
		title: "Control panel",
		text: "Files, databases and mailboxes. Open it from your portal with one click.",
	},
	{ icon: "shield-check", title: "Free SSL", text: "Your plan's website gets a certificate when it is set up." },
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits when we miss it." },
	{
		icon: "trending-up",
		title: "Upgrade at any time",
		text: "Without downtime. You pay the difference for the remaining days.",
	},
	{ icon: "headset", title: "Support in Kenya", text: `Seven days a week, by phone ${brand.phoneHours}.` },
	{ icon: "rotate-ccw", title: "30 days to change your mind", text: "Get your money back if it is not for you." },
];

export const services: readonly Feature[] = [
	{ icon: "globe", title: "Domains", text: "Register a domain or transfer one to us.", href: href("/domains") },
	{
		icon: "mail",
		title: "Professional email",
		text: "Addresses at your own domain.",
		href: `${href("/services")}#email`,
	},
	{
		icon: "code-xml",
		title: "Website development",
		text: "Tell us what it should do and we'll send you a quote.",
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
		text: "A whole server for yourself. Ask for a quote.",
		href: `${href("/services")}#more`,
	},
];

export const controlPanel: readonly Feature[] = [
	{ icon: "zap", title: "One-click install", text: "Install a content-management system with one click." },
	{ icon: "folder-kanban", title: "File manager", text: "Upload, change and sort your site's files in the browser." },
	{
		icon: "mail",
		title: "Email accounts",
		text: "Add and remove addresses at your own domain.",
	},
	{ icon: "server", title: "Database admin", text: "Create and manage your databases." },
	{ icon: "trending-up", title: "Statistics", text: "See how many people visit and which pages they read." },
	{ icon: "shield-check", title: "Security and backup", text: "Tools to protect and back up your site." },
];

export const sharedFaq: readonly Question[] = [
	{
		question: "How many websites can I run?",
		answer: "One on Starter. As many as you like on Business and Professional.",
	},
	{
		question: "Is a domain included?",
		answer:
			"With Business and Professional, paid annually, the first year of one new domain is free. The cart shows it as a separate line.",
	},
	{
		question: "Can I move to a larger plan later?",
		answer:
			"Yes, at any time and without downtime. You can also change to a smaller one. Before you agree, we show you what you pay or get as credit for the remaining days.",
	},
	{
		question: "What if it is not for me?",
		answer:
			"Tell us within 30 days and you get your money back. Domain names are the exception, because registries don't refund them.",
	},
];

export const panelFaq = (): readonly Question[] => [
	{
		question: "Do I need to know about servers?",
		answer: "No. You do everything in the control panel, in a browser, even on a phone.",
	},
	{
		question: "Will you move my website from another host?",
		answer:
			"Ask us before you buy. Tell us where it is hosted and how large it is, and we'll tell you what the move involves and when to switch.",
	},
	{
		question: "Where is my email stored?",
		answer:
			"On the same plan. You create addresses in the control panel and read your email in webmail or in an email app.",
	},
	{
		question: "How do backups work?",
		answer: ["You can make a backup yourself in the control panel.", ...automatedBackups()].join(" "),
	},
	{
		question: "How do I reach you when something breaks?",
		answer: `By email and chat seven days a week, by phone ${brand.phoneHours}.`,
	},
];

const automatedBackups = (): string[] =>
	soldAddons()
		.filter(({ id }) => id === "addon-backups")
		.map((backups) => `With ${backups.name} (${priceTag(backups)}) we do it for you and keep each backup for 30 days.`);

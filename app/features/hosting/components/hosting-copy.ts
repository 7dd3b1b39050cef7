import { brand } from "~/brand";
import type { Question } from "~/components/ui/faq";
import type { Feature } from "~/components/ui/feature-grid";
import { backups } from "~/features/catalog/addons";
import { priceTag } from "~/features/catalog/catalog";

export const hostingFeatures: readonly Feature[] = [
	{ icon: "gauge", title: "NVMe storage", text: "Pages open fast because disks answer fast." },
	{ icon: "shield-check", title: "Free SSL", text: "A certificate for every site, renewed before you think of it." },
	{ icon: "activity", title: "99.9% uptime", text: "Guaranteed, with service credits when we miss it." },
	{ icon: "trending-up", title: "Upgrade at any time", text: "To a larger plan without downtime." },
	{ icon: "headset", title: "Support in Kenya", text: `Seven days a week; by phone ${brand.phoneHours}.` },
	{ icon: "rotate-ccw", title: "30 days to change your mind", text: "Money back if it is not for you." },
];

export const services: readonly Feature[] = [
	{ icon: "globe", title: "Domains", text: "Register a name or move one here.", href: "/domains" },
	{ icon: "mail", title: "Professional email", text: "Addresses at your own domain.", href: "/services#email" },
	{
		icon: "code-xml",
		title: "Website development",
		text: "We build it, you own it.",
		href: "/services#website-development",
	},
	{
		icon: "store",
		title: "POS systems",
		text: "Tills, printers and drawers, delivered next day.",
		href: "/services#pos-systems",
	},
	{
		icon: "search",
		title: "SEO optimization",
		text: "Be found by the people you serve.",
		href: "/services#seo-optimization",
	},
	{
		icon: "server",
		title: "Dedicated servers",
		text: "A whole machine, quoted for your load.",
		href: "/services#more",
	},
];

/** What else we sell, by quote or on another page. */
export const moreServices: readonly Feature[] = [
	{
		icon: "shopping-cart",
		title: "E-commerce solutions",
		text: "A shop on your own site that takes M‑Pesa and cards, with your products in it on the first day.",
		href: "/services?about=other#quote",
	},
	{
		icon: "search",
		title: "Digital marketing",
		text: "Campaigns on search and social pages, with a report of what each shilling brought.",
		href: "/services?about=other#quote",
	},
	{
		icon: "settings",
		title: "Managed services",
		text: "We update, watch and repair your servers, and tell you what we did.",
		href: "/services?about=other#quote",
	},
	{
		icon: "globe",
		title: "Cloud",
		text: "Storage and computing by the hour where a fixed server is too much or too little.",
		href: "/services?about=other#quote",
	},
	{
		icon: "server",
		title: "Dedicated servers",
		text: "A whole machine, quoted for your load.",
		href: "/services?about=other#quote",
	},
	{
		icon: "code-xml",
		title: "Developer services",
		text: "Integrations, payment set-up and migrations by people who read your code first.",
		href: "/developer",
	},
	{
		icon: "shield-check",
		title: "SSL certificates",
		text: "Free with every hosting plan; one that names your organisation as an add-on.",
		href: "/pricing#addons",
	},
	{
		icon: "layout-dashboard",
		title: "Control panel",
		text: "Files, databases, mailboxes and backups in one place, part of web hosting.",
		href: "/hosting/web#control-panel",
	},
	{
		icon: "mail",
		title: "Email hosting",
		text: "Mailboxes at your own domain without a website beside them.",
		href: "#email",
	},
	{
		icon: "store",
		title: "Free hosting",
		text: "One small site for a school, a charity or a student, when you ask and we have room.",
		href: "/services?about=other#quote",
	},
];

export const controlPanel: readonly Feature[] = [
	{ icon: "zap", title: "One-click install", text: "WordPress and other content systems in a minute." },
	{ icon: "folder-kanban", title: "File manager", text: "Upload, edit and unpack in the browser." },
	{ icon: "mail", title: "Email accounts", text: "Create addresses, forwards and filters." },
	{ icon: "server", title: "Database admin", text: "MySQL databases with their administration page." },
	{ icon: "trending-up", title: "Statistics", text: "Who visits, from where, and what they read." },
	{ icon: "shield-check", title: "Security and backup", text: "Certificates, blocked addresses, backups to download." },
];

export const sharedFaq: readonly Question[] = [
	{
		question: "How many websites can I run?",
		answer: "One on Starter. As many as you like on Business and Professional.",
	},
	{
		question: "Is a domain included?",
		answer:
			"With Business and Professional, paid annually, the first year of one domain is free. It shows as its own line in the cart.",
	},
	{
		question: "Can I move to a larger plan later?",
		answer: "At any time, without downtime. You pay the difference for the time that is left.",
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
		answer: "On the same plan: webmail in the browser, IMAP and SMTP for your phone and computer.",
	},
	{
		question: "How are backups kept?",
		answer: `Business and Professional are backed up daily. With automated backups (${priceTag(backups)}) they are kept for 30 days.`,
	},
	{
		question: "How do I reach you when something breaks?",
		answer: `By email and chat seven days a week, by phone ${brand.phoneHours}.`,
	},
];

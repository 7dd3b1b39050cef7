import { brand } from "~/brand";
import type { RecordType } from "./record";

type Line = readonly [type: RecordType, name: string, value: string, priority?: number];

/** What a template needs to know besides the domain. */
interface TemplateField {
	readonly name: string;
	readonly label: string;
	readonly hint: string;
	/** What stands there at first. @param planIp the address of the domain's hosting plan, empty without one */
	readonly suggestion?: (origin: string, planIp: string) => string;
}

export interface Template {
	readonly id: string;
	readonly kind: "mail" | "site";
	readonly name: string;
	readonly about: string;
	/** What remains to be done at the provider. */
	readonly next: string;
	readonly field?: TemplateField;
	/** As the provider publishes them. */
	readonly records: (origin: string, field: string) => readonly Line[];
}

const addresses = (type: "A" | "AAAA", values: readonly string[]): Line[] => values.map((value) => [type, "@", value]);

export const templates: readonly Template[] = [
	{
		id: "kikoa-hosting",
		kind: "site",
		name: "Hosting with us",
		about: "Website and mailboxes of your hosting plan.",
		next: "Nothing: your plan answers as soon as others have heard of the change.",
		field: {
			name: "field",
			label: "IP address of your plan",
			hint: "It stands in the details of your plan, under Hosting.",
			suggestion: (_, planIp) => planIp,
		},
		records: (origin, ip) => [
			["A", "@", ip],
			["CNAME", "www", origin],
			["MX", "@", brand.mailHost, 10],
			["TXT", "@", `v=spf1 include:${brand.mailHost} -all`],
		],
	},
	{
		id: "google-workspace",
		kind: "mail",
		name: "Google Workspace",
		about: "Gmail under your own name.",
		next: "In the Google Admin console verify the domain and switch on DKIM: it gives you one more TXT record.",
		records: () => [
			["MX", "@", "smtp.google.com", 1],
			["TXT", "@", "v=spf1 include:_spf.google.com ~all"],
		],
	},
	{
		id: "microsoft-365",
		kind: "mail",
		name: "Microsoft 365",
		about: "Exchange and Outlook under your own name.",
		next: "In the Microsoft 365 admin center check the domain; it may ask for one TXT record of its own first.",
		field: {
			name: "field",
			label: "Your MX host",
			hint: "As the admin center shows it; usually your domain with hyphens for dots.",
			suggestion: (origin) => `${origin.replaceAll(".", "-")}.mail.protection.outlook.com`,
		},
		records: (_, host) => [
			["MX", "@", host, 0],
			["TXT", "@", "v=spf1 include:spf.protection.outlook.com -all"],
			["CNAME", "autodiscover", "autodiscover.outlook.com"],
		],
	},
	{
		id: "zoho-mail",
		kind: "mail",
		name: "Zoho Mail",
		about: "For accounts at zoho.com.",
		next: "In Zoho's admin console verify the domain and switch on DKIM: it gives you one more TXT record.",
		records: () => [
			["MX", "@", "mx.zoho.com", 10],
			["MX", "@", "mx2.zoho.com", 20],
			["MX", "@", "mx3.zoho.com", 50],
			["TXT", "@", "v=spf1 include:zoho.com ~all"],
		],
	},
	{
		id: "no-mail",
		kind: "mail",
		name: "No mail at all",
		about: "For a name that never sends or takes mail: nobody can write in its name.",
		next: "Nothing. To use mail later, choose a mail template.",
		records: () => [
			["MX", "@", ".", 0],
			["TXT", "@", "v=spf1 -all"],
			["TXT", "_dmarc", "v=DMARC1; p=reject"],
		],
	},
	{
		id: "shopify",
		kind: "site",
		name: "Shopify",
		about: "Your shop at the domain and at www.",
		next: "In Shopify connect the domain under Settings, Domains.",
		records: () => [
			["A", "@", "23.227.38.65"],
			["AAAA", "@", "2620:127:f00f:5::"],
			["CNAME", "www", "shops.myshopify.com"],
		],
	},
	{
		id: "squarespace",
		kind: "site",
		name: "Squarespace",
		about: "Your site at the domain and at www.",
		next: "Squarespace shows one more CNAME record, with a code of its own, that proves the domain is yours: add it here.",
		records: () => [
			...addresses("A", ["198.185.159.144", "198.185.159.145", "198.49.23.144", "198.49.23.145"]),
			["CNAME", "www", "ext-sq.squarespace.com"],
		],
	},
	{
		id: "wordpress-com",
		kind: "site",
		name: "WordPress.com",
		about: "Your blog or site at the domain and at www.",
		next: "In WordPress.com add the domain to your site under Upgrades, Domains.",
		records: (origin) => [...addresses("A", ["192.0.78.24", "192.0.78.25"]), ["CNAME", "www", origin]],
	},
	{
		id: "github-pages",
		kind: "site",
		name: "GitHub Pages",
		about: "A repository's pages at the domain and at www.",
		next: "In the repository's settings, under Pages, enter the domain.",
		field: { name: "field", label: "Your address at GitHub", hint: "Your user or organization, like neema.github.io." },
		records: (_, host) => [
			...addresses("A", ["185.199.108.153", "185.199.109.153", "185.199.110.153", "185.199.111.153"]),
			...addresses("AAAA", [
				"2606:50c0:8000::153",
				"2606:50c0:8001::153",
				"2606:50c0:8002::153",
				"2606:50c0:8003::153",
			]),
			["CNAME", "www", host],
		],
	},
];

/** Undefined for an id that no template has. */
export const findTemplate = (id: string | undefined): Template | undefined => templates.find((one) => one.id === id);

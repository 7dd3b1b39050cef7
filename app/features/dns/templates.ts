import { brand } from "~/brand";
import type { RecordType } from "./record";

type Line = readonly [type: RecordType, name: string, value: string, priority?: number];

/** A value that a template needs in addition to the domain. */
interface TemplateField {
	readonly name: string;
	readonly label: string;
	readonly hint: string;
	/** Initial value. @param planIp the IP address of the domain's hosting plan. Empty without a plan. */
	readonly suggestion?: (origin: string, planIp: string) => string;
}

export interface Template {
	readonly id: string;
	readonly kind: "mail" | "site";
	readonly name: string;
	readonly about: string;
	/** What the customer has to do next at the provider. */
	readonly next: string;
	readonly field?: TemplateField;
	/** The records that the provider documents. */
	readonly records: (origin: string, field: string) => readonly Line[];
}

/**
 * The records of a domain whose website and mailboxes are on a hosting plan.
 * @param origin the domain
 * @param ip the plan's IP address
 */
export const planRecords = (origin: string, ip: string): readonly Line[] => [
	["A", "@", ip],
	["CNAME", "www", origin],
	["MX", "@", brand.mailHost, 10],
	["TXT", "@", `v=spf1 include:${brand.mailHost} -all`],
];

const addresses = (type: "A" | "AAAA", values: readonly string[]): Line[] => values.map((value) => [type, "@", value]);

export const templates: readonly Template[] = [
	{
		id: "kikoa-hosting",
		kind: "site",
		name: "Hosting with us",
		about: "The website and mailboxes of your hosting plan.",
		next: "Nothing. Your website and mailboxes work once the change has spread.",
		field: {
			name: "field",
			label: "IP address of your plan",
			hint: "You'll find it in your plan's details, under Hosting.",
			suggestion: (_, planIp) => planIp,
		},
		records: planRecords,
	},
	{
		id: "google-workspace",
		kind: "mail",
		name: "Google Workspace",
		about: "Gmail at your own domain.",
		next: "In the Google Admin console, verify the domain and turn on DKIM. It gives you one more TXT record to add here.",
		records: () => [
			["MX", "@", "smtp.google.com", 1],
			["TXT", "@", "v=spf1 include:_spf.google.com ~all"],
		],
	},
	{
		id: "microsoft-365",
		kind: "mail",
		name: "Microsoft 365",
		about: "Exchange and Outlook at your own domain.",
		next: "In the Microsoft 365 admin center, check the domain. It may ask you to add a TXT record first.",
		field: {
			name: "field",
			label: "Your MX host",
			hint: "Copy it from the admin center. It's usually your domain with hyphens instead of dots.",
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
		next: "In Zoho's admin console, verify the domain and turn on DKIM. It gives you one more TXT record to add here.",
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
		name: "No email",
		about: "For a domain that never sends or receives email. Others can't send email in its name.",
		next: "Nothing. To use email later, choose an email template.",
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
		next: "In Shopify, connect the domain under Settings, Domains.",
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
		next: "Squarespace shows one more CNAME record that proves the domain is yours. Add it here.",
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
		next: "In WordPress.com, add the domain to your site under Upgrades, Domains.",
		records: (origin) => [...addresses("A", ["192.0.78.24", "192.0.78.25"]), ["CNAME", "www", origin]],
	},
	{
		id: "github-pages",
		kind: "site",
		name: "GitHub Pages",
		about: "A repository's pages at the domain and at www.",
		next: "In the repository's settings, enter the domain under Pages.",
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

export const findTemplate = (id: string | undefined): Template | undefined => templates.find((one) => one.id === id);

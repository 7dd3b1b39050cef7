import { readFileSync } from "node:fs";
import { brand } from "~/brand";
import { productTitle, unitPrice } from "~/features/catalog/catalog";
import "~/features/catalog/scope.server";
import type { Hardware, Plan, PlanFamily, Term } from "~/features/catalog/product";
import { versionOne } from "~/features/catalog/version-one/version-one";
import type { Answer } from "~/features/domains/answer";
import { formatMoney, type Money } from "~/lib/money";
import { countOf, elementOf, textOf } from "../support/html";
import { firstYears } from "../support/price-list";
import { expect, test } from "../support/shop";

const { addons, hardware, plans } = versionOne;

/** Figures are copied from the price list, so that an error in the catalogue is found. */
type Read = (path: string) => Promise<{ html: string; text: string; part(id: string): string }>;

const figures = test.extend<{ read: Read }>({
	read: async ({ request }, use) => {
		await use(async (path) => {
			const html = await (await request.get(path)).text();
			return { html, text: textOf(html), part: (id) => textOf(elementOf(html, id)) };
		});
	},
});

/** Extensions without a listed price, at the default price. */
const unlisted = ["co", "cloud", "biz", "africa", "co.za", "ng", "tz", "ug"].map((tld) => [tld, 1000] as const);

const shillings = (amount: number) => `Ksh ${amount.toLocaleString("en")}`;

for (const path of ["/domains", "/domains/search"]) {
	figures(`${path} shows the price of every extension, and four questions`, async ({ read }) => {
		const { html, part } = await read(path);
		const table = part("prices");
		for (const [tld, price] of [...firstYears, ...unlisted]) {
			const years = tld === "co.ke" ? "1 to 5 years " : "";
			expect(table).toContain(`.${tld} ${years}${shillings(price)} ${shillings(price + 200)}`);
		}
		// Two tables side by side, each with its own head.
		expect(countOf(elementOf(html, "prices"), "tr")).toBe(2 + 25);
		expect(countOf(elementOf(html, "questions"), "details")).toBe(4);
		for (const title of ["Affordable Pricing", "Easy Management", "Local Support"])
			expect(part("why")).toContain(title);
	});
}

figures("/domains names the rules of a transfer; /transfer and /select-domain name the same", async ({ read }) => {
	for (const text of [
		(await read("/domains")).part("transfer"),
		(await read("/transfer")).text,
		(await read("/select-domain?setup=transfer")).text,
	]) {
		for (const rule of [
			/at least 60 days old/,
			/unlocked/,
			/authorization code/,
			/WHOIS privacy is off/,
			/5 to 7 days/,
		])
			expect(text).toMatch(rule);
		expect(text).toContain("48 hours");
	}
});

figures(
	"/domains/search offers the ten extensions in shillings, with their list price in dollars",
	async ({ read }) => {
		const explore = (await read("/domains/search")).part("explore");
		expect(explore).toContain("Explore TLD Options");
		for (const [tld, price, dollars] of [
			["com", 1750, "12.99"],
			["net", 1950, "11.49"],
			["org", 1750, "10.99"],
			["co", 1000, "14.99"],
			["io", 7500, "34.99"],
			["ai", 6000, "69.00"],
			["me", 1300, "8.99"],
			["store", 1100, "6.99"],
			["tech", 950, "4.99"],
			["xyz", 450, "1.99"],
		] as const)
			expect(explore).toMatch(new RegExp(`\\.${tld} ${shillings(price)} a year or \\$${dollars.replace(".", "\\.")}`));
		const { text } = await read("/domains/search");
		for (const words of ["Find Your Perfect Domain", "Free WHOIS Privacy", "SSL Security", "Competitive Pricing"])
			expect(text).toContain(words);
	},
);

/** The page of each plan with its name, its price and its features. */
const shownPlans: readonly (readonly [path: string, part: string, family: PlanFamily, term: Term, rows: string[][]])[] =
	[
		[
			"/hosting",
			"packages",
			"package",
			"annual",
			[
				["Starter package", "4,200", "35 GB NVMe", "4 GB RAM", "1 website", "10 mailboxes"],
				["Standard package", "5,200", "100 GB", "8 GB RAM", "500,000 files", "50 mailboxes", "Most popular"],
				["Executive package", "12,500", "Unlimited storage", "16 GB RAM", "12 million files"],
				["Hosting Only package", "2,875", "35 GB", "4 GB RAM", "300,000 files"],
			],
		],
		[
			"/hosting/web",
			"plans",
			"shared",
			"monthly",
			[
				["Starter Hosting", "2,800", "1 website", "50 GB storage", "25 mailboxes"],
				["Business Hosting", "4,200", "Unlimited websites", "Free domain, first year, when paid annually"],
				["Professional Hosting", "6,000", "Unlimited websites", "Free domain, first year, when paid annually"],
			],
		],
		[
			"/hosting/vps",
			"plans",
			"vps",
			"monthly",
			[
				["Starter VPS", "1,800", "1 vCPU", "2 GB RAM", "40 GB storage", "1 TB traffic a month"],
				["Business VPS", "3,500", "2 vCPU", "4 GB RAM", "80 GB storage", "2 TB traffic a month"],
				["Enterprise VPS", "6,000", "4 vCPU", "8 GB RAM", "160 GB storage", "4 TB traffic a month"],
			],
		],
		[
			"/hosting/reseller",
			"plans",
			"reseller",
			"monthly",
			[
				["Starter Reseller", "1,000", "10 customer accounts", "50 GB storage"],
				["Business Reseller", "3,000", "30 customer accounts", "150 GB storage"],
				["Enterprise Reseller", "8,000", "100 customer accounts", "500 GB storage"],
			],
		],
		[
			"/pricing",
			"monthly",
			"pricing",
			"monthly",
			[
				["Starter plan", "1,000", "1 website", "20 GB storage", "10 mailboxes"],
				["Business plan", "2,500", "60 GB storage", "50 mailboxes", "Most popular"],
				["Enterprise plan", "5,000", "200 GB storage", "Unlimited mailboxes"],
			],
		],
		[
			"/pricing",
			"annual",
			"pricing",
			"annual",
			[
				["Starter plan", "10,000", "Save 16%"],
				["Business plan", "24,000", "Save 20%", "Best value"],
				["Enterprise plan", "48,000", "Save 20%"],
			],
		],
	];

for (const [path, part, family, term, rows] of shownPlans) {
	figures(
		`${path} shows the ${term} prices of its ${family} plans as the price list and the catalogue have them`,
		async ({ read }) => {
			const cards = (await read(path)).part(part).split("Get Started").slice(0, -1);
			const listed = plans.filter((plan) => plan.family === family);
			expect(cards).toHaveLength(rows.length);
			rows.forEach(([name = "", price, ...details], index) => {
				const card = cards[index];
				expect(card).toContain(`${name} Ksh ${price} ${term === "annual" ? "a year" : "a month"}`);
				for (const detail of details) expect(card).toContain(detail);
				const plan = listed[index] as Plan;
				expect(productTitle(plan)).toBe(name);
				expect(formatMoney(unitPrice(plan, term) as Money)).toBe(`Ksh ${price}`);
			});
		},
	);
}

figures("/hosting turns three offers, every five seconds or by a swipe of 50 pixels", async ({ read }) => {
	const { html, text } = await read("/hosting");
	expect(text).toMatch(/Managed Shared Hosting .*? Ksh 3,500 a year Get this offer/);
	expect((await read("/select-domain?plan=package-managed-shared&term=annual")).text).toMatch(
		/Selected plan Managed Shared Hosting Ksh 3,500 a year/,
	);
	expect(text).toMatch(/Managed VPS Hosting .*? Ksh 1,800 a month/);
	expect(text).toMatch(/Reseller Hosting .*? Ksh 1,000 a month/);
	expect(html.match(/data-dot=/g)).toHaveLength(3);
	expect(text).toContain("Excluding VAT");
	expect(island("slide-carousel")).toMatch(/intervalMs = 5_000;.*swipeThreshold = 50;/s);
});

figures("/hosting/web lists what the control panel does and answers two sets of questions", async ({ read }) => {
	const { html, part, text } = await read("/hosting/web");
	const panel = part("control-panel");
	for (const words of ["One-click install", "File manager", "Email accounts", "Database admin", "Statistics"])
		expect(panel).toContain(words);
	expect(panel).toMatch(/Security and backup/);
	expect(countOf(elementOf(html, "questions"), "details")).toBe(0);
	expect(countOf(elementOf(html, "questions"), "dt")).toBe(4);
	expect(countOf(elementOf(html, "more-questions"), "details")).toBe(5);
	expect(text).toContain("30-day money-back guarantee");
	expect(text.match(/View All Features Show Less Features/g)).toHaveLength(3);
	for (const action of ["Get Started Now", "Chat with an Expert"])
		expect(text.split(action).length - 1, action).toBeGreaterThanOrEqual(2);
});

figures("/hosting/reseller works out the example: 25 plans, $9.99, cost $3.00", async ({ read }) => {
	const { html, text } = await read("/hosting/reseller");
	expect(text).toContain("up to 70%");
	for (const [name, value] of [
		["plans", "25"],
		["price", "9.99"],
		["cost", "3.00"],
	])
		expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"`));
	expect(text).toMatch(/Monthly profit \$174\.75 Annual profit \$2,097\.00/);
});

figures("/pricing compares the plans and sells four add-ons", async ({ read }) => {
	const { part, text } = await read("/pricing");
	expect(part("compare")).toMatch(
		/By the month Ksh 1,000 Ksh 2,500 Ksh 5,000 By the year Ksh 10,000 Ksh 24,000 Ksh 48,000/,
	);
	for (const [name, price, per] of [
		["Domain privacy", 500, "a year"],
		["Premium SSL", 1500, "a year"],
		["Malware scanning", 800, "a month"],
		["Automated backups", 400, "a month"],
	] as const)
		expect(part("addons")).toMatch(new RegExp(`${name} .*? ${shillings(price)} ${per} Add to Cart`));
	expect(part("addons")).toMatch(/Automated backups .*?30 days/);
	expect(addons).toHaveLength(4);
	expect(text).toContain("30-day money-back guarantee");
	// 500 and 1,000, 8 % tax. Then 1,000 a month, and 700 a year for the domain.
	expect(text).toMatch(
		/first month Ksh 1,000 WHOIS privacy, DNS, SSL Free Tax, 8% Ksh 120 You pay Ksh 1,620 Each further month Ksh 1,080 The domain, each further year Ksh 756/,
	);
	// 500 and 10,000, then 700 and 10,000.
	expect(text).toMatch(/Tax, 8% Ksh 840 You pay Ksh 11,340 Each further year Ksh 11,556/);
	// The domain is free with Business by the year.
	expect(text).toMatch(/first year Free Business plan, first year Ksh 24,000 .*? You pay Ksh 25,920/);
});

figures("/services sells six devices, delivered free the next day, with two years of warranty", async ({ read }) => {
	const { html, part, text } = await read("/services");
	const shop = part("pos-systems");
	const devices = [
		[69_900, "4.9"],
		[24_900, "4.7"],
		[18_900, "4.6"],
		[45_900, "4.8"],
		[18_900, "4.5"],
		[21_900, "4.7"],
	] as const;
	hardware.forEach((device: Hardware, index) => {
		const [price, rating] = devices[index] ?? [0, ""];
		expect(shop).toContain(`${device.name} ${rating} ${device.description}`);
		expect(shop).toMatch(new RegExp(`${device.features.at(-1)} ${shillings(price)} Add to Cart`));
		expect(unitPrice(device, "once")?.amount).toBe(price * 100);
	});
	expect(hardware).toHaveLength(devices.length);
	expect(shop).toMatch(/All Products Incotex Thermal Printers Cash Drawers/);
	expect(part("benefits")).toMatch(/Free next-day delivery.*Kenya.*2-year warranty.*Support in Kenya/);
	for (const id of ["website-development", "pos-systems", "seo-optimization"]) expect(html).toContain(`id="${id}"`);
	for (const words of ["Your Shopping Cart", "Your cart is empty", "Proceed to Checkout"])
		expect(textOf(html.slice(html.indexOf("<cart-drawer")))).toContain(words);
	expect(text).toContain("Request a Quote");
	expect(island("cart-drawer")).toContain("closeAfterMs = 3 * SECOND");
});

figures("every page keeps the promises of the house", async ({ read }) => {
	const home = (await read("/")).text;
	for (const words of [
		"99.9%",
		"service credits",
		"30 days",
		"seven days a week",
		brand.phoneHours,
		"without downtime",
	])
		expect(home).toContain(words);
	expect(brand.phoneHours).toBe("Mon–Fri, 8am–6pm EAT");
	expect(home).toContain("plans Business and Professional include unlimited websites");
	expect(home).toContain("for WHOIS privacy, DNS management and forwarding");
	for (const mark of ["M-PESA", "VISA", "Mastercard"]) expect(home).toContain(mark);
	// Not connected.
	for (const mark of ["PayPal", "Pesapal"]) expect(home).not.toContain(mark);
	expect((await read("/domains")).text).toContain("for 1 to 10 years");
});

figures("a test shop shows three sample testimonials on a page", async ({ read }) => {
	for (const path of ["/hosting", "/hosting/web", "/hosting/vps", "/hosting/reseller", "/services"]) {
		const { html } = await read(path);
		const section = elementOf(html, "testimonials");
		expect(countOf(section, "blockquote"), path).toBe(3);
		expect(section.match(/aria-label="[1-5] of 5"/g), path).toHaveLength(3);
	}
});

figures("/status starts with the backend's own words", async ({ read }) => {
	expect((await read("/status")).text).toContain("Backend Status: Backend is running.");
});

figures("/developer shows what the API really answers", async ({ read, request }) => {
	const { text } = await read("/developer");
	const [name] = (await (
		await request.get("/api/domains/search?q=mamaneema&tlds=co.ke", { headers: { Accept: "application/json" } })
	).json()) as Answer[];
	const { domain, tld, state, available, price, renewal } = name as Answer;
	expect(text).toContain(JSON.stringify([domain, state, price?.amount]));
	const spread = JSON.stringify({ domain, tld, state, available, price, renewal }, null, 2).slice(0, -2);
	expect(text).toContain(spread.replace(/\s+/g, " "));
	const { error } = await (await request.get("/api/domains/search?q=mama!neema")).json();
	expect(text).toContain(error);
});

figures("the header turns compact after 10 pixels, toasts stay for 4000 ms and fade in 230", () => {
	expect(island("site-header")).toContain("compactAfter = 10");
	expect(island("toast")).toMatch(/toastDuration = 4000;.*toastAnimation = 230;/s);
	expect(island("chat-button")).toContain("delayMs = 500");
});

const island = (name: string) => readFileSync(`app/islands/${name}.ts`, "utf8");

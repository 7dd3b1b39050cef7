import { describe, expect, test } from "vitest";
import {
	annualSavings,
	commonFeatures,
	findProduct,
	hostingPackages,
	plansOf,
	productTitle,
	unitPrice,
} from "~/features/catalog/catalog";
import {
	domainPrice,
	maxYears,
	registrationPrice,
	renewalPrice,
	soldExtensions,
} from "~/features/catalog/domain-prices";
import { extensionOffers } from "~/features/catalog/extension-offers";
import { hardwareCategories } from "~/features/catalog/hardware-categories";
import { isSold } from "~/features/catalog/known-extensions";
import { portalExtensions, portalInitialExtensions } from "~/features/catalog/portal-extensions";
import type { Addon, Hardware, Plan, Term } from "~/features/catalog/product";
import { resellerExample } from "~/features/catalog/reseller-example";
import { settings } from "~/features/catalog/settings";
import { versionOne } from "~/features/catalog/version-one/version-one";
import { planGroups } from "~/features/catalog-desk/new-products";
import { hostingFacts, isRunByStaff } from "~/features/hosting/hosting-facts";
import { formatMoney, kes, type Money, usd } from "~/lib/money";
import { firstYears } from "../support/price-list";

const { addons, hardware, plans, rules } = versionOne;
const products = [...versionOne.productsById.values()];

const priced = (id: string) => findProduct(id) as Plan | Addon | Hardware;
const price = (id: string, term: Term, currency?: "USD") => unitPrice(priced(id), term, currency);

test.each([...firstYears, ["example", 1000], ["africa", 1000]] as const)(
	".%s costs Ksh %i in the first year and 200 more in each later year",
	(tld, shillings) => {
		expect(domainPrice(tld)).toEqual(kes(shillings));
		expect(domainPrice(`.${tld}`)).toEqual(kes(shillings));
		expect(renewalPrice(tld)).toEqual(kes(shillings + 200));
		expect(registrationPrice(tld, 3)).toEqual(kes(shillings + 2 * (shillings + 200)));
	},
);

test("extensions can be registered for 1 to 10 years if the registry allows it", () => {
	expect(settings.domainYears).toEqual({ min: 1, max: 10 });
	expect([maxYears("com"), maxYears("co.ke"), maxYears("africa")]).toEqual([10, 5, 10]);
});

test("the ten-item extension list keeps its ids, order and dollar prices", () => {
	expect(extensionOffers.map((offer) => [offer.id, offer.tld, formatMoney(domainPrice(offer.tld, "USD"))])).toEqual([
		["domain-001", "com", "$12.99"],
		["domain-002", "net", "$11.49"],
		["domain-003", "org", "$10.99"],
		["domain-004", "co", "$14.99"],
		["domain-005", "io", "$34.99"],
		["domain-006", "ai", "$69.00"],
		["domain-007", "me", "$8.99"],
		["domain-008", "store", "$6.99"],
		["domain-009", "tech", "$4.99"],
		["domain-010", "xyz", "$1.99"],
	]);
});

test("the portal has 22 extensions and its sample prices", () => {
	expect(portalExtensions.map((tld) => `.${tld}`).join(" ")).toBe(
		".com .io .app .dev .co .tech .net .org .ai .cloud .xyz .me .info .biz .store .online .africa .co.ke .co.za .ng .tz .ug",
	);
	expect(portalInitialExtensions).toEqual(["com", "io", "app"]);
	const dollars = ["com", "io", "dev", "africa"].map((tld) => formatMoney(domainPrice(tld, "USD")));
	expect(dollars).toEqual(["$12.99", "$34.99", "$19.99", "$29.99"]);
});

test("the lists show exactly what can be bought", () => {
	expect(soldExtensions()).toHaveLength(25);
	expect([...portalExtensions, ...extensionOffers.map(({ tld }) => tld)].every(isSold)).toBe(true);
	expect(["ke", "example", "", "constructor", "__proto__"].some(isSold)).toBe(false);
});

test.each<[string, Term, Money]>([
	["package-starter", "annual", kes(4200)],
	["package-standard", "annual", kes(5200)],
	["package-executive", "annual", kes(12_500)],
	["package-hosting-only", "annual", kes(2875)],
	["package-managed-shared", "annual", kes(3500)],
	["shared-starter", "monthly", kes(2800)],
	["shared-business", "monthly", kes(4200)],
	["shared-pro", "monthly", kes(6000)],
	["vps-starter", "monthly", kes(1800)],
	["vps-business", "monthly", kes(3500)],
	["vps-enterprise", "monthly", kes(6000)],
	["reseller-starter", "monthly", kes(1000)],
	["reseller-business", "monthly", kes(3000)],
	["reseller-enterprise", "monthly", kes(8000)],
	["plan-starter", "monthly", kes(1000)],
	["plan-starter", "annual", kes(10_000)],
	["plan-business", "monthly", kes(2500)],
	["plan-business", "annual", kes(24_000)],
	["plan-enterprise", "monthly", kes(5000)],
	["plan-enterprise", "annual", kes(48_000)],
	["addon-privacy", "annual", kes(500)],
	["addon-ssl", "annual", kes(1500)],
	["addon-malware", "monthly", kes(800)],
	["addon-backups", "monthly", kes(400)],
])("%s %s costs %o", (id, term, expected) => {
	expect(price(id, term)).toEqual(expected);
});

test.each([
	["web-starter", 599],
	["web-business", 1299],
	["web-premium", 2499],
	["email-basic", 299],
	["email-pro", 699],
	["vps-developer", 2999],
])("the portal's %s costs %i US cents a month", (id, cents) => {
	expect(price(id, "monthly", "USD")).toEqual(usd(cents));
});

test("every virtual server states its vCPU, memory, disk and traffic", () => {
	const servers = plans.filter(({ id }) => id.startsWith("vps-"));
	expect(servers).toHaveLength(4);
	for (const { id, features } of servers)
		expect(features.join(), id).toMatch(/\d vCPU,\d GB RAM,\d+ GB \w+,\d TB traffic a month/);
});

describe("the lists have the specified details", () => {
	test("packages exclude VAT and state their space, memory and file limits", () => {
		expect(hostingPackages().every((plan) => plan.excludesVat)).toBe(true);
		expect(
			hostingPackages().map(({ resources }) => [resources?.diskGb, resources?.ramGb, resources?.fileLimit]),
		).toEqual([
			[35, 4, undefined],
			[100, 8, 500_000],
			["Unlimited", 16, 12_000_000],
			[35, 4, 300_000],
		]);
	});

	test("a year of a pricing plan saves what its label says, never less", () => {
		expect(plansOf("pricing").map(annualSavings)).toEqual([16, 20, 20]);
		for (const plan of plans) {
			const [monthly, annual] = [unitPrice(plan, "monthly"), unitPrice(plan, "annual")];
			if (!monthly || !annual) continue;
			const saved = 12 * monthly.amount - annual.amount;
			expect(saved * 100, plan.id).toBeGreaterThanOrEqual(annualSavings(plan) * 12 * monthly.amount);
		}
	});

	/** What a plan's card says of a size: a number, or that there is no limit. */
	const stated = ({ features }: Plan, words: RegExp) => {
		const text = features.find((feature) => words.test(feature)) ?? "";
		return /unlimited|as many|limited by disk/i.test(text) ? "Unlimited" : Number(/\d+/.exec(text)?.[0]);
	};
	const sizeOf = (plan: Plan) =>
		Object.fromEntries(
			Object.entries(hostingFacts(plan, "monthly", kes(1)).resources).map(([key, { total }]) => [key, total]),
		);

	test.each(plans.map((plan) => [plan.id, plan] as const))("%s states the sizes that the panel gets", (id, plan) => {
		const { disk, domains, emailAccounts, storage, accounts } = sizeOf(plan);
		const domainWords = /website|domains? /i;
		if (id.startsWith("email-")) {
			expect(stated(plan, /mailboxes/)).toBe(accounts);
			expect(stated(plan, /per mailbox/)).toBe(Number(storage) / Number(accounts));
			expect(stated(plan, /domain$/)).toBe(domains);
			return;
		}
		expect(stated(plan, /\d GB (NVMe|storage)|NVMe$|unlimited storage/i)).toBe(disk);
		expect(stated(plan, domainWords)).toBe(domains);
		expect(stated(plan, /mailbox|email accounts|websites and email/i)).toBe(emailAccounts);
	});

	test("a free first-year domain comes with Business and Professional plans", () => {
		const free = products.filter((product) => product.kind === "plan" && product.freeDomain).map(({ id }) => id);
		expect(free).toEqual(["plan-business", "shared-business", "shared-pro"]);
	});

	test("hardware has the specified prices, four features each and ratings from 4.5 to 4.9", () => {
		expect(hardware.map((item) => item.prices.once)).toEqual(
			[69_900, 24_900, 18_900, 45_900, 18_900, 21_900].map((shillings) => ({ KES: kes(shillings) })),
		);
		expect(hardware.every((item) => item.features.length === 4)).toBe(true);
		const ratings = hardware.map(({ rating = 0 }) => rating);
		expect([Math.min(...ratings), Math.max(...ratings)]).toEqual([4.5, 4.9]);
		expect(hardwareCategories.map(({ id }) => id)).toEqual(["all", "incotex", "printers", "cash-drawers"]);
	});

	test("backups are kept for 30 days", () => {
		expect(addons.find(({ id }) => id === "addon-backups")?.features).toEqual(["30-day retention"]);
	});

	test("the reseller's example adds up", () => {
		const { plansSold, pricePerPlan, costPerPlan, monthlyProfit, annualProfit } = resellerExample;
		expect((pricePerPlan.amount - costPerPlan.amount) * plansSold).toBe(monthlyProfit.amount);
		expect(monthlyProfit.amount * 12).toBe(annualProfit.amount);
		expect([formatMoney(monthlyProfit), formatMoney(annualProfit)]).toEqual(["$174.75", "$2,097.00"]);
	});

	test("tax is 8 % and delivery costs a flat 5.99 in either currency", () => {
		expect(rules.taxBasisPoints).toBe(800);
		expect(rules.shipping.KES).toEqual({ amount: 599, currency: "KES" });
		expect(rules.shipping.USD).toEqual(usd(599));
	});
});

test("ids are unique, and a property name of JavaScript objects finds no product", () => {
	expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
	expect(["__proto__", "constructor", "toString", ""].map(findProduct)).toEqual([
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});

test("every product has a price in both currencies, converted at the list rate if a list gives only one", () => {
	for (const product of products) {
		if (!("prices" in product)) continue;
		for (const term of Object.keys(product.prices) as Term[]) {
			expect(unitPrice(product, term, "KES")?.amount).toBeGreaterThan(0);
			expect(unitPrice(product, term, "USD")?.amount).toBeGreaterThan(0);
		}
	}
	expect(price("plan-business", "monthly", "USD")).toEqual(usd(1924));
	expect(price("web-starter", "monthly")).toEqual(kes(779));
	expect(domainPrice("africa", "USD")).toEqual(usd(2999));
});

test("no two plans have the same name", () => {
	const names = plans.map(productTitle);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("a product's name on an invoice describes it", () => {
	const title = (id: string) => productTitle(priced(id));
	expect([
		title("plan-starter"),
		title("package-hosting-only"),
		title("package-managed-shared"),
		title("web-starter"),
		title("email-pro"),
	]).toEqual(["Starter plan", "Hosting Only package", "Managed Shared Hosting", "Web Starter", "Email Pro"]);
});

test("features that every plan has are listed apart from those that differ", () => {
	const [starter, business, enterprise] = plansOf("pricing") as readonly [Plan, Plan, Plan];
	const common = commonFeatures(plansOf("pricing"));
	expect(common).toContain("Free SSL certificate");
	const own = ({ features }: Plan) => features.filter((feature) => !common.includes(feature));
	expect(own(starter)).toEqual(["1 website", "20 GB storage", "10 mailboxes"]);
	expect(own(business)).toEqual([
		"Unlimited websites",
		"60 GB storage",
		"50 mailboxes",
		"Free domain, first year, when paid annually",
	]);
	expect(own(enterprise)).toEqual(["Unlimited websites", "200 GB storage", "Unlimited mailboxes"]);
	expect(commonFeatures([])).toEqual([]);
});

test("staff run the virtual servers and the plans of resellers, also those that are added at the desk, and no others", () => {
	const ofFamily = ({ family }: Pick<Plan, "family">) => family === "vps" || family === "reseller";
	const run = plans.filter(({ id }) => isRunByStaff(id));
	expect(run).toEqual(plans.filter((plan) => ofFamily(plan) || plan.id === "vps-developer"));
	for (const group of Object.values(planGroups)) expect(isRunByStaff(`${group.prefix}new`)).toBe(ofFamily(group));
	for (const { features } of run) expect(features.join()).not.toContain("one click from your portal");
});

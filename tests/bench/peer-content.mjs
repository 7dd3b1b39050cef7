import { load } from "../../scripts/database.mjs";
import { newVisitor } from "./visitor.mjs";

/**
 * What our search page shows, for the peers to show the same.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url a search
 * @returns `site` for every page, the `results` of the search, and our stylesheets as one `css`
 */
export async function contentOfSearch(browser, url) {
	const page = await browser.newPage({ extraHTTPHeaders: newVisitor() });
	await page.goto(`${url}&view=full`);
	const results = await page.evaluate(readResults);
	const sheets = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
	const texts = await Promise.all(sheets.map(async (href) => (await fetch(href)).text()));
	await page.close();
	if (!results.answer.name || results.rows.length === 0) throw new Error(`${url} shows no names`);
	return { site: await readSite(), results, css: texts.join("\n") };
}

/** Runs in our page. */
function readResults() {
	const text = (element) => element?.textContent.trim();
	const offer = (element) => {
		const { name, price, renewal } = JSON.parse(element.querySelector("add-to-cart").dataset.shown);
		return { name, price: `Ksh ${price.toLocaleString("en")}`, renewal: renewal.toLocaleString("en") };
	};
	const offers = (selector) => Array.from(document.querySelectorAll(`${selector} li:has(add-to-cart)`), offer);
	return {
		answer: {
			...offer(document.querySelector("#answer")),
			exact: text(document.querySelector("#answer strong")) ?? null,
		},
		found: text(document.querySelector("[data-found]")),
		rows: offers("[aria-labelledby=results]"),
		similar: offers("[aria-labelledby=similar]"),
		taken: Array.from(document.querySelectorAll("li[data-state=taken] > span:first-child"), text),
	};
}

async function readSite() {
	const [{ brand }, nav, prices, { extensionOffers }, { extensionCategories }, { priceLimits }, { formatMoney, kes }] =
		await Promise.all(
			[
				"app/brand.ts",
				"app/components/layout/site-nav.ts",
				"app/features/catalog/domain-prices.ts",
				"app/features/catalog/extension-offers.ts",
				"app/features/catalog/extension-categories.ts",
				"app/features/domains/search-filter.ts",
				"app/lib/money.ts",
			].map(load),
		);
	await load("app/features/catalog/scope.server.ts");
	const priced = (tld) => ({ tld, price: formatMoney(prices.domainPrice(tld)) });
	const [domains, hosting] = nav.headerMenus;
	return {
		brand,
		description: "Is your name available? Search .co.ke, .com and every other extension at once.",
		chat: nav.chatLink.href,
		menus: [domains, { ...hosting, links: [...hosting.links, ...nav.featureLinks] }],
		links: nav.headerLinks,
		groups: [
			{ title: "Domains", links: nav.domainLinks },
			{ title: "Hosting", links: nav.hostingLinks },
			{ title: "More", links: [...nav.headerLinks, ...nav.featureLinks] },
		],
		footer: [
			{ title: "Services", links: nav.serviceLinks },
			{ title: "Company", links: nav.companyLinks },
		],
		chips: ["co.ke", "com", "africa", "net", "org", "xyz", "ai", "io"].map(priced),
		extensions: prices.soldExtensions().map(priced),
		priceLimits: priceLimits.map((limit) => formatMoney(kes(limit))),
		kinds: extensionCategories.map(({ name }) => name),
		offers: extensionOffers.map(({ tld, dollarPrice }) => ({ ...priced(tld), dollars: formatMoney(dollarPrice.USD) })),
	};
}

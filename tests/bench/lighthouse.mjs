import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../../scripts/port.mjs";
import { median } from "./statistics.mjs";
import { browserCookies, newVisitor } from "./visitor.mjs";

const runs = 3;

/** Lighthouse's categories, with their names in tables. */
export const categories = { performance: "speed", accessibility: "access", "best-practices": "practices", seo: "seo" };

/** The local shop's robots.txt blocks search engines. A separate test covers the real one. */
const skipAudits = ["is-crawlable"];

/**
 * Medians of Lighthouse's mobile runs: scores from 0 to 100 per category, and paint times in ms.
 * @param {{ url: string, cookie: string }} visit
 * @param {{ executablePath: string, args: string[] }} launch
 */
export async function lighthouseMobile(visit, launch) {
	const results = await audit(visit, launch, { onlyCategories: Object.keys(categories) });
	const medians = (key) =>
		Object.fromEntries(Object.keys(results[0][key]).map((one) => [one, median(results.map((run) => run[key][one]))]));
	return {
		scores: medians("scores"),
		times: medians("times"),
		failed: [...new Set(results.flatMap(({ failed }) => failed))],
	};
}

/** Median of the largest contentful paint (ms) without the page's script files. */
export async function paintWithoutScript(visit, launch) {
	const results = await audit(visit, launch, { onlyCategories: ["performance"], blockedUrlPatterns: ["*.js"] });
	return median(results.map(({ times }) => times.largestPaint));
}

async function audit({ url, cookie }, launch, flags) {
	const results = [];
	for (let run = 0; run < runs; run += 1) {
		const port = await freePort();
		const browser = await chromium.launch({ ...launch, args: [...launch.args, `--remote-debugging-port=${port}`] });
		try {
			// Lighthouse opens its page in the browser's own context, and deletes its storage but not its cookies.
			const devTools = await browser.newBrowserCDPSession();
			await devTools.send("Storage.setCookies", { cookies: browserCookies(new URL(url).origin, cookie) });
			const extraHeaders = newVisitor();
			const { lhr } = await lighthouse(url, { port, skipAudits, extraHeaders, logLevel: "silent", ...flags });
			if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
			if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
			results.push(figuresOf(lhr));
		} finally {
			await browser.close();
		}
	}
	return results;
}

function figuresOf({ categories, audits }) {
	const of = (id) => audits[id].numericValue;
	const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
	return {
		scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round(score * 100)])),
		times: {
			firstPaint: of("first-contentful-paint"),
			largestPaint: of("largest-contentful-paint"),
			blocked: of("total-blocking-time"),
			shift: of("cumulative-layout-shift"),
		},
		failed: weighed.filter(({ id }) => audits[id].score !== null && audits[id].score < 0.9).map(({ id }) => id),
	};
}

import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../../scripts/port.mjs";
import { median } from "./statistics.mjs";

const runs = 3;

/** The local shop's robots.txt blocks search engines. A separate test covers the real one. */
const skipAudits = ["is-crawlable"];

/**
 * Medians of Lighthouse's mobile runs: scores from 0 to 100 per category, and paint times in ms.
 * @param {{ executablePath: string, args: string[] }} launch
 * @param {{ categories: string[], withoutScript?: boolean }} options
 */
export async function lighthouseMobile(url, launch, { categories, withoutScript = false }) {
	const results = [];
	for (let run = 0; run < runs; run += 1) {
		const port = await freePort();
		const browser = await chromium.launch({ ...launch, args: [...launch.args, `--remote-debugging-port=${port}`] });
		try {
			const flags = { port, onlyCategories: categories, skipAudits, logLevel: "silent" };
			const result = await lighthouse(url, { ...flags, ...(withoutScript && { blockedUrlPatterns: ["*.js"] }) });
			results.push(figuresOf(result.lhr));
		} finally {
			await browser.close();
		}
	}
	const medians = (key) =>
		Object.fromEntries(Object.keys(results[0][key]).map((one) => [one, median(results.map((run) => run[key][one]))]));
	return {
		scores: medians("scores"),
		times: medians("times"),
		failed: [...new Set(results.flatMap(({ failed }) => failed))],
	};
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

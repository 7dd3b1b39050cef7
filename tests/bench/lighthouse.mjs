import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../../scripts/port.mjs";
import { median } from "./statistics.mjs";

const runs = 3;

/** Median of Lighthouse's mobile runs: the score of 100 and what it is made of, in ms. */
export async function lighthouseMobile(url, executablePath, args) {
	const results = [];
	for (let run = 0; run < runs; run += 1) {
		const port = await freePort();
		const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] });
		try {
			const { lhr } = await lighthouse(url, { port, onlyCategories: ["performance"], logLevel: "silent" });
			results.push({
				score: Math.round(lhr.categories.performance.score * 100),
				firstPaint: lhr.audits["first-contentful-paint"].numericValue,
				largestPaint: lhr.audits["largest-contentful-paint"].numericValue,
				blocked: lhr.audits["total-blocking-time"].numericValue,
				shift: lhr.audits["cumulative-layout-shift"].numericValue,
			});
		} finally {
			await browser.close();
		}
	}
	const of = (key) => median(results.map((result) => result[key]));
	return Object.fromEntries(Object.keys(results[0]).map((key) => [key, of(key)]));
}

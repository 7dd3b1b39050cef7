import { chromium } from "@playwright/test";
import { categories, lighthouseMobile } from "../tests/bench/lighthouse.mjs";
import { pageBytes } from "../tests/bench/page-bytes.mjs";
import { contentOfSearch } from "../tests/bench/peer-content.mjs";
import { offersOf, peers, servePeer } from "../tests/bench/peers.mjs";
import { step } from "./say.mjs";
import { heading, row } from "./table.mjs";

/**
 * Measures our search page and the same page in other frameworks. They have its names, texts, stylesheets and font, but
 * no cloth, icons, filters or streaming.
 * @param {{ url: string, cookie: string }} visit of our page
 * @param {{ executablePath: string, args: string[] }} launch
 */
export async function benchPeers(visit, launch) {
	const browser = await chromium.launch(launch);
	const content = await contentOfSearch(browser, visit.url);
	const ours = await offersOf(browser, visit.url);
	const sizes = ["script KB", "total KB", "requests"];
	const measure = async (one) => [await pageBytes(browser, one), await lighthouseMobile(one, launch)];
	const figures = [["Kikoa", ours, ...(await measure(visit))]];
	for (const peer of peers) {
		step(`Installing and building the search page with ${peer.name}`);
		const { url, close } = await servePeer(peer, content);
		try {
			const offers = await offersOf(browser, url);
			if (offers.names.join() !== ours.names.join())
				throw new Error(`${peer.name} does not offer the names of our page`);
			figures.push([peer.name, offers, ...(await measure({ url, cookie: "" }))]);
		} finally {
			close();
		}
	}
	await browser.close();
	heading("The search page in other frameworks (script files and all bytes in brotli, Lighthouse mobile, ms)", [
		...["", "names", "characters", ...sizes],
		...[...Object.values(categories), "blocked", "first paint", "largest"],
	]);
	for (const [name, { names, characters }, { script, all, files }, { scores, times }] of figures) {
		row(
			name,
			...[names.length, characters, ...[script.brotli, all.brotli].map((bytes) => (bytes / 1024).toFixed(1)), files],
			...Object.keys(categories).map((category) => scores[category]),
			...[times.blocked, times.firstPaint, times.largestPaint].map((ms) => ms.toFixed(0)),
		);
	}
}

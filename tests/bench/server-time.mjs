import { median, quantile } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

const warmUpRequests = 10;
const rounds = 60;

/**
 * Response times (ms) of a page and, as a multiple of the reference page's, the ratio of the medians. Requests alternate
 * between both, so that a busy machine slows both.
 * @param {{ url: string, cookie: string }} visit
 * @param {string} reference address of the reference page
 */
export async function serverTime({ url, cookie }, reference) {
	const times = { page: [], reference: [] };
	for (let round = -warmUpRequests; round < rounds; round += 1) {
		const took = { reference: await get(reference), page: await get(url, cookie) };
		if (round >= 0) for (const [one, time] of Object.entries(took)) times[one].push(time);
	}
	const [page, empty] = [median(times.page), median(times.reference)];
	return { median: page, p95: quantile(times.page, 0.95), reference: empty, ratio: page / empty };
}

async function get(url, cookie) {
	const start = performance.now();
	const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
	return performance.now() - start;
}

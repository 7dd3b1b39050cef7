import { median, quantile } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

const warmUpRequests = 10;
const sequentialRequests = 60;
const parallelRequests = 200;
const concurrency = 8;

/** Response times of an address in ms, one request at a time, and requests per second under load. */
export async function serverTime(url, cookie) {
	for (let index = 0; index < warmUpRequests; index += 1) await get(url, cookie);
	const times = [];
	for (let index = 0; index < sequentialRequests; index += 1) times.push(await get(url, cookie));
	const start = performance.now();
	let left = parallelRequests;
	const client = async () => {
		while (left > 0) {
			left -= 1;
			await get(url, cookie);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, client));
	const perSecond = parallelRequests / ((performance.now() - start) / 1000);
	return { median: median(times), p95: quantile(times, 0.95), perSecond };
}

async function get(url, cookie) {
	const start = performance.now();
	const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
	return performance.now() - start;
}

import { median, quantile } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

const warmUp = 10;
const oneByOne = 60;
const together = 200;
const atOnce = 8;

/** How long an address takes, alone and under load; ms and requests per second. */
export async function serverTime(url, cookie) {
	for (let index = 0; index < warmUp; index += 1) await get(url, cookie);
	const times = [];
	for (let index = 0; index < oneByOne; index += 1) times.push(await get(url, cookie));
	const start = performance.now();
	let left = together;
	const client = async () => {
		while (left > 0) {
			left -= 1;
			await get(url, cookie);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, client));
	const perSecond = together / ((performance.now() - start) / 1000);
	return { median: median(times), p95: quantile(times, 0.95), perSecond };
}

async function get(url, cookie) {
	const start = performance.now();
	const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
	return performance.now() - start;
}

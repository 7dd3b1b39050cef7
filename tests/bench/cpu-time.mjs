import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { median } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

/** Milliseconds per clock tick of /proc. */
const tick = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Microseconds between two samples of the profiler. */
const interval = 400;

/** CPU time of a process since its start, of all its threads (ms). */
function cpuOf(pid) {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The second field is the name of the program in brackets, and fields 14 and 15 are the ticks in user and system mode.
	const [userTicks, systemTicks] = stat
		.slice(stat.lastIndexOf(")") + 2)
		.split(" ")
		.slice(11, 13);
	return (Number(userTicks) + Number(systemTicks)) * tick;
}

/**
 * CPU time of workerd for one request (ms). It includes miniflare's own Workers, which play D1, KV and the cache in the
 * same process.
 * @param {() => { url: string, cookie?: string }} next the next address to request
 */
export async function cpuPerRequest(pid, next, requests) {
	const before = cpuOf(pid);
	for (let index = 0; index < requests; index += 1) await get(next());
	return (cpuOf(pid) - before) / requests;
}

/**
 * CPU time of one request in our Worker alone (ms): the samples of V8's profiler that are in our isolate, including the
 * garbage collector.
 */
export async function isolatePerRequest(inspectorUrl, next, requests) {
	const inspector = await connect(inspectorUrl);
	await inspector.send("Profiler.enable");
	await inspector.send("Profiler.setSamplingInterval", { interval });
	await inspector.send("Profiler.start");
	for (let index = 0; index < requests; index += 1) await get(next());
	const { profile } = await inspector.send("Profiler.stop");
	inspector.close();
	return busyTime(profile) / requests;
}

/**
 * Milliseconds of a profile in which the isolate ran. A sample counts for the interval at most, because V8 takes none while
 * another isolate or process has the thread. `(program)` is native code outside of our calls.
 */
function busyTime({ nodes, samples, timeDeltas }) {
	const others = new Set(
		nodes.filter(({ callFrame }) => /^\((idle|program|root)\)$/.test(callFrame.functionName)).map(({ id }) => id),
	);
	return (
		samples.reduce((total, id, index) => total + (others.has(id) ? 0 : Math.min(interval, timeDeltas[index])), 0) /
		1_000
	);
}

/**
 * CPU time for rendering a table of 1,000 rows in Node (ms). Page times are compared with it, so that a budget is valid on
 * a slow or busy machine too.
 */
export function referenceTime() {
	const rows = Array.from({ length: 1_000 }, (_, index) =>
		createElement(
			"tr",
			{ key: index },
			createElement("td", { className: "name" }, index),
			createElement("td", null, "row"),
		),
	);
	const table = createElement("table", null, createElement("tbody", null, rows));
	const times = Array.from({ length: 15 }, () => {
		const before = process.cpuUsage();
		renderToString(table);
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000;
	});
	return median(times);
}

async function get({ url, cookie }) {
	const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

/** Speaks the Chrome DevTools protocol. */
async function connect(url) {
	const socket = new WebSocket(url);
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve, { once: true });
		socket.addEventListener("error", reject, { once: true });
	});
	const waiting = new Map();
	socket.addEventListener("message", ({ data }) => {
		const { id, result, error } = JSON.parse(data);
		const entry = waiting.get(id);
		if (!entry) return;
		waiting.delete(id);
		if (error) entry.reject(new Error(error.message));
		else entry.resolve(result);
	});
	let last = 0;
	return {
		send(method, params = {}) {
			last += 1;
			socket.send(JSON.stringify({ id: last, method, params }));
			return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
		},
		close: () => socket.close(),
	};
}

import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { bootstrap, root } from "./bootstrap.mjs";
import { stop } from "./say.mjs";

await bootstrap();
if (process.argv[2] === "full") {
	const { benchFull } = await import("./bench-full.mjs");
	const over = await benchFull(process.argv.slice(3));
	printResult(over);
	process.exit(over.length === 0 ? 0 : 1);
}
const [
	{ build },
	{ chromiumArgs, findChromium },
	{ demoSignIn, migrate, seed },
	{ localSecrets },
	{ openDatabase, openShop },
] = await Promise.all([
	import("./build.mjs"),
	import("./chromium.mjs"),
	import("./database.mjs"),
	import("./secrets.mjs"),
	import("./shop.mjs"),
]);
const [
	{ chromium },
	{ cpuOfPages },
	{ fakeRegistries },
	{ lighthouseMobile },
	{ cpuBudgets, furtherPages, furtherScript, pages: allPages, scaleRatio, searchDelay, searchFirst, underFlood },
	{ addedScript, cookiesOf, pageBytes },
	{ scaleTimes },
	{ firstResultDelay, searchTime },
	{ serverTime },
	{ signInFlood },
	{ signIn },
	{ median },
	{ heading, row },
	{ freePort },
] = await Promise.all([
	import("@playwright/test"),
	import("../tests/bench/cpu-pages.mjs"),
	import("../tests/bench/fake-registries.mjs"),
	import("../tests/bench/lighthouse.mjs"),
	import("../tests/bench/budgets.mjs"),
	import("../tests/bench/page-bytes.mjs"),
	import("../tests/bench/scale.mjs"),
	import("../tests/bench/search-time.mjs"),
	import("../tests/bench/server-time.mjs"),
	import("../tests/bench/sign-in-flood.mjs"),
	import("../tests/bench/visitor.mjs"),
	import("../tests/bench/statistics.mjs"),
	import("./table.mjs"),
	import("./port.mjs"),
]);

/** `npm run bench -- lighthouse /pricing` measures these parts of these pages. */
const parts = ["bytes", "trips", "time", "flood", "lighthouse", "scale", "search", "cpu"];
/** `npm run bench -- cpu --base=DIR` compares the CPU time with that of another checkout, which has to be built. */
const base = process.argv
	.slice(2)
	.find((one) => one.startsWith("--base="))
	?.slice("--base=".length);
const requested = process.argv.slice(2).filter((one) => !one.startsWith("--base="));
const unknown = requested.filter((one) => !one.startsWith("/") && !parts.includes(one));
if (unknown.length > 0) stop(`Can't measure ${unknown.join(", ")}. Use ${parts.join(", ")}, or the path of a page.`);
const requestedPages = requested.filter((one) => one.startsWith("/"));
const pages =
	requestedPages.length > 0 ? allPages.filter(({ path: address }) => requestedPages.includes(address)) : allPages;
if (pages.length === 0) stop(`No page of ${requestedPages.join(", ")} has a budget (tests/bench/budgets.mjs).`);
const requestedParts = parts.filter((part) => requested.includes(part));
/** The parts that measure single pages. With pages as arguments, only these run. */
const pageParts = ["bytes", "trips", "lighthouse"];
const wants = (part) =>
	(requestedParts.length === 0 || requestedParts.includes(part)) &&
	(requestedPages.length === 0 || pageParts.includes(part));

build();
const secrets = localSecrets();
const launch = { executablePath: await findChromium(), args: chromiumArgs };
const overBudget = [];
const state = mkdtempSync(path.join(tmpdir(), "kikoa-bench-"));
const { database, close } = await openDatabase(state);
await migrate(database);
await seed(database, secrets);
await close();

console.log(`\nKikoa on ${cpus().length} cores, Node ${process.version}. Budgets follow the figures that have one.`);
await withShop({}, async ({ origin, database: shopDatabase }) => {
	const cookie = await signIn(origin, await demoSignIn());
	if (wants("bytes")) await measureBytes(origin, cookie);
	if (wants("bytes") && requestedPages.length === 0) await measureFurther(origin, cookie, await shopDatabase());
	if (wants("trips")) await measureRoundTrips(origin, cookie);
	if (wants("time")) await measureServerTime(origin, cookie);
	if (wants("flood")) await measureFlood(origin);
	if (wants("lighthouse")) await measureLighthouse(origin);
	if (wants("scale")) await measureScale(origin, await shopDatabase());
});
if (wants("search")) {
	const answered = new Map();
	const onAnswer = (name) => answered.set(name, performance.now());
	const outbound = fakeRegistries({ fastest: 50, slowest: 400, onAnswer });
	await withShop({ vars: { REGISTRAR: "rdap" }, outbound }, (shop) => measureSearch(shop, answered));
}
if (wants("cpu")) await measureCpu();
rmSync(state, { recursive: true, force: true });

printResult(overBudget);
process.exit(0);

async function measureBytes(origin, cookie) {
	heading("Compressed size of a page (KB)", [
		"page",
		"zone",
		"scripts",
		"gzip",
		"brotli",
		"budget",
		"files",
		"gzip",
		"brotli",
		"budget",
	]);
	const browser = await chromium.launch(launch);
	for (const { path: address, zone, script: budget, bytes, files: mostFiles, signedIn, cart } of pages) {
		const { scripts, script, files, all, foreign } = await pageBytes(
			browser,
			origin,
			address,
			signedIn && cookie,
			cart,
		);
		const inScript = [scripts, kilobytes(script.gzip), kilobytes(script.brotli), kilobytes(budget)];
		row(address, zone, ...inScript, files, kilobytes(all.gzip), kilobytes(all.brotli), bytes ? kilobytes(bytes) : "");
		if (script.brotli > budget) overBudget.push(`script of ${address}: ${kilobytes(script.brotli)} KB`);
		if (bytes && all.brotli > bytes) overBudget.push(`everything of ${address}: ${kilobytes(all.brotli)} KB`);
		if (mostFiles && files > mostFiles) overBudget.push(`${address} loads ${files} files`);
		if (foreign.length > 0) overBudget.push(`${address} loads from another host: ${foreign.join(", ")}`);
	}
	await browser.close();
}

async function measureFurther(origin, cookie, database) {
	heading("Script that a page adds to the first page of the portal (KB, brotli)", ["page", "script", "budget"]);
	const { id: customer } = await database
		.prepare("SELECT id FROM users WHERE email = ?")
		.bind((await demoSignIn()).email)
		.first();
	// Pages for sensitive changes ask for the password, unless it was entered recently.
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(Date.now(), customer).run();
	const one = async (table, where = "true") =>
		(await database.prepare(`SELECT id FROM ${table} WHERE user_id = ? AND ${where}`).bind(customer).first()).id;
	const addresses = furtherPages({
		domain: await one("domains", "status = 'active'"),
		project: await one("projects"),
		invoice: await one("invoices"),
	});
	const browser = await chromium.launch(launch);
	for (const { address, script } of await addedScript(browser, origin, "/dashboard", addresses, cookie)) {
		row(address.replace(/[a-z]{3}_[a-z0-9]+/, ":id"), kilobytes(script), kilobytes(furtherScript));
		if (script > furtherScript) overBudget.push(`script that ${address} adds: ${kilobytes(script)} KB`);
	}
	await browser.close();
}

async function measureRoundTrips(origin, cookie) {
	heading("D1 round trips", ["page", "trips", "budget"]);
	for (const { path: address, roundTrips, signedIn, cart } of pages) {
		const Cookie = cookiesOf(signedIn && cookie, cart);
		const response = await fetch(`${origin}${address}`, { headers: Cookie ? { Cookie } : {} });
		await response.arrayBuffer();
		// Static pages never reach the Worker, so they have no such header.
		const trips = Number(response.headers.get("Server-Timing")?.match(/d1;desc="(\d+)/)?.[1] ?? 0);
		row(address, trips, roundTrips);
		if (trips > roundTrips) overBudget.push(`D1 round trips of ${address}: ${trips} of ${roundTrips}`);
	}
}

async function measureServerTime(origin, cookie) {
	heading("Server time in workerd (ms)", ["page", "median", "p95", "requests/s", "of plain text"]);
	const plain = await serverTime(`${origin}/api/status`);
	const line = (name, { median, p95, perSecond }) =>
		row(
			name,
			median.toFixed(1),
			p95.toFixed(1),
			perSecond.toFixed(0),
			`${Math.round((100 * perSecond) / plain.perSecond)} %`,
		);
	line("plain text", plain);
	line("/", await serverTime(`${origin}/`));
	line("/domains/search", await serverTime(`${origin}/domains/search`));
	line("/dashboard", await serverTime(`${origin}/dashboard`, cookie));
}

async function measureFlood(origin) {
	heading("A page while one client floods the sign-in, 200 requests a second", [
		"",
		"median (ms)",
		"p95",
		"budget",
		"sent",
		"refused",
	]);
	const { median, p95, sent, refused } = await signInFlood(origin);
	row("/domains/search", median.toFixed(0), p95.toFixed(0), underFlood, sent, refused);
	if (p95 > underFlood) overBudget.push(`page during a sign-in flood: ${p95.toFixed(0)} ms of ${underFlood}`);
}

async function measureScale(origin, database) {
	heading("One account with 400 domains, 50 projects, 10,000 activities (ms)", [
		"page",
		"five of each",
		"full",
		"ratio",
		"budget",
	]);
	for (const { page, few, many, ratio } of await scaleTimes(origin, database)) {
		row(page, few.toFixed(1), many.toFixed(1), ratio.toFixed(2), scaleRatio);
		if (ratio > scaleRatio) overBudget.push(`${page} of a full account: ${ratio.toFixed(2)} times a small one's`);
	}
}

async function measureSearch({ origin }, answered) {
	heading("Search over all extensions, registries answer in 50 to 400 ms", [
		"",
		"first (ms)",
		"budget",
		"last (ms)",
		"answers",
		"unknown",
	]);
	const results = [];
	for (let run = 0; run < 5; run += 1) results.push(await searchTime(origin, `bench${Date.now().toString(36)}${run}`));
	const of = (key) => median(results.map((result) => result[key])).toFixed(0);
	row("median of 5", of("first"), searchFirst, of("last"), of("answers"), of("unknown"));
	if (of("first") > searchFirst) overBudget.push(`first answer of a search: ${of("first")} ms of ${searchFirst}`);

	heading("From a registry's answer to the first results in the HTML (ms)", ["", "delay", "budget"]);
	const delays = [];
	for (let run = 0; run < 5; run += 1)
		delays.push(await firstResultDelay(origin, `bench${Date.now().toString(36)}${run}`, answered));
	const delay = median(delays);
	row("median of 5", delay.toFixed(0), searchDelay);
	if (delay > searchDelay) overBudget.push(`first result of the search page: ${delay.toFixed(0)} ms of ${searchDelay}`);
}

async function measureCpu() {
	heading("CPU time per request (ms), with D1 and the cache, and in our isolate alone", [
		"page",
		"all",
		"isolate",
		"of table",
		"budget",
		...(base ? ["base: all", "isolate", "ratio"] : []),
	]);
	for (const { page, times, reference } of await cpuOfPages([root, ...(base ? [path.resolve(base)] : [])])) {
		const [now, before] = times;
		const ofTable = now.isolate / reference;
		const compared = before && [before.total, before.isolate, now.isolate / before.isolate];
		const figures = [now.total, now.isolate, ofTable, cpuBudgets[page], ...(compared ?? [])];
		row(page, ...figures.map((figure) => figure.toFixed(2)));
		if (ofTable > cpuBudgets[page]) overBudget.push(`CPU time of ${page}: ${ofTable.toFixed(2)} times the table's`);
	}
}

async function measureLighthouse(origin) {
	const names = { performance: "speed", accessibility: "access", "best-practices": "practices", seo: "seo" };
	heading("Lighthouse, mobile (median of 3)", [
		"page",
		...Object.values(names),
		"budget",
		"first paint",
		"largest",
		"no script",
		"ratio",
		"budget",
		"shift",
	]);
	for (const { path: address, lighthouse, paintRatio } of pages) {
		if (!lighthouse) continue;
		const url = `${origin}${address}`;
		const { scores, times, failed } = await lighthouseMobile(url, launch, { categories: Object.keys(lighthouse) });
		const bare = paintRatio
			? await lighthouseMobile(url, launch, { categories: ["performance"], withoutScript: true })
			: undefined;
		const ratio = bare && times.largestPaint / bare.times.largestPaint;
		const ms = (value) => (value === undefined ? "" : value.toFixed(0));
		row(
			address,
			...Object.keys(names).map((name) => scores[name] ?? ""),
			100,
			ms(times.firstPaint),
			ms(times.largestPaint),
			ms(bare?.times.largestPaint),
			ratio?.toFixed(2) ?? "",
			paintRatio ?? "",
			times.shift.toFixed(3),
		);
		for (const [name, budget] of Object.entries(lighthouse)) {
			if (scores[name] < budget)
				overBudget.push(`${names[name]} of ${address}: ${scores[name]} (${failed.join(", ")})`);
		}
		if (ratio > paintRatio) overBudget.push(`largest paint of ${address}: ${ratio.toFixed(2)} of that without script`);
		if (paintRatio && times.shift >= 0.0005) overBudget.push(`${address} shifts by ${times.shift.toFixed(4)}`);
	}
}

async function withShop(options, measure) {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const shop = await openShop({ port, state, ...options, vars: { ...secrets, APP_ORIGIN: origin, ...options.vars } });
	await measure(shop);
	await shop.close();
}

function printResult(over) {
	const lines = over.map((line) => `  ${line}\n`).join("");
	console.log(over.length === 0 ? "\nAll figures are within budget." : `\nOver budget:\n${lines}`);
}

function kilobytes(bytes) {
	return (bytes / 1024).toFixed(1);
}

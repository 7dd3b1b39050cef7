import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { bootstrap, root } from "./bootstrap.mjs";
import { stop } from "./say.mjs";

await bootstrap();
const [, , part, ...words] = process.argv;
if (part === "full" || part === "desk") {
	const { benchDesk, benchFull } = await import(`./bench-${part}.mjs`);
	const over = part === "full" ? await benchFull(words) : await benchDesk(words);
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
	{ benchPeers },
	{ emptyPage, workerWithEmptyPage },
	{ fakeRegistries },
	{ categories, lighthouseMobile, paintWithoutScript },
	{ cpuBudgets, furtherPages, furtherScript, pages: allPages, scaleRatio, searchDelay, searchFirst, underFlood },
	{ addedScript, pageBytes },
	{ createSamples },
	{ scaleTimes },
	{ firstResultDelay, searchTime },
	{ serverTime },
	{ signInFlood },
	{ newVisitor, signIn, visitOf },
	{ median },
	{ heading, row },
	{ freePort },
] = await Promise.all([
	import("@playwright/test"),
	import("../tests/bench/cpu-pages.mjs"),
	import("./bench-peers.mjs"),
	import("../tests/bench/empty-page.mjs"),
	import("../tests/bench/fake-registries.mjs"),
	import("../tests/bench/lighthouse.mjs"),
	import("../tests/bench/budgets.mjs"),
	import("../tests/bench/page-bytes.mjs"),
	import("../tests/bench/samples.mjs"),
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
const parts = ["bytes", "trips", "time", "flood", "lighthouse", "peers", "scale", "search", "cpu"];
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
const pageParts = ["bytes", "trips", "time", "lighthouse"];
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
await withShop({ wrap: workerWithEmptyPage }, async ({ origin, database: shopDatabase }) => {
	const customer = await demoSignIn();
	const session = await signIn(origin, customer);
	const database = await shopDatabase();
	const samples = await createSamples({ origin, database, session, email: customer.email });
	const visits = pages.map((page) => ({ ...page, ...visitOf(page, { origin, session, samples }) }));
	if (wants("bytes")) await measureBytes(visits);
	if (wants("bytes") && requestedPages.length === 0) await measureFurther(origin, session, database);
	if (wants("trips")) await measureRoundTrips(visits);
	if (wants("time")) await measureServerTime(origin, visits);
	if (wants("flood")) await measureFlood(origin);
	if (wants("lighthouse")) await measureLighthouse(visits);
	if (wants("peers")) await benchPeers({ url: `${origin}/domains/search?q=duka`, cookie: "" }, launch);
	if (wants("scale")) await measureScale(origin, database);
});
if (wants("search")) {
	const answered = new Map();
	const onAnswer = (name) => answered.set(name, performance.now());
	const outbound = fakeRegistries({ fastest: 50, slowest: 400, onAnswer });
	await withShop({ vars: { REGISTRARS: "manual=*" }, outbound }, (shop) => measureSearch(shop, answered));
}
if (wants("cpu")) await measureCpu();
rmSync(state, { recursive: true, force: true });

printResult(overBudget);
process.exit(0);

async function measureBytes(visits) {
	heading("Compressed size of a page (KB)", [
		"page",
		"zone",
		"scripts",
		"gzip",
		"brotli",
		"budget",
		"files",
		"budget",
		"gzip",
		"brotli",
		"budget",
	]);
	const browser = await chromium.launch(launch);
	for (const { label, zone, script: scriptBudget, bytes, files: mostFiles, ...visit } of visits) {
		const { scripts, script, files, all, foreign } = await pageBytes(browser, visit);
		const inScript = [scripts, kilobytes(script.gzip), kilobytes(script.brotli), kilobytes(scriptBudget)];
		const inAll = [kilobytes(all.gzip), kilobytes(all.brotli), bytes ? kilobytes(bytes) : ""];
		row(label, zone, ...inScript, files, mostFiles ?? "", ...inAll);
		if (script.brotli > scriptBudget) overBudget.push(`script of ${label}: ${kilobytes(script.brotli)} KB`);
		if (bytes && all.brotli > bytes) overBudget.push(`everything of ${label}: ${kilobytes(all.brotli)} KB`);
		if (mostFiles && files > mostFiles) overBudget.push(`${label} loads ${files} files`);
		if (foreign.length > 0) overBudget.push(`${label} loads from another host: ${foreign.join(", ")}`);
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

async function measureRoundTrips(visits) {
	heading("D1 round trips", ["page", "trips", "budget"]);
	for (const { label, url, cookie, roundTrips } of visits) {
		const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
		await response.arrayBuffer();
		if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
		// Static pages never reach the Worker, so they have no such header.
		const trips = Number(response.headers.get("Server-Timing")?.match(/d1;desc="(\d+)/)?.[1] ?? 0);
		row(label, trips, roundTrips);
		if (trips > roundTrips) overBudget.push(`D1 round trips of ${label}: ${trips} of ${roundTrips}`);
	}
}

async function measureServerTime(origin, visits) {
	heading("Response time of workerd (ms), beside that of an empty page", [
		"page",
		"median",
		"p95",
		"empty page",
		"ratio",
		"budget",
	]);
	// Static pages never reach the Worker.
	for (const { label, serverRatio, ...visit } of visits.filter(({ zone }) => zone !== "static")) {
		const { median, p95, reference, ratio } = await serverTime(visit, origin + emptyPage);
		row(label, ...[median, p95, reference].map((ms) => ms.toFixed(1)), ratio.toFixed(2), serverRatio ?? "");
		if (ratio > serverRatio) overBudget.push(`server time of ${label}: ${ratio.toFixed(2)} times the empty page's`);
	}
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

async function measureLighthouse(visits) {
	const names = Object.values(categories);
	const paints = ["first paint", "largest", "no script", "ratio", "budget"];
	heading("Lighthouse, mobile (median of 3)", ["page", ...names, "budget", "blocked", ...paints, "shift"]);
	for (const { label, lighthouse: budgets, paintRatio, ...visit } of visits) {
		const { scores, times, failed } = await lighthouseMobile(visit, launch);
		const bare = paintRatio && (await paintWithoutScript(visit, launch));
		const ratio = bare && times.largestPaint / bare;
		const ms = (value) => value?.toFixed(0) ?? "";
		row(
			label,
			...Object.keys(categories).map((name) => scores[name]),
			budgets?.performance ?? "",
			...[times.blocked, times.firstPaint, times.largestPaint, bare].map(ms),
			ratio?.toFixed(2) ?? "",
			paintRatio ?? "",
			times.shift.toFixed(3),
		);
		for (const [name, budget] of Object.entries(budgets ?? {})) {
			if (scores[name] < budget)
				overBudget.push(`${categories[name]} of ${label}: ${scores[name]} (${failed.join(", ")})`);
		}
		if (ratio > paintRatio) overBudget.push(`largest paint of ${label}: ${ratio.toFixed(2)} of that without script`);
		if (times.shift >= 0.0005) overBudget.push(`${label} shifts by ${times.shift.toFixed(4)}`);
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

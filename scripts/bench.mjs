import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { bootstrap } from "./bootstrap.mjs";

await bootstrap();
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
	{ fakeRegistries },
	{ lighthouseMobile },
	{ pages, scaleRatio, searchFirst, underFlood },
	{ scaleTimes },
	{ scriptBytes },
	{ searchTime },
	{ serverTime },
	{ signInFlood },
	{ signIn },
	{ median },
	{ freePort },
] = await Promise.all([
	import("@playwright/test"),
	import("../tests/bench/fake-registries.mjs"),
	import("../tests/bench/lighthouse.mjs"),
	import("../tests/bench/budgets.mjs"),
	import("../tests/bench/scale.mjs"),
	import("../tests/bench/script-bytes.mjs"),
	import("../tests/bench/search-time.mjs"),
	import("../tests/bench/server-time.mjs"),
	import("../tests/bench/sign-in-flood.mjs"),
	import("../tests/bench/visitor.mjs"),
	import("../tests/bench/statistics.mjs"),
	import("./port.mjs"),
]);

build();
const secrets = localSecrets();
const executablePath = await findChromium();
const missed = [];
const state = mkdtempSync(path.join(tmpdir(), "kikoa-bench-"));
const { database, close } = await openDatabase(state);
await migrate(database);
await seed(database, secrets);
await close();

console.log(
	`\nKikoa on ${cpus().length} cores, Node ${process.version}; a budget stands after each figure that has one.`,
);
await withShop({}, async ({ origin, database: shopDatabase }) => {
	const cookie = await signIn(origin, await demoSignIn());
	await measureScripts(origin, cookie);
	await measureRoundTrips(origin, cookie);
	await measureServerTime(origin, cookie);
	await measureFlood(origin);
	await measureLighthouse(origin);
	await measureScale(origin, await shopDatabase());
});
await withShop({ vars: { REGISTRAR: "rdap" }, outbound: fakeRegistries({ fastest: 50, slowest: 400 }) }, measureSearch);
rmSync(state, { recursive: true, force: true });

console.log(
	missed.length === 0 ? "\nEvery budget is kept." : `\nOver budget:\n${missed.map((line) => `  ${line}\n`).join("")}`,
);
process.exit(0);

async function measureScripts(origin, cookie) {
	heading("Script, compressed (KB)", ["page", "zone", "files", "gzip", "brotli", "budget"]);
	const browser = await chromium.launch({ executablePath, args: chromiumArgs });
	for (const { path: address, zone, script, signedIn } of pages) {
		const { files, gzip, brotli } = await scriptBytes(browser, origin, address, signedIn && cookie);
		row(address, zone, files, kilobytes(gzip), kilobytes(brotli), kilobytes(script));
		if (brotli > script) missed.push(`script of ${address}: ${kilobytes(brotli)} KB of ${kilobytes(script)}`);
	}
	await browser.close();
}

async function measureRoundTrips(origin, cookie) {
	heading("D1 round trips", ["page", "trips", "budget"]);
	for (const { path: address, roundTrips, signedIn } of pages) {
		const response = await fetch(`${origin}${address}`, { headers: signedIn ? { Cookie: cookie } : {} });
		await response.arrayBuffer();
		// A page of the static zone never reaches the Worker, so it says nothing.
		const trips = Number(response.headers.get("Server-Timing")?.match(/d1;desc="(\d+)/)?.[1] ?? 0);
		row(address, trips, roundTrips);
		if (trips > roundTrips) missed.push(`D1 round trips of ${address}: ${trips} of ${roundTrips}`);
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
	if (p95 > underFlood) missed.push(`page during a sign-in flood: ${p95.toFixed(0)} ms of ${underFlood}`);
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
		if (ratio > scaleRatio) missed.push(`${page} of a full account: ${ratio.toFixed(2)} times a small one's`);
	}
}

async function measureSearch({ origin }) {
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
	if (of("first") > searchFirst) missed.push(`first answer of a search: ${of("first")} ms of ${searchFirst}`);
}

async function measureLighthouse(origin) {
	heading("Lighthouse, mobile (median of 3)", [
		"page",
		"score",
		"budget",
		"first paint",
		"largest paint",
		"blocked",
		"shift",
	]);
	for (const { path: address, lighthouse } of pages) {
		if (!lighthouse) continue;
		const found = await lighthouseMobile(`${origin}${address}`, executablePath, chromiumArgs);
		const ms = (value) => `${value.toFixed(0)} ms`;
		row(
			address,
			found.score,
			lighthouse,
			ms(found.firstPaint),
			ms(found.largestPaint),
			ms(found.blocked),
			found.shift.toFixed(3),
		);
		if (found.score < lighthouse) missed.push(`Lighthouse of ${address}: ${found.score} of ${lighthouse}`);
	}
}

async function withShop(options, measure) {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const shop = await openShop({ port, state, ...options, vars: { ...secrets, APP_ORIGIN: origin, ...options.vars } });
	await measure(shop);
	await shop.close();
}

function heading(title, columns) {
	console.log(`\n${title}`);
	row(...columns);
}

function row(first, ...rest) {
	console.log(`  ${String(first).padEnd(26)}${rest.map((value) => String(value).padStart(13)).join("")}`);
}

function kilobytes(bytes) {
	return (bytes / 1024).toFixed(1);
}

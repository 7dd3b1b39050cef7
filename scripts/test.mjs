import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { installCheckzone } from "./bind.mjs";
import { bin, bootstrap, root } from "./bootstrap.mjs";
import { installPowerDns } from "./powerdns.mjs";
import { step, stop } from "./say.mjs";

await bootstrap();
const [{ findChromium }, { localSecrets }] = await Promise.all([import("./chromium.mjs"), import("./secrets.mjs")]);

/** Files with more cases in Vitest's mode `thorough`. */
const thoroughFiles = ["full-lives", "shared-address", "shop-model"];

/** Files that run in batches, each in a process of its own, because a process that dies then loses one batch only. */
const batched = { "shop-model": modelBatches, "full-lives": faultBatches };

/**
 * `npm test -- cart` runs the test files whose names contain `cart`. With `--with-powerdns`, a machine without PowerDNS is a
 * failure, because the tests that run it are skipped.
 */
const {
	values: { part, "with-powerdns": needsPowerDns },
	positionals: only,
} = parseArgs({
	options: { part: { type: "string", default: "all" }, "with-powerdns": { type: "boolean", default: false } },
	allowPositionals: true,
});
const runsAll = only.length === 0;
const reports = path.join(root, ".cache", "reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const count = { passed: 0, failed: 0, skipped: 0 };

/** The running or finished build: whether it succeeded. */
let building;

/** Free bytes of a folder in memory for the tests' databases, files and browsers. */
const leastMemory = 4 * 1024 ** 3;

/** For processes other than the unit and worker tests, because a few of those measure time. */
const lowPriority = 5;

/** For everything that the tests store. Each commit of a database waits for the disk, a third of the Worker tests' time. */
const temporary = mkdtempSync(path.join(memoryFolder() ?? tmpdir(), "kikoa-tests-"));
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const parts = {
	check: () => Promise.all([vitest(["unit"]), ...(runsAll ? [types(), lint(), browserSupport()] : [])]),
	worker: () => vitest(["worker"]),
	e2e: async () => (await build()) && (await playwright()),
	// Cases that take too long for every run.
	thorough: async () => {
		const files = runsAll ? thoroughFiles : only;
		const others = files.filter((file) => !Object.hasOwn(batched, file));
		if (others.length > 0) await vitest(["worker"], { files: others });
		await runBatches(files.flatMap((file) => batched[file]?.().map((env) => ({ files: [file], env })) ?? []));
	},
	// The browser tests take longest and start as soon as there is a build. The others run in parallel, because the
	// worker tests use only one core.
	all: () =>
		Promise.all([parts.e2e(), vitest(["unit", "worker"]), ...(runsAll ? [types().then(lint), browserSupport()] : [])]),
};
if (!Object.hasOwn(parts, part)) stop(`There is no part ${part}. Use one of ${Object.keys(parts).join(", ")}.`);

localSecrets();
await parts[part]();

const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

function types() {
	return check("types", [bin("react-router"), "typegen"], [bin("tsc")]);
}

function lint() {
	return check("lint", [bin("biome"), "check", "."]);
}

/** Linux's folder in memory, unless it is small, as in most containers. */
function memoryFolder() {
	const folder = "/dev/shm";
	try {
		accessSync(folder, constants.W_OK);
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize >= leastMemory ? folder : undefined;
	} catch {
		return undefined;
	}
}

/** Builds once, for all parts that need it. */
function build() {
	building ??= check("build", [process.execPath, path.join(root, "scripts", "build.mjs")]);
	return building;
}

/** Whether the oldest supported browsers understand the build. */
async function browserSupport() {
	if (await build())
		await check("browser support", [process.execPath, path.join(root, "scripts", "check-browsers.mjs")]);
}

/** @returns whether every command succeeded */
async function check(name, ...commands) {
	const done = begin(name);
	for (const [command, ...args] of commands) {
		const { code, output } = await run(command, args);
		if (code === 0) continue;
		console.error(output);
		count.failed += 1;
		return false;
	}
	// With a name that no test file contains, a passed build must not turn the run into a success.
	if (runsAll) count.passed += 1;
	done();
	return true;
}

/**
 * Sequences of the model. Seeds follow each other, so that a batch that failed can be repeated alone.
 * @returns the environment of each batch
 */
function modelBatches() {
	const { VITE_MODEL_RUNS = "2000", VITE_MODEL_SEED = "1", VITE_MODEL_PATH } = process.env;
	if (VITE_MODEL_PATH !== undefined) return [{}];
	const [runs, size] = [Number(VITE_MODEL_RUNS), 50];
	return Array.from({ length: Math.ceil(runs / size) }, (_, index) => ({
		VITE_MODEL_RUNS: String(Math.min(size, runs - index * size)),
		VITE_MODEL_SEED: String(Number(VITE_MODEL_SEED) + index),
	}));
}

/**
 * Lives with a fault at every outside call.
 * @returns the environment of each batch
 */
function faultBatches() {
	if (process.env.VITE_FAULTS_PART !== undefined) return [{}];
	const size = 16;
	return Array.from({ length: size }, (_, index) => ({ VITE_FAULTS_PART: `${index + 1}/${size}` }));
}

/** Runs as many batches at a time as there are cores. Each takes about one. */
async function runBatches(batches) {
	const takeNext = async () => {
		for (let batch = batches.shift(); batch; batch = batches.shift()) await vitest(["worker"], batch);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, takeNext));
}

/** @param env of a batch, which runs next to others */
async function vitest(projects, { files = only, env = {} } = {}) {
	if (projects.includes("unit")) installCheckzone();
	if (projects.includes("worker") && !installPowerDns() && needsPowerDns) count.failed += 1;
	const batch = Object.entries(env)
		.map(([name, value]) => `${name}=${value}`)
		.join(" ");
	const done = begin(`${projects.join(" and ")} tests${batch && ` with ${batch}`}`);
	const report = path.join(reports, `vitest${batch.replaceAll(/\W+/g, "-")}.json`);
	const args = ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
	const chosen = projects.map((project) => `--project=${project}`);
	if (part === "thorough") chosen.push("--mode=thorough");
	// With others running, the output of all would be mixed, so it is printed at the end.
	const alone = part !== "all" && batch === "";
	const { code, output } = await run(bin("vitest"), [...args, ...chosen, ...files], { alone, env, priority: 0 });
	if (!alone) console.log(output);
	const result = read(report);
	if (batch && !result) console.error(`The batch with ${batch} ended without a result (code ${code}).`);
	tally(
		code,
		result && { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests },
	);
	done();
}

async function playwright() {
	const done = begin("browser tests");
	const report = path.join(reports, "playwright.json");
	const env = { CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
	const { code } = await run(bin("playwright"), ["test", "--pass-with-no-tests", ...only], { alone: true, env });
	const stats = read(report)?.stats;
	tally(code, stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped });
	done();
}

/** Prints the start of a step. Returns a function that prints how long it took. */
function begin(name) {
	step(name);
	const start = Date.now();
	return () => step(`${name}: ${Math.round((Date.now() - start) / 1000)} s`);
}

/** A runner that failed without a failed test (a file that won't load, a crash) counts as one failure. */
function tally(code, result) {
	count.passed += result?.passed ?? 0;
	count.skipped += result?.skipped ?? 0;
	count.failed += result?.failed || (code === 0 && result ? 0 : 1);
}

function read(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return undefined;
	}
}

/** @param alone writes directly to the terminal. Otherwise its output is collected and returned. */
function run(command, args, { alone = false, env = {}, priority = lowPriority } = {}) {
	const output = alone ? "inherit" : "pipe";
	const child = spawn(command, args, {
		cwd: root,
		stdio: ["ignore", output, output],
		env: { ...process.env, TMPDIR: temporary, ...env },
	});
	if (part === "all" && child.pid) setPriority(child.pid, priority);
	let text = "";
	child.stdout?.on("data", (chunk) => {
		text += chunk;
	});
	child.stderr?.on("data", (chunk) => {
		text += chunk;
	});
	return new Promise((resolve) => {
		child.on("error", (error) => resolve({ code: 1, output: String(error) }));
		child.on("close", (code, signal) => {
			if (signal) console.error(`${path.basename(command)} was stopped by ${signal}.`);
			resolve({ code: code ?? 1, output: text });
		});
	});
}

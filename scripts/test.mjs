import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { bin, bootstrap, root } from "./bootstrap.mjs";
import { step } from "./say.mjs";

await bootstrap();
const [{ findChromium }, { localSecrets }] = await Promise.all([import("./chromium.mjs"), import("./secrets.mjs")]);

/** `npm test -- cart` runs the test files whose names contain `cart`. */
const only = process.argv.slice(2);
const reports = path.join(root, ".cache", "reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const count = { passed: 0, failed: 0, skipped: 0 };

localSecrets();
await Promise.all([vitest(), ...(only.length === 0 ? [checks()] : [])]);
await playwright();

const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

/** Beside the unit and worker tests, which leave much of a second core idle; the browser tests need the build. */
async function checks() {
	await check("types", [bin("react-router"), "typegen"], [bin("tsc")]);
	await check("lint", [bin("biome"), "check", "."]);
	await check("build", [process.execPath, path.join(root, "scripts", "build.mjs")]);
}

async function check(name, ...commands) {
	step(name);
	for (const [command, ...args] of commands) {
		const { code, output } = await run(command, args, "pipe");
		if (code === 0) continue;
		console.error(output);
		count.failed += 1;
		return;
	}
	count.passed += 1;
}

async function vitest() {
	step("unit and worker tests");
	const report = path.join(reports, "vitest.json");
	const args = ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
	const { code } = await run(bin("vitest"), [...args, ...only]);
	const result = read(report);
	tally(
		code,
		result && { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests },
	);
}

async function playwright() {
	step("browser tests");
	const report = path.join(reports, "playwright.json");
	const { code } = await run(bin("playwright"), ["test", "--pass-with-no-tests", ...only], "inherit", {
		CHROMIUM: await findChromium(),
		PLAYWRIGHT_JSON_OUTPUT_NAME: report,
	});
	const stats = read(report)?.stats;
	tally(code, stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped });
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

function run(command, args, output = "inherit", env = {}) {
	const child = spawn(command, args, {
		cwd: root,
		stdio: ["ignore", output, output],
		env: { ...process.env, ...env },
	});
	// A few tests run against the clock: what is checked beside them takes what they leave.
	if (output === "pipe" && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
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
			if (signal) console.error(`${path.basename(command)} was ended by ${signal}.`);
			resolve({ code: code ?? 1, output: text });
		});
	});
}

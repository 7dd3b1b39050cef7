import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { desk as budget } from "../tests/bench/budgets.mjs";
import { deskSize, deskTimes, fillDesk, reportTimes, signInAtDesk } from "../tests/bench/desk-lists.mjs";
import { fakeMailProvider } from "../tests/bench/fake-mail-provider.mjs";
import { fill, openFull } from "./bench-full.mjs";
import { build } from "./build.mjs";
import { stop } from "./say.mjs";
import { localSecrets } from "./secrets.mjs";
import { heading, row } from "./table.mjs";

/** The crons that add up figures for the reports, with the runs that two years and 50,000 customers need. */
const figureRuns = { "* * * * *": 120, "41 * * * *": 16 };

/**
 * Compares the desk's lists of a shop with 50 customers with those of a full database, and times its reports.
 * @param {string[]} words `--size=0.1`: share of the full size
 * @returns the lines of what is over its budget
 */
export async function benchDesk(words) {
	const size = Number(words[0]?.match(/^--size=(\d*\.?\d+)$/)?.[1] ?? 1);
	if (words.length > 1 || (words[0] && !words[0].startsWith("--size="))) stop("Use --size=0.1, or no option.");
	build();
	const now = Date.now();
	const small = await openFilled(now, 0.001);
	const full = await openFilled(now, size);
	const over = [];
	heading("Lists of the desk", ["", "50 customers", "full (ms)", "ratio", "budget", "rows read"]);
	for (const { page, few, many, ratio, rows } of await deskTimes(small, full, full.cookie)) {
		row(page, few.toFixed(1), many.toFixed(1), ratio.toFixed(2), budget.ratio, rows);
		if (ratio > budget.ratio) over.push(`${page}: ${ratio.toFixed(2)} times as long as with 50 customers`);
	}
	for (const [cron, runs] of Object.entries(figureRuns))
		for (let run = 0; run < runs; run += 1) await full.runCron(cron);
	heading("Reports of the full database", ["", "slowest (ms)", "budget"]);
	for (const { page, slowest } of await reportTimes(full.origin, full.cookie)) {
		row(page, slowest.toFixed(0), budget.report);
		if (slowest > budget.report) over.push(`${page}: ${slowest.toFixed(0)} ms`);
	}
	await small.close();
	await full.close();
	return over;
}

async function openFilled(now, size) {
	const secrets = localSecrets();
	const state = mkdtempSync(path.join(tmpdir(), "kikoa-bench-desk-"));
	process.once("exit", () => rmSync(state, { recursive: true, force: true }));
	const { users } = await fill(state, { from: now, size, secrets });
	const further = Object.entries(deskSize).map(([table, rows]) => [table, Math.round(rows * size)]);
	fillDesk(state, now, { users, ...Object.fromEntries(further) });
	const cookie = signInAtDesk(state, now);
	const shop = await openFull(state, { secrets, outbound: fakeMailProvider().outbound });
	await fetch(`${shop.origin}/__bench/clock?now=${now}`, { method: "POST" });
	return {
		...shop,
		cookie,
		async rowsRead() {
			const batches = await (await fetch(`${shop.origin}/__bench/take`, { method: "POST" })).json();
			return batches.reduce((sum, { read }) => sum + read, 0);
		},
	};
}

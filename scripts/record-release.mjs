import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Records the last migration of the release that was just deployed, for the test that the next migrations work with
 * its code (tests/unit/release-compatibility.test.ts).
 */
export function recordRelease(folder) {
	const { entries } = JSON.parse(readFileSync(path.join(folder, "meta", "_journal.json"), "utf8"));
	const release = { migration: entries.at(-1).tag, accepted: {} };
	writeFileSync(path.join(folder, "released.json"), `${JSON.stringify(release, null, "\t")}\n`);
}

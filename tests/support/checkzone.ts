import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findCheckzone } from "../../scripts/bind.mjs";

/** Path of named-checkzone, or undefined if BIND's tools are not installed. */
export const checkzone: string | undefined = findCheckzone();

/** The SOA and NS records that each zone needs. */
const head = (origin: string) => `$ORIGIN ${origin}.
$TTL 3600
@ SOA ns1.kikoa.example. hostmaster.kikoa.example. 1 7200 3600 1209600 3600
@ NS ns1.kikoa.example.
`;

/**
 * Returns BIND's errors about a zone, or null if the zone is valid.
 * @param text the records without SOA and NS
 * @param strict with the checks of names and targets that a primary nameserver fails on
 */
export async function bindProblem(origin: string, text: string, strict = false): Promise<string | null> {
	const folder = mkdtempSync(path.join(tmpdir(), "zone-"));
	const file = path.join(folder, "zone");
	writeFileSync(file, `${head(origin)}${text}\n`);
	const checks = strict ? ["-k", "fail", "-M", "fail", "-S", "fail"] : [];
	return new Promise((resolve) => {
		// `local` looks up no names outside the zone.
		execFile(checkzone ?? "", ["-i", "local", ...checks, origin, file], (error, stdout, stderr) => {
			rmSync(folder, { recursive: true });
			resolve(error ? stdout + stderr : null);
		});
	});
}

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bin, root } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";
import { billOfMaterials } from "./sbom.mjs";
import { localSecrets } from "./secrets.mjs";

const digestFile = path.join(root, "build", "sources");
const sources = ["app/**", "workers/**", "public/**", "scripts/**/*.ts", "*.ts", "*.toml", "package-lock.json"];

/**
 * What a build on a busy machine fails with. React Router requires the first page within ten seconds, which can't be
 * configured. Miniflare, which renders the static pages, may lose its connection to workerd while it stops.
 */
const busyMachine = /aborted due to timeout|Error: read ECONNRESET/;

/** Builds for production, unless the sources have not changed since the last build. */
export function build() {
	const digest = digestOfSources();
	if (existsSync(digestFile) && readFileSync(digestFile, "utf8") === digest) return;
	step("Building");
	// The Worker renders the static pages, and it needs its secrets to start.
	localSecrets();
	// Vite loads our TypeScript for these scripts and sets NODE_ENV to "development".
	const env = { ...process.env, NODE_ENV: "production" };
	const run = () => spawnSync(bin("react-router"), ["build"], { cwd: root, encoding: "utf8", env });
	let result = run();
	for (let retry = 0; retry < 2 && busyMachine.test(result.stderr); retry += 1) result = run();
	if (result.status !== 0) stop(`The build failed:\n${result.stdout ?? ""}${result.stderr ?? result.error ?? ""}`);
	// Outside the assets folder, so that visitors can't download it.
	writeFileSync(path.join(root, "build", "sbom.cdx.json"), JSON.stringify(billOfMaterials(), null, "\t"));
	writeFileSync(digestFile, digest);
}

function digestOfSources() {
	const hash = createHash("sha256").update(process.env.CLOUDFLARE_ENV ?? "local");
	for (const file of globSync(sources, { cwd: root }).sort()) {
		const found = statSync(path.join(root, file));
		if (found.isFile()) hash.update(`${file}:${found.size}:${found.mtimeMs}\n`);
	}
	return hash.digest("hex");
}

if (import.meta.main) build();

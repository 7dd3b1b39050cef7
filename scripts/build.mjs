import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bin, root } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";
import { billOfMaterials } from "./sbom.mjs";
import { localSecrets } from "./secrets.mjs";

const stamp = path.join(root, "build", "sources");
const sources = ["app/**", "workers/**", "public/**", "scripts/**/*.ts", "*.ts", "*.toml", "package-lock.json"];

/** Builds for production, unless the last build was of the same sources. */
export function build() {
	const digest = digestOfSources();
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
	step("Building");
	// The static pages are rendered by the Worker itself, which starts only with its secrets.
	localSecrets();
	// Vite, which reads our TypeScript for these scripts, leaves "development" in the environment.
	const env = { ...process.env, NODE_ENV: "production" };
	const run = () => spawnSync(bin("react-router"), ["build"], { cwd: root, encoding: "utf8", env });
	let result = run();
	// The first page must be rendered within ten seconds, whatever else the machine does; nothing can be configured.
	for (let again = 0; again < 2 && /aborted due to timeout/.test(result.stderr); again += 1) result = run();
	if (result.status !== 0) stop(`The build failed:\n${result.stdout ?? ""}${result.stderr ?? result.error ?? ""}`);
	// Beside the assets, not among them: it is not for visitors.
	writeFileSync(path.join(root, "build", "sbom.cdx.json"), JSON.stringify(billOfMaterials(), null, "\t"));
	writeFileSync(stamp, digest);
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

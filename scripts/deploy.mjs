import { spawnSync } from "node:child_process";
import path from "node:path";
import { bin, bootstrap, root } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";

await bootstrap();
const [{ unstable_readConfig: readConfig }, { build }, { deployProblems }, { recordRelease }] = await Promise.all([
	import("wrangler"),
	import("./build.mjs"),
	import("./deploy-problems.mjs"),
	import("./record-release.mjs"),
]);

const environment = "production";
const config = readConfig({ config: path.join(root, "wrangler.toml"), env: environment }, { hideWarnings: true });
const problems = deployProblems(config, { preview: process.argv.includes("--preview") });
if (problems.length > 0) {
	const list = problems.map((problem) => `  - ${problem}\n`).join("");
	stop(`wrangler.toml is not ready for a deployment:\n${list}README.md, "Deploy", says how to create each of them.`);
}

process.env.WRANGLER_LOG = "log";
process.env.CLOUDFLARE_ENV = environment;
build();
step("Migrating the database");
run("wrangler", "d1", "migrations", "apply", "DB", "--remote", "--env", environment);
// A new index has no statistics yet.
run("wrangler", "d1", "execute", "DB", "--command", "pragma optimize", "--yes", "--remote", "--env", environment);
step("Deploying");
run("wrangler", "deploy");
recordRelease(path.join(root, "migrations"));
step("Deployed. Commit migrations/released.json, so that the next migrations are tested with this release");

function run(command, ...args) {
	const { status } = spawnSync(bin(command), args, { cwd: root, stdio: "inherit" });
	if (status !== 0) stop(`\`${command} ${args.join(" ")}\` failed. Fix the error above, then run this again.`);
}

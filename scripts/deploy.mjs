import { spawnSync } from "node:child_process";
import path from "node:path";
import { bin, bootstrap, root } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";

await bootstrap();
const [{ unstable_readConfig: readConfig }, { build }] = await Promise.all([import("wrangler"), import("./build.mjs")]);

const environment = "production";
const config = readConfig({ config: path.join(root, "wrangler.toml"), env: environment }, { hideWarnings: true });
const problems = problemsOf(config);
if (problems.length > 0) {
	const list = problems.map((problem) => `  - ${problem}\n`).join("");
	stop(`wrangler.toml is not ready for a deployment:\n${list}README.md, "Deploy", says how to create each of them.`);
}

process.env.WRANGLER_LOG = "log";
process.env.CLOUDFLARE_ENV = environment;
build();
step("Migrating the database");
run("wrangler", "d1", "migrations", "apply", "DB", "--remote", "--env", environment);
step("Deploying");
run("wrangler", "deploy");

/** What is still a placeholder, each as a sentence. */
function problemsOf({ vars, d1_databases, kv_namespaces }) {
	const zeros = (id) => /^[0-]*$/.test(id ?? "");
	return [
		...d1_databases
			.filter((one) => zeros(one.database_id))
			.map((one) => `the D1 database ${one.binding} has no id (npx wrangler d1 create ${one.database_name})`),
		...kv_namespaces
			.filter((one) => zeros(one.id))
			.map((one) => `the KV namespace ${one.binding} has no id (npx wrangler kv namespace create ${one.binding})`),
		...(/\.example$|localhost/.test(new URL(vars.APP_ORIGIN).hostname)
			? [`APP_ORIGIN is ${vars.APP_ORIGIN}: put the shop's own address there, and in routes`]
			: []),
		...(/\.example>/.test(vars.MAIL_FROM) ? [`MAIL_FROM is ${vars.MAIL_FROM}: put the shop's own sender there`] : []),
	];
}

function run(command, ...args) {
	const { status } = spawnSync(bin(command), args, { cwd: root, stdio: "inherit" });
	if (status !== 0) stop(`\`${command} ${args.join(" ")}\` failed: what it says above has to be put right first.`);
}

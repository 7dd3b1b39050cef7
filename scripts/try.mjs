import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { bootstrap, root } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";

// Checks the credentials of an outside service with calls that cost and change nothing: npm run try -- mpesa
await bootstrap();
const [{ runnerImport }, { unstable_readConfig: readConfig }] = await Promise.all([import("vite"), import("wrangler")]);

const folder = path.join(root, "scripts", "try");
const names = readdirSync(folder).map((file) => path.basename(file, ".ts"));
const [name = "", ...options] = process.argv.slice(2);
if (!names.includes(name)) stop(`Name a service: npm run try -- ${names.join(" | ")}`);

const settings = readSettings(options.includes("--production") ? "production" : undefined);
const { module } = await runnerImport(path.join(folder, `${name}.ts`), {
	configFile: false,
	logLevel: "error",
	root,
	resolve: { tsconfigPaths: true },
});
/** @type {import("./trial").Trial} */
const trial = module.trial;

const missing = trial.needs.filter((need) => !settings[need]);
if (missing.length > 0) {
	stop(
		`${missing.join(", ")} missing. Put them into .dev.vars or the environment, and other settings into wrangler.toml. ${trial.page} says where to get them.`,
	);
}
step(`Trying ${name}`);
try {
	for (const line of await trial.run(settings, options)) console.log(`  ${line}`);
	step("It works");
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	const known = trial.explanations.find(({ pattern }) => pattern.test(message));
	stop(
		`${message}\n${known?.next ?? `The answer is not known. Compare it with the service's documentation and ${trial.page}.`}`,
	);
}

/** wrangler.toml, then .dev.vars, then the environment. */
function readSettings(env) {
	const { vars } = readConfig({ config: path.join(root, "wrangler.toml"), env }, { hideWarnings: true });
	const file = path.join(root, ".dev.vars");
	return { ...vars, ...(existsSync(file) && parseEnv(readFileSync(file, "utf8"))), ...process.env };
}

import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { bin, bootstrap, claimState, root } from "./bootstrap.mjs";
import { takePort } from "./port.mjs";
import { stop } from "./say.mjs";

const hot = process.argv.includes("--dev");
await bootstrap();

claimState();
const port = await takePort();

const state = path.join(root, ".wrangler", "state");
const [
	{ localSecrets },
	{ build },
	{ localVars, openDatabase, openShop },
	{ demoSignIn, load, migrate, seed },
	{ startClock },
] = await Promise.all([
	import("./secrets.mjs"),
	import("./build.mjs"),
	import("./shop.mjs"),
	import("./database.mjs"),
	import("./clock.mjs"),
]);
const secrets = localSecrets();
const origin = `http://localhost:${port}`;
await checkConfig();
if (hot) await serveSources();
else await serveBuild();

async function serveBuild() {
	build();
	await prepareDatabase();
	const shop = await openShop({ port, state, vars: { ...secrets, APP_ORIGIN: origin } });
	const stopClock = startClock(shop.runCron);
	onEnd(async () => {
		stopClock();
		await shop.close();
	});
	await announce();
}

async function serveSources() {
	await prepareDatabase();
	const vite = ["dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort", "--logLevel", "warn"];
	const dev = spawn(bin("react-router"), vite, {
		cwd: root,
		stdio: ["ignore", "inherit", "inherit"],
		env: { ...process.env, DEV_ORIGIN: origin },
	});
	dev.on("exit", (code) => process.exit(code ?? 0));
	const stopClock = startClock((cron) =>
		fetch(`${origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`).catch(() => undefined),
	);
	onEnd(async () => {
		stopClock();
		dev.kill();
	});
	while (!(await fetch(origin).catch(() => undefined))) await setTimeout(200);
	await announce();
}

/** Before anything is made with them: what the Worker would refuse at every request. */
async function checkConfig() {
	const { readConfig } = await load("app/platform/config.ts");
	try {
		readConfig({ ...localVars(), ...secrets, APP_ORIGIN: origin });
	} catch (error) {
		stop(`${error.message}\nCorrect it in .dev.vars; a secret that is left out there is made anew.`);
	}
}

async function prepareDatabase() {
	const { database, close } = await openDatabase(state);
	await migrate(database);
	await seed(database, secrets);
	await close();
}

async function announce() {
	const { email, password } = await demoSignIn();
	console.log(`
  Kikoa     ${origin}
  Sign in   ${email}   ${password}
  Inbox     ${origin}/dev/inbox
  Team      ${origin}/dev/team

  Ctrl-C stops it; the data stays (npm run reset starts afresh).`);
}

function onEnd(close) {
	let ending = false;
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
		process.on(signal, async () => {
			if (ending) process.exit(1);
			ending = true;
			await close();
			process.exit(0);
		});
	}
}

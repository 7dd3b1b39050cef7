import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { bin, bootstrap, claimState, root } from "./bootstrap.mjs";
import { takePort } from "./port.mjs";
import { stop } from "./say.mjs";

const isDev = process.argv.includes("--dev");
await bootstrap();

claimState();
const port = await takePort();

const state = path.join(root, ".wrangler", "state");
const [
	{ localSecrets },
	{ build },
	{ localVars, openDatabase, openShop },
	{ demoSignIn, demoStaffSignIn, load, migrate, seed },
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
if (isDev) await serveSources();
else await serveBuild();

async function serveBuild() {
	build();
	await prepareDatabase();
	const shop = await openShop({ port, state, vars: { ...secrets, APP_ORIGIN: origin } });
	const stopClock = startClock(shop.runCron);
	onStop(async () => {
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
	let stopClock = () => {};
	onStop(async () => {
		stopClock();
		dev.kill();
	});
	while (!(await fetch(origin).catch(() => undefined))) await setTimeout(200);
	stopClock = startClock((cron) =>
		fetch(`${origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`).catch(() => undefined),
	);
	await announce();
}

/** Checks the settings before they are used. With invalid ones, the Worker would refuse every request. */
async function checkConfig() {
	const { readConfig } = await load("app/platform/config.ts");
	try {
		readConfig({ ...localVars(), ...secrets, APP_ORIGIN: origin });
	} catch (error) {
		stop(`${error.message}\nCorrect it in .dev.vars. If you delete a secret there, a new one is created.`);
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
	const staff = await demoStaffSignIn();
	console.log(`
  Kikoa     ${origin}
  Sign in   ${email}   ${password}
  Inbox     ${origin}/dev/inbox
  Desk      ${origin}/desk/sign-in
  Staff     ${staff.email}   ${staff.password}   code ${staff.code} (later ones are in the inbox)

  Press Ctrl-C to stop it. Your data is kept. npm run reset deletes it.`);
}

function onStop(close) {
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

// Runs on a machine that has only Node 20 and npm, so it imports no packages. It must also load on an older Node to print
// the error about its version. So functions that an older Node lacks are called as `fs.…`, not imported by name.
import { spawn, spawnSync } from "node:child_process";
import fs, { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { step, stop } from "./say.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const bin = (name) => path.join(root, "node_modules", ".bin", name);

const projectNode = path.join(root, "node_modules", "node", "bin", "node");
const minNodeMajor = 20;
const gigabyte = 1024 ** 3;
/** Disk space for the packages and one build, rounded up. */
const diskNeeded = 2 * gigabyte;

/** Turns off telemetry and update checks. */
const quiet = {
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_SEND_ERROR_REPORTS: "false",
	WRANGLER_HIDE_BANNER: "true",
	WRANGLER_LOG: "error",
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	DO_NOT_TRACK: "1",
	NO_UPDATE_NOTIFIER: "1",
	npm_config_update_notifier: "false",
};

/**
 * Installs missing packages and continues under the Node version of the project. Scripts must call it before they import
 * packages.
 */
export async function bootstrap() {
	process.chdir(root);
	const [major] = process.versions.node.split(".").map(Number);
	if (major < minNodeMajor)
		stop(`Kikoa needs Node ${minNodeMajor} or newer. This is ${process.version}. Get a newer one from nodejs.org.`);
	Object.assign(process.env, quiet);
	install();
	if (process.execPath !== projectNode && !process.env.KIKOA_OWN_NODE) await continueOnOwnNode();
	delete process.env.KIKOA_OWN_NODE;
	process.env.PATH = [path.dirname(projectNode), path.dirname(bin("")), process.env.PATH].join(path.delimiter);
}

function install() {
	if (isInstalled()) return;
	const free = fs.statfsSync(root);
	if (free.bavail * free.bsize < diskNeeded) {
		stop(`The disk of ${root} has less than ${diskNeeded / gigabyte} GB free. Free some space, then run this again.`);
	}
	// Without a network, npm ci retries for many minutes. A ping fails fast, and npm's cache may have all packages.
	const ping = npm("ping", "--fetch-retries=0", "--fetch-timeout=15000", "--loglevel=error");
	const online = ping.status === 0 || !unreachable.test(ping.output);
	step(online ? "Installing packages (a minute or two)" : "Installing packages from npm's cache, without a network");
	const { status, output } = npm("ci", "--no-audit", "--no-fund", "--loglevel=error", ...(online ? [] : ["--offline"]));
	if (status === 0) return;
	if (!online || unreachable.test(output)) {
		stop("The package registry can't be reached. Connect to the network, then run this again.");
	}
	if (/ENOSPC/.test(output)) stop(`The disk is full. Free some space for ${root}, then run this again.`);
	if (/EACCES|EPERM/.test(output))
		stop(`This account can't write to ${root}. Change the folder's owner, then run this again.`);
	stop(`npm ci failed:\n${output.trim()}`);
}

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ENOTCACHED|network/i;

/** Runs the npm that runs this script, or the one on the path. */
export function npm(...args) {
	const own = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
	const [command, ...rest] = [...own, ...args];
	const { status, stdout, stderr, error } = spawnSync(command, rest, {
		encoding: "utf8",
		maxBuffer: 64 * 1024 * 1024,
	});
	return { status, stdout, output: `${stdout ?? ""}${stderr ?? ""}${error ?? ""}` };
}

/** Whether every package of the lockfile is installed in its version, according to npm's own record. */
function isInstalled() {
	if (!existsSync(projectNode)) return false;
	try {
		const wanted = packagesOf("package-lock.json");
		const present = packagesOf("node_modules/.package-lock.json");
		return Object.entries(wanted).every(
			([name, { version, optional, devOptional }]) =>
				name === "" || optional || devOptional || present[name]?.version === version,
		);
	} catch {
		return false;
	}
}

const packagesOf = (file) => JSON.parse(readFileSync(path.join(root, file), "utf8")).packages;

/** Runs this script again under the project's Node, and exits with its status. Never returns. */
async function continueOnOwnNode() {
	const child = spawn(projectNode, process.argv.slice(1), {
		stdio: "inherit",
		env: { ...process.env, KIKOA_OWN_NODE: "1" },
	});
	// Ctrl-C reaches the child too. Other signals reach only this process, so it passes them on.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
		process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
	}
	const code = await new Promise((resolve) => child.on("exit", (status, signal) => resolve(signal ? 1 : status)));
	process.exit(code);
}

/** Claims `.wrangler/state` for this process, or stops with the id of the process that uses it. */
export function claimState() {
	const file = path.join(root, ".wrangler", "kikoa.pid");
	const holder = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
	if (holder && holder !== process.pid && isAlive(holder)) {
		stop(
			`Kikoa is already running here as process ${holder}. Stop it first with Ctrl-C. If that process is another program, delete .wrangler/kikoa.pid.`,
		);
	}
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, String(process.pid));
	process.on("exit", () => rmSync(file, { force: true }));
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === "EPERM";
	}
}

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestProject } from "vitest/node";
import { findPowerDns } from "../../scripts/powerdns.mjs";

/** Where the tests reach a real PowerDNS. */
export interface RunningPowerDns {
	readonly url: string;
	readonly apiKey: string;
}

declare module "vitest" {
	export interface ProvidedContext {
		/** Null if it is not installed. */
		powerDns: RunningPowerDns | null;
	}
}

/**
 * Starts PowerDNS on this machine's own address, with an empty database, for all worker tests.
 * @throws if it is installed and does not start
 */
export default async function startPowerDns(
	project: Pick<TestProject, "provide">,
	installed = findPowerDns(),
): Promise<(() => Promise<void>) | undefined> {
	project.provide("powerDns", null);
	if (!installed) return undefined;
	const folder = mkdtempSync(path.join(tmpdir(), "powerdns-"));
	const database = new DatabaseSync(path.join(folder, "zones.sqlite"));
	database.exec(readFileSync(installed.schema, "utf8"));
	database.close();
	const [apiPort, dnsPort] = [await freePort(), await freePort()];
	const apiKey = "key-of-the-tests-0000";
	writeFileSync(path.join(folder, "pdns.conf"), configuration({ folder, apiKey, apiPort, dnsPort }));
	const server = spawn(installed.server, [`--config-dir=${folder}`], { stdio: "ignore" });
	const url = `http://127.0.0.1:${apiPort}`;
	const end = async () => {
		await stop(server);
		rmSync(folder, { recursive: true, force: true });
	};
	if (!(await answers(`${url}/api/v1/servers`, apiKey, server))) {
		await end();
		throw new Error(`PowerDNS is installed (${installed.server}), but does not start. Its tests can't run`);
	}
	project.provide("powerDns", { url, apiKey });
	return end;
}

const configuration = (at: { folder: string; apiKey: string; apiPort: number; dnsPort: number }) => `
launch=gsqlite3
gsqlite3-database=${at.folder}/zones.sqlite
gsqlite3-pragma-synchronous=0
gsqlite3-dnssec=yes
api=yes
api-key=${at.apiKey}
webserver=yes
webserver-address=127.0.0.1
webserver-port=${at.apiPort}
webserver-allow-from=127.0.0.1
local-address=127.0.0.1
local-port=${at.dnsPort}
socket-dir=${at.folder}
daemon=no
guardian=no
security-poll-suffix=
`;

const freePort = () =>
	new Promise<number>((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
		});
	});

/** Waits up to ten seconds for the API. */
async function answers(url: string, apiKey: string, server: ChildProcess): Promise<boolean> {
	for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt += 1) {
		const response = await fetch(url, { headers: { "X-API-Key": apiKey } }).catch(() => null);
		if (response?.ok) return true;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	return false;
}

function stop(server: ChildProcess): Promise<void> {
	if (server.exitCode !== null) return Promise.resolve();
	return new Promise((resolve) => {
		server.once("exit", () => resolve());
		server.kill();
	});
}

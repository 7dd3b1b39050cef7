import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { root } from "./bootstrap.mjs";
import { stop } from "./say.mjs";

/** The port in `PORT`, or 8787. Ends the command if the port is not available. */
export async function takePort() {
	const port = Number(process.env.PORT ?? 8787);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		stop(`PORT is "${process.env.PORT}". Use a number from 1 to 65535, such as PORT=8788 npm start.`);
	}
	let problem = await probe(port);
	if (problem && killOrphans(port)) problem = await probe(port);
	if (!problem) return port;
	const why = problem === "EACCES" ? "needs more rights than this account has" : "is in use";
	stop(`Port ${port} ${why}. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start.`);
}

/** Returns the error code if the port is not available, otherwise undefined. */
function probe(port) {
	return new Promise((resolve) => {
		const server = createServer().once("error", (error) => resolve(error.code));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
	});
}

/** Ends workerd processes that lost their parent in a `kill -9`. Returns whether there were any. */
function killOrphans(port) {
	const orphans = workerdOn(port, "-P", "1");
	for (const pid of orphans) process.kill(pid, "SIGKILL");
	if (orphans.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
	return orphans.length > 0;
}

/** The process ids of this project's workerd on a port. */
export function workerdOn(port, ...filter) {
	const pattern = `${root}/node_modules/.*workerd serve .*entry=127.0.0.1:${port} `;
	const { stdout } = spawnSync("pgrep", [...filter, "-f", pattern], { encoding: "utf8" });
	return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}

/** A free port on the loopback interface. */
export function freePort() {
	return new Promise((resolve, reject) => {
		const server = createServer().once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});
}

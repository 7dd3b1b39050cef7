import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { bin, root } from "../../scripts/bootstrap.mjs";
import { freePort } from "../../scripts/port.mjs";

test("the development server renders pages from the sources", async () => {
	test.slow();
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const args = ["dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
	const env = { ...process.env, DEV_ORIGIN: origin };
	const dev = spawn(bin("react-router"), args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (text) => (output += text));
	const ended = new Promise<void>((resolve) => dev.on("exit", () => resolve()));
	try {
		let response: Response | undefined;
		while (!response && dev.exitCode === null) {
			response = await fetch(`${origin}/login`).catch(() => undefined);
			if (!response) await setTimeout(200);
		}
		expect(response?.status, output).toBe(200);
		expect(await response?.text(), output).toContain("Sign in");
	} finally {
		dev.kill();
		await ended;
	}
});

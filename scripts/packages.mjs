import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { step } from "./say.mjs";

/** Debian asks this program whether a service may start. 101: no (invoke-rc.d(8)). */
const policy = "/usr/sbin/policy-rc.d";

/** Installs Debian packages without starting their services, and prints why if that fails. Does nothing unless run on Debian as root. */
export function installPackages(name, packages) {
	if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
	step(`Installing ${name}`);
	const options = { encoding: "utf8", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
	const hadPolicy = existsSync(policy);
	if (!hadPolicy) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
	try {
		spawnSync("apt-get", ["update", "-qq"], options);
		const install = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
		const { status, stderr, error } = spawnSync("apt-get", install, options);
		if (status !== 0) step(`apt-get can't install ${name}: ${error?.message ?? stderr.trim()}`);
	} finally {
		if (!hadPolicy) rmSync(policy);
	}
}

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { step } from "./say.mjs";

const paths = ["/usr/bin/named-checkzone", "/usr/sbin/named-checkzone", "/opt/homebrew/bin/named-checkzone"];

/** Returns the path of BIND's zone file checker, or undefined if it is not installed. */
export const findCheckzone = () => paths.find((file) => existsSync(file));

/** Installs BIND's tools for the tests, on Debian as root. Otherwise prints which tests are skipped without them. */
export function installCheckzone() {
	if (findCheckzone()) return;
	if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
		step("Installing BIND's tools");
		const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
		spawnSync("apt-get", ["update", "-qq"], options);
		spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "bind9-utils"], options);
	}
	if (!findCheckzone())
		step("named-checkzone (bind9-utils) is not installed. Tests that compare zone files with BIND are skipped");
}

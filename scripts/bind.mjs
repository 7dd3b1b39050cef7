import { existsSync } from "node:fs";
import { installPackages } from "./packages.mjs";
import { step } from "./say.mjs";

const paths = ["/usr/bin/named-checkzone", "/usr/sbin/named-checkzone", "/opt/homebrew/bin/named-checkzone"];

/** Returns the path of BIND's zone file checker, or undefined if it is not installed. */
export const findCheckzone = () => paths.find((file) => existsSync(file));

/** Installs BIND's tools for the tests, on Debian as root. Otherwise prints which tests are skipped without them. */
export function installCheckzone() {
	if (findCheckzone()) return;
	installPackages("BIND's tools", ["bind9-utils"]);
	if (!findCheckzone())
		step("named-checkzone (bind9-utils) is not installed. Tests that compare zone files with BIND are skipped");
}

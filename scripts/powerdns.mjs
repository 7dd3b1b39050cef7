import { existsSync } from "node:fs";
import { installPackages } from "./packages.mjs";
import { step } from "./say.mjs";

const server = "/usr/sbin/pdns_server";
/** Tables of the SQLite backend. */
const schema = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";

/** Returns the paths of PowerDNS and of its SQLite tables, or undefined if it is not installed. */
export const findPowerDns = () => (existsSync(server) && existsSync(schema) ? { server, schema } : undefined);

/**
 * Installs PowerDNS for the tests, on Debian as root. Otherwise prints which tests are skipped without it.
 * @returns whether it is installed
 */
export function installPowerDns() {
	if (!findPowerDns()) installPackages("PowerDNS", ["pdns-server", "pdns-backend-sqlite3"]);
	if (findPowerDns()) return true;
	step("PowerDNS (pdns-server, pdns-backend-sqlite3) is not installed. Tests that run it are skipped");
	return false;
}

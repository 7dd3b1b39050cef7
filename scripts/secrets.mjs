import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { root } from "./bootstrap.mjs";
import { step } from "./say.mjs";

const file = path.join(root, ".dev.vars");
const names = ["PASSWORD_PEPPER", "TOKEN_SECRET"];

/** The local secrets: random, made once, never committed. */
export function localSecrets() {
	const present = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
	const missing = names.filter((name) => !present[name]);
	if (missing.length === 0) return present;
	step("Making local secrets in .dev.vars");
	for (const name of missing) present[name] = randomBytes(32).toString("base64url");
	const lines = Object.entries(present).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
	writeFileSync(file, lines.join(""), { mode: 0o600 });
	return present;
}

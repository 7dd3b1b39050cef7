import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { root } from "./bootstrap.mjs";
import { step } from "./say.mjs";

const file = path.join(root, ".dev.vars");
const names = ["PASSWORD_PEPPER", "TOKEN_SECRET"];

/** Returns the secrets in `.dev.vars`. Creates missing ones at random and keeps the rest of the file. */
export function localSecrets() {
	const text = existsSync(file) ? readFileSync(file, "utf8") : "";
	const present = parseEnv(text);
	const missing = names.filter((name) => !present[name]);
	if (missing.length === 0) return present;
	step("Creating local secrets in .dev.vars");
	if (existsSync(path.join(root, ".wrangler", "state", "v3"))) {
		console.log("  The local data was created with other secrets. Run `npm run reset` before you sign in.");
	}
	for (const name of missing) present[name] = randomBytes(32).toString("base64url");
	const lines = missing.map((name) => `${name}="${present[name]}"\n`);
	const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
	writeFileSync(file, start + lines.join(""), { mode: 0o600 });
	return present;
}

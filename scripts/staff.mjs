import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bin, bootstrap, claimState, root } from "./bootstrap.mjs";
import { stop } from "./say.mjs";

// Invites the first owner of the desk and prints the link: npm run staff -- invite someone@example.com --role owner
await bootstrap();
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { role: { type: "string", default: "owner" }, remote: { type: "boolean", default: false } },
});
const [command, email] = positionals;
if (command !== "invite" || !email) stop("Usage: npm run staff -- invite EMAIL [--role owner] [--remote]");

const { load } = await import("./database.mjs");
const { staffInvitation } = await load("app/db/seed/staff-invitation.ts");
let invitation;
try {
	invitation = staffInvitation(email, values.role, Date.now());
} catch (error) {
	stop(error.message);
}
const taken = `${email} is in the list of staff already. Invite this person again at the desk.`;
const origin = values.remote ? await inviteRemotely() : await inviteLocally();
console.log(`\n  ${origin}${invitation.path}\n\n  The link works once, for three days.`);

async function inviteLocally() {
	claimState();
	const [{ openDatabase }, { migrate }] = await Promise.all([import("./shop.mjs"), import("./database.mjs")]);
	const { database, tokens, close } = await openDatabase(path.join(root, ".wrangler", "state"));
	try {
		await migrate(database);
		await database.batch(invitation.statements.map((statement) => database.prepare(statement)));
		await tokens.put(invitation.key, invitation.record, { expirationTtl: invitation.ttlSeconds });
	} catch (error) {
		stop(/FOREIGN KEY/.test(error.message) ? taken : error.message);
	} finally {
		await close();
	}
	return `http://localhost:${process.env.PORT ?? 8787}`;
}

/** In the database and the token store of production. */
async function inviteRemotely() {
	const { unstable_readConfig: readConfig } = await import("wrangler");
	const { vars } = readConfig({ config: path.join(root, "wrangler.toml"), env: "production" }, { hideWarnings: true });
	const folder = mkdtempSync(path.join(tmpdir(), "kikoa-staff-"));
	const file = path.join(folder, "invitation.sql");
	const target = ["--remote", "--env", "production"];
	try {
		writeFileSync(file, invitation.statements.join("\n"));
		run(taken, "d1", "execute", "DB", "--file", file, "--yes", ...target);
	} finally {
		rmSync(folder, { recursive: true });
	}
	const ttl = ["--ttl", String(invitation.ttlSeconds)];
	run("", "kv", "key", "put", invitation.key, invitation.record, "--binding", "TOKENS", ...ttl, ...target);
	return vars.APP_ORIGIN;
}

function run(hint, ...args) {
	const { status } = spawnSync(bin("wrangler"), args, { cwd: root, stdio: "inherit" });
	if (status !== 0) stop(`\`wrangler ${args.slice(0, 3).join(" ")}\` failed. ${hint}`);
}

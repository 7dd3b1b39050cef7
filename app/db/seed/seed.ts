import { demoStaff, demoStaffCode } from "~/features/staff/demo-sign-in";
import { createArgon2idHasher } from "~/platform/password/argon2id";
import { loadArgon2id } from "~/platform/password/wasm.node";
import { buildSeed } from "./build-seed";
import { demoEmail } from "./demo/account";
import { sealedDemoCard } from "./demo/card";
import { sealedDemoSecret } from "./demo/staff";
import { toSql } from "./to-sql";

/** The sample owner of the desk, with the code that the app shows now. */
export const demoStaffSignIn = () => ({ ...demoStaff, code: demoStaffCode(Date.now()) });

export const demoSignIn = { email: demoEmail, password: "twende-sasa-hivi" };

interface Secrets {
	readonly PASSWORD_PEPPER: string;
	readonly TOKEN_SECRET: string;
}

/** Fills a migrated local database. Runs in Node. Existing rows are not changed. */
export async function seedDatabase(database: D1Database, secrets: Secrets): Promise<void> {
	const passwords = createArgon2idHasher({ load: loadArgon2id, peppers: [secrets.PASSWORD_PEPPER] });
	const passwordHash = await passwords.hash(demoSignIn.password);
	const owner = {
		passwordHash: await passwords.hash(demoStaff.password),
		totpSecret: await sealedDemoSecret(secrets.TOKEN_SECRET),
	};
	const now = Date.now();
	const cardToken = await sealedDemoCard(secrets.TOKEN_SECRET, now);
	const rows = buildSeed({ now, passwordHash, cardToken, owner });
	await database.batch(toSql(rows).map((statement) => database.prepare(statement)));
}

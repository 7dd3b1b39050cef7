import { rmSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/bootstrap.mjs";
import { build } from "../../scripts/build.mjs";
import { migrate, seed } from "../../scripts/database.mjs";
import { localSecrets } from "../../scripts/secrets.mjs";
import { openDatabase } from "../../scripts/shop.mjs";

/** Migrated and seeded data. Every shop of the run starts from a copy of it. */
export const freshState = path.join(root, ".cache", "fresh-state");

export default async function prepare(): Promise<void> {
	build();
	rmSync(freshState, { recursive: true, force: true });
	const { database, close } = await openDatabase(freshState);
	await migrate(database);
	await seed(database, localSecrets());
	await close();
}

import { afterAll, expect } from "vitest";
import { nearDatabase } from "./local-d1";
import { costlyStatements } from "./statement-plans";

/** Every statement that the shop sent in a test file reads few rows, also in a full-size shop. */
afterAll(async () => {
	expect(await nearDatabase(costlyStatements)).toEqual([]);
});

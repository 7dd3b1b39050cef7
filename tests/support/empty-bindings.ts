import { afterAll, expect } from "vitest";
import { emptyBindings, usesDatabase } from "./memory-bindings";
import { costlyStatements } from "./statement-plans";

emptyBindings();

afterAll(async () => {
	if (usesDatabase()) expect(await costlyStatements()).toEqual([]);
});

import { afterEach, beforeEach, expect } from "vitest";

/** Allows the test to call console.error. Any other test that does so fails. */
export function expectConsoleError(): void {
	expected = true;
}

let expected = false;
let calls: unknown[][] = [];
const original = console.error;

beforeEach(() => {
	expected = false;
	calls = [];
	console.error = (...args: unknown[]) => {
		calls.push(args.map((arg) => (arg instanceof Error ? arg.stack : arg)));
	};
});

afterEach(() => {
	console.error = original;
	if (!expected) expect(calls, "console.error was called").toEqual([]);
});

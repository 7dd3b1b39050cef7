import { afterEach, beforeEach, expect } from "vitest";
import { logListeners } from "~/lib/log.server";

/** Allows the test to call console.error. Any other test that does so fails. */
export function expectConsoleError(): void {
	expected = true;
}

let expected = false;
let calls: unknown[][] = [];
/** What the next line of the log is about. */
let logged: unknown;
const { error: original, info } = console;

beforeEach(() => {
	expected = false;
	calls = [];
	console.error = (...args: unknown[]) => {
		calls.push(
			[...args, ...(logged === undefined ? [] : [logged])].map((arg) => (arg instanceof Error ? arg.stack : arg)),
		);
		logged = undefined;
	};
	// What every request and call leaves in the log.
	console.info = () => {};
});

// The log leaves out the messages of errors.
logListeners.add(({ fields: { error } }) => {
	logged = error;
});

afterEach(() => {
	console.error = original;
	console.info = info;
	if (!expected) expect(calls, "console.error was called").toEqual([]);
});

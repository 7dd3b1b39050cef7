import { afterEach, expect, test, vi } from "vitest";
import { createBoundedLog } from "~/lib/bounded-log";
import { MINUTE } from "~/lib/durations";

afterEach(() => vi.restoreAllMocks());

test("a log has at most 60 lines a minute, then the number of lines left out", () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let now = 1_000;
	const write = createBoundedLog("refused", () => now);
	const lines = () => warn.mock.calls.map(([line]) => JSON.parse(String(line)));
	for (let index = 0; index < 500; index += 1) write({ index });
	now += MINUTE - 1;
	write({ index: 500 });
	expect(lines()).toEqual(Array.from({ length: 60 }, (_, index) => ({ event: "refused", index })));
	now += 1;
	write({ index: 501 });
	expect(lines().slice(60)).toEqual([
		{ event: "lines_left_out", of: "refused", count: 441 },
		{ event: "refused", index: 501 },
	]);
	now += MINUTE;
	write({ index: 502 });
	expect(lines().slice(62)).toEqual([{ event: "refused", index: 502 }]);
});

test("a clock that goes back does not stop the log", () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let now = 10 * MINUTE;
	const write = createBoundedLog("refused", () => now);
	for (let index = 0; index < 60; index += 1) write({});
	now = MINUTE;
	write({});
	expect(warn).toHaveBeenCalledTimes(61);
});

import { afterEach, expect, test, vi } from "vitest";
import { createBoundedLog } from "~/lib/bounded-log.server";
import { MINUTE } from "~/lib/durations";

afterEach(() => vi.restoreAllMocks());

const line = (event: string, fields: object) => ({ time: expect.any(String), level: "warn", event, ...fields });

test("a log has at most 60 lines a minute, then the number of lines left out", () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let now = 1_000;
	const write = createBoundedLog("request_refused", () => now);
	const lines = () => warn.mock.calls.map(([line]) => JSON.parse(String(line)));
	for (let index = 0; index < 500; index += 1) write({ count: index });
	now += MINUTE - 1;
	write({ count: 500 });
	expect(lines()).toEqual(Array.from({ length: 60 }, (_, count) => line("request_refused", { count })));
	now += 1;
	write({ count: 501 });
	expect(lines().slice(60)).toEqual([
		line("lines_left_out", { of: "request_refused", count: 441 }),
		line("request_refused", { count: 501 }),
	]);
	now += MINUTE;
	write({ count: 502 });
	expect(lines().slice(62)).toEqual([line("request_refused", { count: 502 })]);
});

test("a clock that goes back does not stop the log", () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let now = 10 * MINUTE;
	const write = createBoundedLog("request_refused", () => now);
	for (let index = 0; index < 60; index += 1) write({});
	now = MINUTE;
	write({});
	expect(warn).toHaveBeenCalledTimes(61);
});

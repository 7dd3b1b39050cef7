import { expect, test } from "vitest";
import { byteRange } from "~/lib/byte-range";

test("a range within the file selects that part", () => {
	expect(byteRange("bytes=0-99", 1_000)).toEqual({ offset: 0, length: 100 });
	expect(byteRange("bytes=900-", 1_000)).toEqual({ offset: 900, length: 100 });
	expect(byteRange("bytes=-1", 1_000)).toEqual({ offset: 999, length: 1 });
	expect(byteRange("bytes=-5000", 1_000)).toEqual({ offset: 0, length: 1_000 });
	expect(byteRange("bytes=0-999999999999999", 1_000)).toEqual({ offset: 0, length: 1_000 });
});

test("a range beyond the file is not satisfiable", () => {
	for (const beyond of ["bytes=1000-", "bytes=1000-2000", "bytes=-0"]) {
		expect(byteRange(beyond, 1_000), beyond).toBe("unsatisfiable");
	}
});

test("any other header selects the whole file", () => {
	const others = [
		null,
		"",
		"bytes",
		"bytes=",
		"bytes=-",
		"bytes=5-1",
		"bytes=0-1,3-4",
		"lines=0-1",
		"bytes=a-b",
		"bytes=1.5-2",
	];
	for (const other of [...others, `bytes=${"9".repeat(400)}-`, `bytes=${"0-1,".repeat(2_000)}5-6`]) {
		expect(byteRange(other, 1_000), String(other)).toBeNull();
	}
});

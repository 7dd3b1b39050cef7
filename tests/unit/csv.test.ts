import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "~/lib/csv";

const cellOf = (text: string) => toCsv(["x"], [[text]]).slice("\ufeffx\r\n".length);

test.each(["=1+1", "+254", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＠SUM(A1)"])(
	"a spreadsheet reads %j as text",
	(text) => {
		expect(cellOf(text)).toMatch(/^"?'/);
	},
);

test("quotes, commas and line breaks stay in their cell", () => {
	expect(toCsv(["a"], [['a"b', "c,d", "e\nf", 5]])).toBe('\ufeffa\r\n"a""b","c,d","e\nf",5\r\n');
	fc.assert(
		fc.property(fc.string(), (text) => {
			expect(toCsv(["h"], [["x", text, "y"]])).toMatch(/\nx,[\s\S]*,y\r\n$/);
		}),
	);
});

import { expect, test } from "vitest";
import { addMonths } from "~/lib/add-months";
import { addYears } from "~/lib/add-years";

const kenyan = (time: string) => Date.parse(`${time}+03:00`);

test("a month bought on the 1st in Kenya ends on the 1st, also in the hours when UTC has the day before", () => {
	for (let hour = 0; hour < 24; hour += 1) {
		const at = `T${String(hour).padStart(2, "0")}:30`;
		for (let month = 1; month < 12; month += 1) {
			const first = (one: number) => kenyan(`2027-${String(one).padStart(2, "0")}-01${at}`);
			expect(addMonths(first(month), 1)).toBe(first(month + 1));
		}
	}
});

test("a term that begins on a day that the last month lacks ends on that month's last day", () => {
	for (const [start, months, end] of [
		["2027-01-31T09:00", 1, "2027-02-28T09:00"],
		["2028-01-31T09:00", 1, "2028-02-29T09:00"],
		["2100-01-31T09:00", 1, "2100-02-28T09:00"],
		["2027-08-31T01:00", 1, "2027-09-30T01:00"],
		["2028-02-29T01:00", 12, "2029-02-28T01:00"],
		["2028-02-29T09:00", 48, "2032-02-29T09:00"],
		["2096-02-29T09:00", 48, "2100-02-28T09:00"],
		["2028-03-31T09:00", -1, "2028-02-29T09:00"],
	] as const)
		expect(addMonths(kenyan(start), months), start).toBe(kenyan(end));
});

test("years of a domain count in UTC, as its registry does", () => {
	const until = (start: string, years: number) => new Date(addYears(Date.parse(start), years)).toISOString();
	expect(until("2027-02-28T22:00Z", 1)).toBe("2028-02-28T22:00:00.000Z");
	expect(until("2028-02-29T22:00Z", 1)).toBe("2029-02-28T22:00:00.000Z");
	expect(until("2096-02-29T22:00Z", 4)).toBe("2100-02-28T22:00:00.000Z");
	expect(until("2096-02-29T22:00Z", 8)).toBe("2104-02-29T22:00:00.000Z");
});

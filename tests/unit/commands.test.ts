import { expect, test } from "vitest";
import { isDue, isHourly, readCrons } from "../../scripts/clock.mjs";

const at = (text: string) => new Date(`2026-11-21T${text}:00Z`);

test("each cron of wrangler.toml runs at its time only", () => {
	const due = (text: string) => readCrons().filter((cron: string) => isDue(cron, at(text)));
	expect(due("09:30")).toEqual(["* * * * *"]);
	expect(due("09:07")).toEqual(["* * * * *", "7 * * * *"]);
	expect(due("02:23")).toEqual(["* * * * *", "23 2 * * *"]);
	expect(due("03:41")).toEqual(["* * * * *", "41 * * * *"]);
	expect(due("03:53")).toEqual(["* * * * *", "53 3 * * *"]);
	expect(due("05:23")).toEqual(["* * * * *", "23 5 * * *"]);
});

test("what runs every minute or hour also runs when the shop starts", () => {
	expect(readCrons().filter(isHourly)).toEqual(["* * * * *", "7 * * * *", "41 * * * *"]);
});

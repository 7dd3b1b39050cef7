import fc from "fast-check";
import { expect, test } from "vitest";
import {
	allDomainDays,
	changedDays,
	currentDays,
	domainReminderDays,
	type ReminderDay,
	reminderDaysOf,
	reminderDue,
	reminderRanges,
	usualReminderDays,
} from "~/features/renewals/reminder-days";
import { readReminderDays } from "~/features/renewals/reminder-days.schema";
import { DAY, HOUR } from "~/lib/durations";
import { kenyanDay } from "~/lib/kenyan-day";

const now = Date.UTC(2026, 10, 21, 9);

test("reminders are sent on their days, at most two days late, and fewer if the name renews automatically", () => {
	const at = (day: number, autoRenew = false, tld = "com") => {
		const stage = reminderDue(domainReminderDays({ tld, autoRenew }), now, now + day * DAY);
		return stage === null ? null : (stage - now) / DAY;
	};
	expect([-61, -60, -59, -58, -30, -14, -7, -1, 0, 1, 3, 5, 7].map((day) => at(day))).toEqual([
		...[null, -60, -60, null, -30, -14, -7, -1, -1, null, 3, 5, null],
	]);
	expect([-60, -30, -14, -7].map((day) => at(day, true))).toEqual([null, null, null, -7]);
	expect([5, 10, 75].map((day) => at(day, true, "co.ke"))).toEqual([null, 10, 75]);
});

test("the ranges for reminders contain every expiry date with a reminder due", () => {
	const ranges = reminderRanges(allDomainDays(usualReminderDays), now);
	for (let hours = -100 * 24; hours <= 100 * 24; hours += 1) {
		const expiresAt = now + (hours * DAY) / 24;
		const isDue = ["com", "co.ke"].some((tld) =>
			[true, false].some((autoRenew) => reminderDue(domainReminderDays({ tld, autoRenew }), expiresAt, now) !== null),
		);
		const isInRange = ranges.some(({ from, to }) => from < expiresAt && expiresAt <= to);
		expect(isInRange, `${hours} hours`).toBe(isDue);
	}
});

interface Change {
	readonly at: number;
	readonly days: readonly number[];
}

/** The days from the expiry of all reminders of a domain, searched twice a day while the setting changes. */
function remindedOn(expiresAt: number, first: readonly number[], changes: readonly Change[]): number[] {
	let setting: readonly ReminderDay[] = first.map((day) => ({ day }));
	const left = [...changes];
	const stages = new Set<number>();
	const start = kenyanDay(expiresAt - 100 * DAY).from;
	for (let day = 0; day < 130; day += 1) {
		for (const hour of [5, 8]) {
			const time = start + day * DAY + hour * HOUR;
			for (let next = left[0]; next && next.at <= time; next = left[0]) {
				setting = changedDays(setting, next.days, next.at);
				left.shift();
			}
			const stage = reminderDue(setting, expiresAt, kenyanDay(time).to);
			if (stage !== null && !stages.has(stage)) {
				// Never later than the day on which it is due.
				expect(kenyanDay(stage).to).toBe(kenyanDay(time).to);
				stages.add(stage);
			}
		}
	}
	return [...stages].map((stage) => (stage - expiresAt) / DAY);
}

test.each([
	["earlier", [-30, -8]],
	["later", [-30, -5]],
	["both earlier", [-35, -10]],
	["not at all", [-30, -7]],
] as const)("when days are moved %s, each domain gets each reminder once, whenever it expires", (_, days) => {
	for (let hours = 0; hours < 60 * 24; hours += 5) {
		const sent = remindedOn(now + hours * HOUR, [-30, -7], [{ at: now, days }]);
		expect(
			sent.filter((day) => day < -20),
			`${hours} hours`,
		).toHaveLength(1);
		expect(
			sent.filter((day) => day >= -20),
			`${hours} hours`,
		).toHaveLength(1);
	}
});

test("a day that was added is not sent late, and one that was removed is not sent any more", () => {
	const changes = [{ at: now, days: [-30, -20, -7] }];
	expect(remindedOn(now + 19 * DAY, [-30, -14, -7], changes)).toEqual([-30, -14, -7]);
	expect(remindedOn(now + 22 * DAY, [-30, -14, -7], changes)).toEqual([-30, -20, -7]);
	expect(remindedOn(now + 13 * DAY, [-30, -14, -7], changes)).toEqual([-30, -14, -7]);
	const fewer = [{ at: now, days: [-30, -7] }];
	expect(remindedOn(now + 14 * DAY, [-30, -14, -7], fewer)).toEqual([-30, -14, -7]);
	expect(remindedOn(now + 16 * DAY, [-30, -14, -7], fewer)).toEqual([-30, -7]);
});

test("no number of changes makes a domain miss a reminder that ICANN requires, or repeats one", () => {
	const month = fc.integer({ min: -35, max: -26 });
	const week = fc.integer({ min: -10, max: -5 });
	const after = fc.integer({ min: 1, max: 5 });
	const days = fc.tuple(month, week, after).map((chosen) => [...chosen]);
	const change = fc.record({
		at: fc.integer({ min: -15 * 24, max: 45 * 24 }).map((hours) => now + hours * HOUR),
		days,
	});
	fc.assert(
		fc.property(
			days,
			fc.array(change, { maxLength: 3 }).map((list) => list.toSorted((one, other) => one.at - other.at)),
			fc.integer({ min: 0, max: 60 * 24 }),
			(first, changes, hours) => {
				const sent = remindedOn(now + hours * HOUR, first, changes);
				expect(sent.filter((day) => day <= -26)).toHaveLength(1);
				expect(sent.filter((day) => day >= -10 && day <= -5)).toHaveLength(1);
				expect(sent.filter((day) => day > 0)).toHaveLength(1);
			},
		),
		{ numRuns: 200 },
	);
});

test("a day that is removed and added again on the same day is as it was", () => {
	const once = changedDays([{ day: -30 }, { day: -7 }], [-30, -8], now);
	expect(currentDays(once)).toEqual([-30, -8]);
	const again = changedDays(once, [-30, -7], now + HOUR);
	expect(currentDays(again)).toEqual([-30, -7]);
	expect(reminderDue(again, now + 9 * DAY, now + 2 * DAY)).toBe(now + 2 * DAY);
});

test("a stored value that can't be read counts as none", () => {
	for (const value of [undefined, null, {}, { before: [{ day: "x" }] }])
		expect(reminderDaysOf(value)).toBe(usualReminderDays);
});

const usual = {
	before: "60, 30, 14, 7, 1",
	autoRenew: "7 1",
	after: "3, 5",
	kenyan: "3, 10, 30",
	invoice: "1",
	plan: "7, 1",
};

const formOf = (fields: Readonly<Record<string, string>>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...usual, ...fields })) form.set(name, value);
	return form;
};

test("days are read in any order and with any separator, each once", () => {
	const read = readReminderDays(formOf({ before: "7; 30 14,7" }));
	expect(read).toMatchObject({ ok: true, value: { before: [-7, -30, -14], after: [3, 5], invoice: [-1] } });
});

test.each([
	["before", "60, 14, 7, 1", /about a month/],
	["before", "30, 14, 1", /about a week/],
	["autoRenew", "30, 1", /about a week/],
	["after", "10", /within five days/],
	["kenyan", "30, 60", /suspends/],
	["before", "30, 7, 91", /from 1 to 90/],
	["after", "0, 3", /from 1 to 29/],
	["invoice", "7", /from 1 to 6/],
	["plan", "soon", /such as/],
	["plan", "", /at least one/],
	["before", "30, 7, 1, 2, 3, 4, 6, 8, 9", /at most 8/],
] as const)("%s days of “%s” are refused with the reason", (field, text, reason) => {
	const read = readReminderDays(formOf({ [field]: text }));
	expect(read).toMatchObject({
		ok: false,
		error: { kind: "invalid", fields: { [field]: expect.stringMatching(reason) } },
	});
});

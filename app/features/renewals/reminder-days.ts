import { z } from "zod";
import { isKenyan } from "~/features/domains/lifecycle";
import { DAY } from "~/lib/durations";
import { kenyanDay } from "~/lib/kenyan-day";

/**
 * What customers are reminded of. `before`: domains without auto-renew, and `autoRenew` those with it, before they expire.
 * `after`: expired domains, and `kenyan` those under .ke. `invoice`: open invoices before they are due. `plan`: unpaid plans
 * before their content is deleted.
 */
export const reminderGroups = ["before", "autoRenew", "after", "kenyan", "invoice", "plan"] as const;
export type ReminderGroup = (typeof reminderGroups)[number];

/** A day on which a reminder is due. */
export interface ReminderDay {
	/** Counted from the date that the reminder is about. Negative before it. */
	readonly day: number;
	/** Added by staff: only reminders that are due after this time (ms). */
	readonly from?: number | undefined;
	/** Removed by staff: only reminders that are due up to this time (ms). */
	readonly until?: number | undefined;
}

export type ReminderDays = Readonly<Record<ReminderGroup, readonly ReminderDay[]>>;

const eachDay = (...days: readonly number[]): readonly ReminderDay[] => days.map((day) => ({ day }));

/**
 * ICANN requires a month and a week before the expiry, and within five days after (ERRP). Domains with auto-renew get their
 * invoice a month before. Names under .ke are suspended 14 days after the expiry (KeNIC).
 */
export const usualReminderDays: ReminderDays = {
	before: eachDay(-60, -30, -14, -7, -1),
	autoRenew: eachDay(-7, -1),
	after: eachDay(3, 5),
	kenyan: eachDay(3, 10, 30, 60, 75),
	invoice: eachDay(-1),
	plan: eachDay(-7, -1),
};

const time = z.number().int().optional();
const group = z.array(z.object({ day: z.number().int(), from: time, until: time }));
const stored = z.object({ before: group, autoRenew: group, after: group, kenyan: group, invoice: group, plan: group });

/** The stored days. What the code says if there are none. */
export const reminderDaysOf = (value: unknown): ReminderDays => stored.safeParse(value).data ?? usualReminderDays;

/** The days that staff see and change, without those that they have removed. The first comes first. */
export const currentDays = (days: readonly ReminderDay[]): readonly number[] =>
	days.flatMap(({ day, until }) => (until === undefined ? [day] : [])).toSorted((one, other) => one - other);

/** How long a removed day is remembered, for reminders that were found but not sent yet. */
const rememberedMs = 30 * DAY;

/**
 * The days after a change, which applies to what is due after today. A reminder of a new day that is past is not sent. If a
 * day was moved, everyone gets the reminder on one of both days: a domain for which the first of them is past today gets
 * it as before, because otherwise it would get none, or two.
 */
export function changedDays(before: readonly ReminderDay[], wanted: readonly number[], now: number): ReminderDay[] {
	const tonight = kenyanDay(now).to;
	const ending = before.filter(({ until }) => until !== undefined && until > now - rememberedMs);
	const current = before.filter(({ until }) => until === undefined);
	const kept = current.filter(({ day }) => wanted.includes(day));
	const removed = current.filter(({ day }) => !wanted.includes(day));
	const added = wanted.filter((day) => !kept.some((one) => one.day === day));
	/** Whether no other day comes between a removed and an added one, so that it was moved there. */
	const isMove = (from: number, to: number) =>
		![...kept, ...removed, ...added.map((day) => ({ day }))].some(
			({ day }) => day > Math.min(from, to) && day < Math.max(from, to),
		);
	const moves = new Map<ReminderDay, number>();
	for (const one of removed) {
		const to = added.find((day) => isMove(one.day, day) && ![...moves.values()].includes(day));
		if (to !== undefined) moves.set(one, to);
	}
	const ended = removed.flatMap((one) => {
		const until = tonight + Math.max(0, one.day - (moves.get(one) ?? one.day)) * DAY;
		return one.from !== undefined && one.from >= until ? [] : [{ ...one, until }];
	});
	const begun = added.map((day) => {
		const [moved] = [...moves].find(([, to]) => to === day) ?? [];
		const laterMs = moved ? (day - moved.day) * DAY : 0;
		// The second applies if the removed day itself was new and not sent to everyone yet.
		const from = Math.max(tonight + Math.max(0, laterMs), (moved?.from ?? 0) + laterMs);
		return { day, from };
	});
	return [...ending, ...kept, ...ended, ...begun].toSorted((one, other) => one.day - other.day);
}

/** A reminder that is more overdue than this is not sent. */
const maxDelayMs = 2 * DAY;

/** The times from which the reminders about a date are due (ms). */
export const reminderStages = (days: readonly ReminderDay[], date: number): readonly number[] =>
	days.flatMap(({ day, from, until }) => {
		const stage = date + day * DAY;
		const isValid = (from === undefined || stage > from) && (until === undefined || stage <= until);
		return isValid ? [stage] : [];
	});

/** The stage of the reminder that is due at this time, as the time from which it is due (ms). Null if none is. */
export function reminderDue(days: readonly ReminderDay[], date: number, time: number): number | null {
	const due = reminderStages(days, date).filter((stage) => stage <= time && time - stage < maxDelayMs);
	return due.length > 0 ? Math.max(...due) : null;
}

/** The dates that can have a reminder due at this time: after `from`, up to `to` (ms). */
export const reminderRanges = (
	days: readonly ReminderDay[],
	time: number,
): readonly { readonly from: number; readonly to: number }[] =>
	[...new Set(days.map(({ day }) => day))].map((day) => ({
		from: time - day * DAY - maxDelayMs,
		to: time - day * DAY,
	}));

/** The days of a domain. */
export const domainReminderDays = (
	{ tld, autoRenew }: { readonly tld: string; readonly autoRenew: boolean },
	days: ReminderDays = usualReminderDays,
): readonly ReminderDay[] => [
	...(autoRenew ? days.autoRenew : days.before),
	...(isKenyan(tld) ? days.kenyan : days.after),
];

/** The days of all domains. */
export const allDomainDays = ({ before, autoRenew, after, kenyan }: ReminderDays): readonly ReminderDay[] => [
	...before,
	...autoRenew,
	...after,
	...kenyan,
];

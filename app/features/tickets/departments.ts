import { z } from "zod";
import { brand } from "~/brand";
import { MINUTE } from "~/lib/durations";
import { type BusinessHours, dueTime, type OpenHours } from "./business-hours";
import { type Department, departmentNames } from "./ticket";

export interface DepartmentSettings {
	/** As customers choose it: "An invoice or a payment". */
	readonly about: string;
	/** Seven days from Sunday. Null: closed. */
	readonly week: readonly (OpenHours | null)[];
	/** Minutes of its hours within which we first answer, and answer later messages. */
	readonly firstMinutes: number;
	readonly nextMinutes: number;
}

/** The addresses that every page shows. */
const departmentEmails: Readonly<Record<Department, string>> = {
	technical: brand.emails.support,
	billing: brand.emails.billing,
	sales: brand.emails.sales,
};

export interface Holiday {
	/** `2026-12-25` */
	readonly day: string;
	readonly name: string;
}

/** How departments work. What staff have set, or what the code says. */
export interface SupportSettings {
	readonly departments: Readonly<Record<Department, DepartmentSettings>>;
	readonly holidays: readonly Holiday[];
}

const clock = (hour: number) => hour * 60;
const office: OpenHours = { from: clock(8), to: clock(18) };
/** As the phone hours. */
const officeWeek = [null, office, office, office, office, office, null];
const everyDay = Array<OpenHours>(7).fill({ from: clock(7), to: clock(22) });

export const usualSettings: SupportSettings = {
	departments: {
		technical: {
			about: "Something does not work",
			week: everyDay,
			firstMinutes: 120,
			nextMinutes: 120,
		},
		billing: {
			about: "An invoice or a payment",
			week: officeWeek,
			firstMinutes: 240,
			nextMinutes: 240,
		},
		sales: {
			about: "Before I buy",
			week: officeWeek,
			firstMinutes: 240,
			nextMinutes: 240,
		},
	},
	holidays: [],
};

const openHours = z.object({ from: z.number().int(), to: z.number().int() });
const department = z.object({
	about: z.string(),
	week: z.array(openHours.nullable()).length(7),
	firstMinutes: z.number().int().min(1),
	nextMinutes: z.number().int().min(1),
});
const stored = z.object({
	departments: z.object({ technical: department, billing: department, sales: department }),
	holidays: z.array(z.object({ day: z.string(), name: z.string() })),
});

/** The stored settings. What the code says if there are none. */
export const supportSettingsOf = (value: unknown): SupportSettings => stored.safeParse(value).data ?? usualSettings;

/**
 * By when a message that arrived at `since` should be answered (ms).
 * @param isFirst whether the ticket has no answer yet
 */
export function answerDueAt(
	department: Department,
	since: number,
	isFirst: boolean,
	{ departments, holidays }: SupportSettings = usualSettings,
): number {
	const { week, firstMinutes, nextMinutes } = departments[department];
	const hours: BusinessHours = { week, holidays: holidays.map(({ day }) => day) };
	return dueTime(since, (isFirst ? firstMinutes : nextMinutes) * MINUTE, hours);
}

/** What customers choose from, with the address of each. */
export const departmentChoices = ({ departments }: SupportSettings) =>
	departmentNames.map((name) => ({ name, about: departments[name].about, email: departmentEmails[name] }));

import { z } from "zod";
import { isVisible, notVisible, oneLine, requiredLine } from "~/lib/fields.schema";
import { type Failure, ok, type Result } from "~/lib/result";
import type { OpenHours } from "./business-hours";
import type { DepartmentSettings, Holiday, SupportSettings } from "./departments";
import { type Department, departmentNames } from "./ticket";

/** From Sunday, as `Date.getUTCDay` counts. */
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const about = requiredLine("Enter what customers choose.", 60);

const hours = z
	.string()
	.trim()
	.regex(/^\d{1,3}(\.\d{1,2})?$/, "Enter a number of hours such as 4 or 0.5.")
	.transform((text) => Math.round(Number(text) * 60))
	.refine((minutes) => minutes >= 15 && minutes <= 240 * 60, "Enter between 0.25 and 240 hours.");

const time = /^([01]\d|2[0-3]):([0-5]\d)$/;

const minutesOf = (text: string): number | null => {
	const [, hour, minute] = time.exec(text) ?? [];
	return hour === undefined ? null : Number(hour) * 60 + Number(minute);
};

/** "08:00" */
export const timeText = (minutes: number): string =>
	`${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Most days of the list of holidays: some years. */
const mostHolidays = 100;

function readHolidays(text: string): Result<Holiday[], string> {
	const holidays = new Map<string, Holiday>();
	for (const untrimmed of text.split("\n")) {
		const line = untrimmed.trim();
		if (line === "") continue;
		const [, day, name = ""] = /^(\d{4}-\d{2}-\d{2})(?:\s+(\S.*))?$/.exec(line) ?? [];
		const isDay = day !== undefined && z.iso.date().safeParse(day).success;
		if (!isDay) return { ok: false, error: `“${line.slice(0, 40)}” is no line such as 2026-12-25 Christmas.` };
		if (!isVisible(name)) return { ok: false, error: notVisible };
		holidays.set(day, { day, name: name.slice(0, 60) });
	}
	if (holidays.size > mostHolidays) return { ok: false, error: `Enter at most ${mostHolidays} days.` };
	return ok([...holidays.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)));
}

export const field = {
	about: (department: Department) => `about-${department}`,
	first: (department: Department) => `first-${department}`,
	next: (department: Department) => `next-${department}`,
	from: (department: Department, day: number) => `from-${department}-${day}`,
	to: (department: Department, day: number) => `to-${department}-${day}`,
};

/** The settings of a form. A failure names each field. */
export function readSupportSettings(form: FormData): Result<SupportSettings> {
	const fields: Record<string, string> = {};
	const textOf = (name: string) => {
		const value = form.get(name);
		return typeof value === "string" ? value : "";
	};
	const read = <T>(name: string, schema: z.ZodType<T>, otherwise: T): T => {
		const parsed = schema.safeParse(textOf(name));
		if (parsed.success) return parsed.data;
		fields[name] = parsed.error.issues[0]?.message ?? "Check this field.";
		return otherwise;
	};
	function openOn(department: Department, day: number): OpenHours | null {
		const [fromName, toName] = [field.from(department, day), field.to(department, day)];
		const [typedFrom, typedTo] = [oneLine.parse(textOf(fromName)), oneLine.parse(textOf(toName))];
		if (typedFrom === "" && typedTo === "") return null;
		const [from, to] = [minutesOf(typedFrom), minutesOf(typedTo)];
		if (from === null) fields[fromName] = "Enter a time such as 08:00, or leave both empty.";
		if (to === null) fields[toName] = "Enter a time such as 18:00, or leave both empty.";
		if (from === null || to === null) return null;
		if (to <= from) fields[toName] = "Enter a time after the start.";
		return { from, to };
	}
	const readDepartment = (department: Department): DepartmentSettings => {
		const week = weekdays.map((_, day) => openOn(department, day));
		const first = field.from(department, 1);
		if (week.every((open) => open === null) && !fields[first]) fields[first] = "Enter the hours of at least one day.";
		return {
			about: read(field.about(department), about, ""),
			week,
			firstMinutes: read(field.first(department), hours, 60),
			nextMinutes: read(field.next(department), hours, 60),
		};
	};
	const departments = Object.fromEntries(departmentNames.map((name) => [name, readDepartment(name)])) as Record<
		Department,
		DepartmentSettings
	>;
	const holidays = readHolidays(textOf("holidays"));
	if (!holidays.ok) fields.holidays = holidays.error;
	const [first] = Object.values(fields);
	if (first === undefined && holidays.ok) return ok({ departments, holidays: holidays.value });
	const failure: Failure = { kind: "invalid", message: first ?? "Check the form.", fields };
	return { ok: false, error: failure };
}

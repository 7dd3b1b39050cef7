import { field, timeText, weekdays } from "./departments.schema";
import type { Departments } from "./departments.server";
import { departmentNames, departments as rules } from "./ticket";

const hoursText = (minutes: number) => String(Math.round((minutes / 60) * 100) / 100);

/** The settings as fields of their form. */
export function departmentsView({ settings, version }: Awaited<ReturnType<Departments["find"]>>) {
	return {
		version,
		weekdays,
		departments: departmentNames.map((id) => {
			const { about, week, firstMinutes, nextMinutes } = settings.departments[id];
			const days = week.flatMap((open, day) =>
				open ? [`${weekdays[day]} ${timeText(open.from)} to ${timeText(open.to)}`] : [],
			);
			return {
				id,
				label: rules[id].label,
				about: { name: field.about(id), value: about },
				first: { name: field.first(id), value: hoursText(firstMinutes) },
				next: { name: field.next(id), value: hoursText(nextMinutes) },
				week: week.map((open, day) => ({
					from: { name: field.from(id, day), value: open ? timeText(open.from) : "" },
					to: { name: field.to(id, day), value: open ? timeText(open.to) : "" },
				})),
				summary: `${rules[id].label}: “${about}”, ${hoursText(firstMinutes)} and ${hoursText(nextMinutes)} hours. ${days.join(", ")}.`,
			};
		}),
		holidays: settings.holidays.map(({ day, name }) => `${day} ${name}`.trim()).join("\n"),
	};
}
export type DepartmentsView = ReturnType<typeof departmentsView>;

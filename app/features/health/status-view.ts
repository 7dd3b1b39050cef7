import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { DAY, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { type CheckedService, serviceTexts } from "./checked-services";
import {
	dayOf,
	firstShownDay,
	formatShare,
	historyOf,
	type Incident,
	type ServiceDay,
	type ServiceHistory,
	type StoredChecks,
	shareOf,
	shownDays,
} from "./uptime";

/** One day in the chart of a service. */
export interface DayBar {
	/** Place from the left, from 0 to 89. */
	readonly index: number;
	readonly failed: boolean;
	/** "3 Nov 2026: 99.65% of 288 checks" */
	readonly text: string;
}

export interface ShownService {
	readonly service: CheckedService;
	readonly name: string;
	readonly about: string;
	readonly state: ServiceHistory["state"];
	readonly bars: readonly DayBar[];
	/** Says what the bars show. */
	readonly chartText: string;
	/** "99.98%". Null without checks. */
	readonly share: string | null;
	/** What is at the chart's left end: "90 days ago" or "No checks before 3 Nov 2026". */
	readonly start: string;
}

export interface StatusView {
	readonly interrupted: boolean;
	readonly services: readonly ShownService[];
	/** "Paying: 3 Nov 2026, 14:05 to 14:20 EAT, 15 minutes" */
	readonly interruptions: readonly { readonly name: string; readonly text: string }[];
}

/** Texts of the status page. Times in East Africa. `now` in ms. */
export function statusView(stored: StoredChecks, now: number): StatusView {
	const services = historyOf(stored, now).map((history) => shownService(history, now));
	return {
		interrupted: services.some(({ state }) => state === "interrupted"),
		services,
		interruptions: stored.incidents.map((incident) => ({
			name: serviceTexts[incident.service].name,
			text: incidentText(incident),
		})),
	};
}

function shownService({ service, state, days, share }: ServiceHistory, now: number): ShownService {
	const first = firstShownDay(now);
	const [firstDay] = days;
	return {
		service,
		...serviceTexts[service],
		state,
		bars: days.map((day) => ({ index: (day.day - first) / DAY, failed: day.failures > 0, text: dayText(day) })),
		chartText: chartText(days),
		share: share === null ? null : formatShare(share),
		start:
			firstDay?.day === first
				? `${shownDays} days ago`
				: `No checks before ${formatDay(firstDay?.day ?? dayOf(now), kenya)}`,
	};
}

function dayText(day: ServiceDay): string {
	return `${formatDay(day.day, kenya)}: ${formatShare(shareOf([day]) ?? 1)} of ${checksText(day.checks)}`;
}

const checksText = (count: number): string => (count === 1 ? "1 check" : `${count} checks`);

function chartText(days: readonly ServiceDay[]): string {
	if (days.length === 0) return "No checks yet.";
	const failed = days.filter(({ failures }) => failures > 0);
	const span = days.length === 1 ? "1 day with checks" : `${days.length} days with checks`;
	return `${span}. ${failed.length === 0 ? "No check failed." : `Failed checks: ${failed.map(dayText).join("; ")}.`}`;
}

/** "3 Nov 2026, 14:05 to 14:20 EAT, 15 minutes" */
function incidentText({ startedAt, endedAt }: Incident): string {
	const start = formatMoment(startedAt, kenya);
	if (endedAt === null) return `since ${start} EAT`;
	const end = formatMoment(endedAt, kenya);
	const [endDay, endTime] = end.split(", ");
	const isSameDay = start.startsWith(`${endDay},`);
	return `${start} to ${isSameDay ? endTime : end} EAT, ${formatSeconds(Math.round((endedAt - startedAt) / SECOND))}`;
}

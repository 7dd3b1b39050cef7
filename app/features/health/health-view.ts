import { formatMoment, kenya } from "~/lib/dates";
import type { FailureReason } from "~/lib/failure-reason";
import { formatCount } from "~/lib/format-count";
import type { ComparisonReport, HealthReport } from "./health.server";

/** What the reason of a failed check means, for staff. */
const reasonTexts: Readonly<Record<FailureReason, string>> = {
	timeout: "No answer in time",
	unreachable: "Could not be reached",
	credentials: "Refuses our credentials",
	refused: "Refuses our calls",
	busy: "Takes no more calls for a while",
	server_error: "Reports an error on its side",
	unreadable: "Its answer is not as documented",
	stopped: "Waits for staff to act",
	late: "Work waits for too long, or a task has not run",
	other: "Failed for another reason",
};

const moment = (iso: string | null): string => (iso === null ? "–" : formatMoment(Date.parse(iso), kenya));

const countOf = (count: number | ">1000"): string => (typeof count === "number" ? String(count) : "More than 1,000");

const comparisonView = ({ name, lastEnded, last, current }: ComparisonReport) => ({
	id: name,
	name: name.charAt(0).toUpperCase() + name.slice(1),
	ended: moment(lastEnded),
	last: last
		? `${formatCount(last.compared, "domain")}, ${last.differing} different, ${last.unanswered} without an answer`
		: "–",
	isLate: (current?.isLate ?? false) || (last?.isLate ?? false),
});

/** The health report for the desk. Failing parts first. */
export const healthView = (report: HealthReport) => ({
	ok: report.ok,
	checkedAt: moment(report.checkedAt),
	waiting: report.waitingForStaff && {
		count: countOf(report.waitingForStaff.count),
		oldest: report.waitingForStaff.oldest && moment(report.waitingForStaff.oldest),
	},
	dead: report.deadLetters === null ? "–" : countOf(report.deadLetters),
	late: report.lateEffects === null ? "–" : countOf(report.lateEffects),
	parts: report.dependencies
		.toSorted((one, other) => Number(other.state === "failing") - Number(one.state === "failing"))
		.map(({ name, state, isNeeded, lastSuccess, lastFailure, reason }) => ({
			id: name,
			name,
			state,
			isNeeded,
			lastSuccess: moment(lastSuccess),
			/** When and why. */
			lastFailure: [lastFailure && moment(lastFailure), reason && reasonTexts[reason]].filter(Boolean).join(": "),
		})),
	comparisons: report.comparisons?.map(comparisonView) ?? [],
});
export type HealthView = ReturnType<typeof healthView>;

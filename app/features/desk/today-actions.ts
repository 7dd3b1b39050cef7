import type { Permission } from "~/features/staff/permissions";

/** The forms of the queue, and who may send each. */
export const todayActions = {
	take: "today.work",
	release: "today.work",
	snooze: "today.work",
	wake: "today.work",
	handled: "today.work",
	reopen: "today.work",
	"retry-job": "services.change",
	"complete-job": "services.change",
	match: "billing.record",
	// Posts money that came, like a match, so it counts against no limit.
	credit: "billing.record",
	"close-review": "billing.record",
	"reopen-review": "billing.record",
	"refund-retry": "billing.refund",
	"refund-credit": "billing.refund",
	"refund-paid": "billing.refund",
	"refund-failed": "billing.refund",
	"sign-again": "billing.record",
	"hold-again": "services.change",
	"changed-by-hand": "services.change",
	"stop-zone-move": "services.change",
	"deliver-again": "settings.services",
	discard: "settings.services",
	undiscard: "settings.services",
} as const satisfies Readonly<Record<string, Permission>>;

export type TodayIntent = keyof typeof todayActions;

export const queueStates = ["waiting", "snoozed", "done"] as const;

/** How long a problem is snoozed. */
export const snoozes = {
	hour: "1 hour",
	"three-hours": "3 hours",
	tomorrow: "Tomorrow, 08:00",
	monday: "Monday, 08:00",
	time: "Another time",
} as const;
export type Snooze = keyof typeof snoozes;

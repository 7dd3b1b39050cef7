import { activityText } from "~/features/activity/activity-text";
import { notificationText } from "~/features/notifications/notification-text";
import { type JobNote, jobNoteText } from "~/features/orders/job-reason";
import { kenya } from "~/lib/dates";

/** A stored log entry with the sentence that its customer reads. */
export const withMessage = <Row extends Parameters<typeof activityText>[0]>(row: Row) => ({
	...row,
	message: activityText(row, kenya),
});

/** A stored notification with the texts that its customer reads. */
export const withTexts = <Row extends Parameters<typeof notificationText>[0]>(row: Row) => ({
	...row,
	...notificationText(row, kenya),
});

/** A stored job with the sentence that its customer reads. */
export const withNote = <Row extends { readonly note: JobNote | null }>(row: Row) => ({
	...row,
	message: row.note && jobNoteText(row.note, kenya.language),
});

import { z } from "zod";
import type { emailChoices, notificationChoices } from "./preferences";

/** A checkbox. Browsers don't send unticked ones. */
const ticked = z
	.unknown()
	.optional()
	.transform((value) => value === "on");

/** The preferences form, which always contains all preferences. */
export const preferencesSchema = z.object({
	email: ticked,
	productUpdates: ticked,
	promotions: ticked,
	newsletter: ticked,
	projects: ticked,
	messages: ticked,
	taskAssignments: ticked,
	dueReminders: ticked,
	projectUpdates: ticked,
} satisfies Record<(typeof emailChoices | typeof notificationChoices)[number]["id"], typeof ticked>);

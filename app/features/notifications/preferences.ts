/** Which emails and notifications a customer wants. */
export interface Preferences {
	/** Emails about orders and services. */
	email: boolean;
	productUpdates: boolean;
	promotions: boolean;
	newsletter: boolean;
	/** Emails about projects, for the events chosen below. */
	projects: boolean;
	/** Events in projects, for notifications in the portal and emails. */
	messages: boolean;
	taskAssignments: boolean;
	dueReminders: boolean;
	projectUpdates: boolean;
}

/** For new customers: everything about their own orders and projects, no advertising. */
export const defaultPreferences: Preferences = {
	email: true,
	productUpdates: true,
	promotions: false,
	newsletter: false,
	projects: true,
	messages: true,
	taskAssignments: true,
	dueReminders: true,
	projectUpdates: true,
};

export type EmailPreference = "email" | "productUpdates" | "promotions" | "newsletter" | "projects";
export type NotificationPreference = Exclude<keyof Preferences, EmailPreference>;

interface Choice<Id> {
	readonly id: Id;
	readonly label: string;
	readonly hint: string;
}

export const emailChoices: readonly Choice<EmailPreference>[] = [
	{ id: "email", label: "Orders and services", hint: "When something you ordered is ready." },
	{ id: "projects", label: "Projects", hint: "Updates about your projects. Choose which below." },
	{ id: "productUpdates", label: "Product updates", hint: "New features and changes to the products you use." },
	{ id: "promotions", label: "Promotions", hint: "Offers and discounts." },
	{ id: "newsletter", label: "Newsletter", hint: "Guides and news, at most once a month." },
];

export const notificationChoices: readonly Choice<NotificationPreference>[] = [
	{ id: "messages", label: "New messages", hint: "When our team writes in the discussion of a project." },
	{
		id: "taskAssignments",
		label: "Task assignments",
		hint: "When our team assigns a task. By email only if it is for you.",
	},
	{ id: "dueReminders", label: "Due date reminders", hint: "Three days before a project is due." },
	{
		id: "projectUpdates",
		label: "Project updates",
		hint: "When our team changes the status, the progress or the due date. In the portal also when all tasks are done.",
	},
];

/** Fills in defaults for preferences that the customer never set. */
export const preferencesOf = (stored: Preferences | null): Preferences => ({ ...defaultPreferences, ...stored });

/** The preferences as form values: "on" if ticked, otherwise empty. */
export const checkboxValues = (preferences: Preferences): Record<keyof Preferences, string> => {
	const boxes = Object.entries(preferences).map(([id, ticked]) => [id, ticked ? "on" : ""]);
	return Object.fromEntries(boxes);
};

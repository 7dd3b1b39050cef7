/** What a customer wants to hear of, and where; see features/notifications/preferences.ts. */
export interface Preferences {
	/** Mails about orders and services. */
	email: boolean;
	productUpdates: boolean;
	promotions: boolean;
	newsletter: boolean;
	/** Mails about what happens in projects, as far as the customer wants to hear of it at all: */
	projects: boolean;
	/** Notices in the portal, and those mails. */
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
	{ id: "productUpdates", label: "Product updates", hint: "New features, and changes to what you use." },
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
		hint: "When our team changes the status, the progress or the due date; in the portal also when all tasks are done.",
	},
];

/** A preference that the customer never chose has its default. */
export const preferencesOf = (stored: Preferences | null): Preferences => ({ ...defaultPreferences, ...stored });

/** As the form sends them: an unticked box is empty. */
export const checkboxValues = (preferences: Preferences): Record<keyof Preferences, string> => {
	const boxes = Object.entries(preferences).map(([id, ticked]) => [id, ticked ? "on" : ""]);
	return Object.fromEntries(boxes);
};

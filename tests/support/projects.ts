import { env } from "cloudflare:workers";
import type { Preferences } from "~/features/notifications/preferences";
import { projectSchema } from "~/features/projects/projects.schema";
import { projectFormSchema } from "~/features/projects/projects-desk.schema";
import { HOUR } from "~/lib/durations";
import type { Services } from "~/services.server";
import { aCustomer, testServices } from "./factories";
import { deliverReminders } from "./schedule";
import { aSignedInMember } from "./staff";
import { withMessage, withTexts } from "./stored-texts";

/** A customer with a project, and functions that act as Neema of our team. */
export async function aTeamProject({
	fields = {},
	preferences = {},
	services = testServices(),
}: {
	fields?: Record<string, unknown>;
	preferences?: Partial<Preferences>;
	services?: Services;
} = {}) {
	const user = await aCustomer();
	const owner = { userId: user.id };
	const id = await services.projects.create(owner, projectSchema.parse({ name: "Booking site", ...fields }));
	const before = await services.notificationPreferences.read(owner);
	await services.notificationPreferences.save(owner, { ...before, ...preferences });
	const neema = await aSignedInMember(["support"], { name: "Neema Wafula" });
	/** Sends a form of the project's page as it would be now. */
	async function changeAsTeam(fields: Readonly<Record<string, string>>) {
		const shown = await services.projectsDesk.find(neema.session, id);
		const task = shown?.tasks.find((one) => one.id === fields.taskId);
		const form = { version: String(shown?.project.updatedAt), was: task?.assignee?.id ?? "", ...fields };
		return services.projectsDesk.change(neema, id, projectFormSchema.parse(form));
	}
	const notifications = async () => (await services.notifications.list(owner)).items;
	return {
		...services,
		user,
		owner,
		id,
		changeAsTeam,
		neema,
		find: () => services.projects.find(owner, id),
		tasks: () => services.projects.tasks.list(owner, id),
		posts: async () => (await services.projects.posts.list(owner, id)).items,
		/** Title and body of the customer's notifications, newest first. */
		notificationTexts: async () => (await notifications()).map(withTexts).map(({ title, body }) => `${title}: ${body}`),
		notifications,
		/** The sentences of the activity log, newest first. */
		logTexts: async (who: "staff" | "customer" = "staff") =>
			(await services.activity.list(owner, { who })).items.map((row) => withMessage(row).message),
		/** Delivers this customer's pending events. Returns the emails in the inbox, oldest first. */
		async mails() {
			// Emails about progress wait for ten minutes.
			const later = testServices({ clock: () => services.clock() + HOUR });
			const waiting = await env.DB.prepare("select id from outbox where user_id = ? order by rowid")
				.bind(user.id)
				.all();
			for (const row of waiting.results) await later.outbox.deliver(String(row.id));
			await deliverReminders(user.id);
			const kept = (await services.inbox?.list()) ?? [];
			return kept.filter(({ recipient }) => recipient === user.email).reverse();
		},
	};
}

export const aKey = () => crypto.randomUUID();

import { env } from "cloudflare:workers";
import { scheduledPayloads } from "~/registry";
import type { Overrides, Services } from "~/services.server";
import { runTasks } from "../../workers/jobs/schedule";
import { testServices } from "./factories";

/** Runs the tasks of a cron expression, then delivers the scheduled items. */
export async function runCron(cron: string, overrides: Overrides = {}): Promise<void> {
	await runTasks(cron, () => testServices(overrides));
	await deliverScheduled(testServices(overrides));
}

/** Queues what is due, then delivers the scheduled items. */
export async function runDue<T>(services: Services, queue: (services: Services) => Promise<T>): Promise<T> {
	const queued = await queue(services);
	await deliverScheduled(services);
	return queued;
}

/** Delivers the customer's reminder emails, each at its time. */
export async function deliverReminders(userId: string, overrides: Overrides = {}): Promise<void> {
	const next = env.DB.prepare(
		"select id, next_at as at from outbox where user_id = ? and kind = 'mail.reminders' and state = 'new' order by next_at limit 1",
	).bind(userId);
	for (let row = await next.first<Waiting>(); row; row = await next.first<Waiting>()) {
		const { id, at } = row;
		await testServices({ ...overrides, clock: () => at }).outbox.deliver(id);
	}
}

interface Waiting {
	readonly id: string;
	readonly at: number;
}

/** Delivers the scheduled items that are due by the services' clock. Emails stay in the outbox. */
async function deliverScheduled({ clock, outbox }: Services): Promise<void> {
	const kinds = JSON.stringify(Object.keys(scheduledPayloads));
	const { results } = await env.DB.prepare(
		"select id from outbox where kind in (select value from json_each(?)) and state = 'new' and next_at <= ?",
	)
		.bind(kinds, clock())
		.all<{ id: string }>();
	for (const { id } of results) await outbox.deliver(id);
}

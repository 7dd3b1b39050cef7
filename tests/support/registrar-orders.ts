import { env } from "cloudflare:workers";
import { and, desc, eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { domains, jobs, ledgerEntries, outbox } from "~/db/schema";
import type { Services } from "~/services.server";
import { aPendingPayment } from "./orders";

const db = createDatabase(env.DB);

/** A shop with a clock that the test moves. */
interface World {
	readonly services: Services;
	readonly time: { now: number };
}

export async function aPaidOrder(services: Services, options: Parameters<typeof aPendingPayment>[1]) {
	const order = await aPendingPayment(services, options);
	await services.sandbox?.answer(order.ref, "approve");
	return order;
}

/** Runs each job of the order at the time it is due, and returns them. */
export async function runJobs({ services, time }: World, orderId: string) {
	const found = () => db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));
	for (const { id, nextAt } of await found()) {
		time.now = Math.max(time.now, nextAt);
		await services.orders.runJob(id);
	}
	return found();
}

export const domainOf = async (name: string) =>
	(await db.read(db.orm.select().from(domains).where(eq(domains.name, name))))[0];

export const creditsOf = (userId: string) =>
	db.read(
		db.orm
			.select()
			.from(ledgerEntries)
			.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.kind, "credit"))),
	);

/** Emails to staff about a problem of a registrar. */
export async function staffEmails(problem: string) {
	const rows = await db.read(
		db.orm.select().from(outbox).where(eq(outbox.kind, "mail.staff-task")).orderBy(desc(outbox.createdAt)),
	);
	return rows.filter(({ payload }) => JSON.stringify(payload).includes(`"problem":"${problem}"`));
}

export const deleteStaffEmails = () => env.DB.exec("delete from outbox where kind = 'mail.staff-task'");

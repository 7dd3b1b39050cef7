import { env } from "cloudflare:workers";
import { and, desc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, jobs, ledgerEntries, outbox } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import type { Services } from "~/services.server";
import { aConfirmedOwner } from "./domains";
import { aName, aPendingPayment, type quietServices, registration } from "./orders";

const db = createDatabase(env.DB);

/** A shop with a clock that the test moves. */
interface World {
	readonly services: ReturnType<typeof quietServices>;
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

/** What `/api/health` says about a part after the next check, a minute later. */
export async function checkedPart({ services, time }: World, name: string) {
	time.now += MINUTE;
	await env.DB.exec("delete from service_days");
	await services.uptime.check();
	const { dependencies } = await services.health.report();
	return dependencies.find((part) => part.name === name);
}

/** A name that is active in an account and at its registrar. */
export async function aRegisteredName(world: World, years = 1) {
	const name = aName("com");
	const { user, owner } = await aConfirmedOwner(world.services);
	const customer = { id: user.id, email: user.email, currency: "KES" as const };
	const order = await aPaidOrder(world.services, { items: [registration(name, years)], customer });
	expect(await runJobs(world, order.orderId)).toMatchObject([{ state: "done" }]);
	const domain = await domainOf(name);
	if (!domain) throw new Error(`no row of ${name}`);
	return { name, user, owner, domain };
}

/** What became of an order that took too long: emails to staff and the customer, checks that are planned, and credit. */
export async function overdueFacts(orderId: string, userId: string) {
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));
	const events = await db.read(db.orm.select().from(outbox).orderBy(desc(outbox.nextAt)));
	const about = (kind: string) => events.filter((one) => one.kind === kind && one.payload.jobId === job?.id);
	const { results: open } = await env.DB.prepare(
		"select key from problems where kind = 'job' and subject = ? and resolved_at is null",
	)
		.bind(job?.id ?? "")
		.all();
	return {
		...{ job, toStaff: about("mail.staff-task").length, toCustomer: about("mail.order-problem").length },
		...{ nextCheck: about("job.run")[0]?.nextAt, isOpen: open.length > 0, credits: (await creditsOf(userId)).length },
		actives: events.filter(({ kind, userId: to }) => kind === "mail.domain-active" && to === userId).length,
	};
}

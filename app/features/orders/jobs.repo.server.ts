import { and, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import { keysetInRange } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import {
	addons,
	domains,
	hostingPlans,
	invoices,
	type Job,
	jobs,
	ledgerEntries,
	orderLines,
	orders,
} from "~/db/schema";
import type { DomainStatus } from "~/features/domains/domain-state";
import type { HostingStatus } from "~/features/hosting/hosting-state";
import type { JobState } from "./job";
import type { JobNote } from "./job-reason";
import { jobStates } from "./order-state";

export type JobSubject = Awaited<ReturnType<JobsRepo["subject"]>>;

type JobsRepo = ReturnType<typeof createJobsRepo>;

export type DueJob = Pick<Job, "id" | "nextAt">;

/** Jobs, with the leases that keep two runs from working on one at the same time. */
export function createJobsRepo(db: Database) {
	const { orm } = db;
	/** Whether the run that read the job still has its lease. Another run would have changed the count or the lease. */
	const isLeasedBy = (job: Job) =>
		and(
			eq(jobs.id, job.id),
			eq(jobs.state, job.state),
			eq(jobs.attempts, job.attempts),
			eq(jobs.leaseUntil, job.leaseUntil ?? 0),
		);
	const isStillWaiting = (job: Job) =>
		and(eq(jobs.id, job.id), eq(jobs.state, "action_required"), eq(jobs.needs, "auth_code"), eq(jobs.round, job.round));
	const isStoppedByHold = (orderId: string) =>
		and(
			eq(jobs.orderId, orderId),
			eq(jobs.state, "action_required"),
			sql`json_extract(${jobs.note}, '$.reason.code') = 'held'`,
		);
	const isOverdue = sql`json_extract(${jobs.note}, '$.reason.code') = 'registry_waits'`;
	const due = (now: number) =>
		or(and(eq(jobs.state, "queued"), lte(jobs.nextAt, now)), and(eq(jobs.state, "running"), lte(jobs.leaseUntil, now)));

	return {
		/** Leases a job to one run. Undefined if the job is not due, already leased or finished. */
		async claim(jobId: string, now: number, leaseUntil: number): Promise<Job | undefined> {
			const taken = { state: "running" as const, leaseUntil, attempts: sql`${jobs.attempts} + 1`, updatedAt: now };
			const claimed = guarded(
				orm
					.update(jobs)
					.set(taken)
					.where(and(eq(jobs.id, jobId), due(now))),
			);
			if ((await db.commit(claimed, now)).state !== "ok") return undefined;
			return (await db.read(orm.select().from(jobs).where(eq(jobs.id, jobId))))[0];
		},

		/**
		 * Leases a job that waits too long for its registrar, to check it again. It stays with staff, who may finish it at the
		 * same time. Undefined if it does not wait, or is not due.
		 */
		async claimOverdue(jobId: string, now: number, leaseUntil: number): Promise<Job | undefined> {
			const isFree = or(isNull(jobs.leaseUntil), lte(jobs.leaseUntil, now));
			const claimed = guarded(
				orm
					.update(jobs)
					.set({ leaseUntil, attempts: sql`${jobs.attempts} + 1` })
					.where(and(eq(jobs.id, jobId), eq(jobs.state, "action_required"), isOverdue, lte(jobs.nextAt, now), isFree)),
			);
			if ((await db.commit(claimed, now)).state !== "ok") return undefined;
			return (await db.read(orm.select().from(jobs).where(eq(jobs.id, jobId))))[0];
		},

		async find(jobId: string): Promise<Job | undefined> {
			return (await db.read(orm.select().from(jobs).where(eq(jobs.id, jobId))))[0];
		},

		/** Leases a stopped job to a staff member. Undefined if the job is not stopped. @param also belongs to the same commit */
		async claimStopped(jobId: string, now: number, leaseUntil: number, also?: Change): Promise<Job | undefined> {
			const taken = { state: "running" as const, leaseUntil, needs: null, updatedAt: now };
			const stopped = inArray(jobs.state, ["action_required", "failed"]);
			const claimed = guarded(
				orm
					.update(jobs)
					.set(taken)
					.where(and(eq(jobs.id, jobId), stopped)),
			);
			if ((await db.commit(change(also, claimed), now)).state !== "ok") return undefined;
			return (await db.read(orm.select().from(jobs).where(eq(jobs.id, jobId))))[0];
		},

		/**
		 * The job's line, order, domain, plan and add-on. For a new domain, also the rows of other accounts that hold it, and the
		 * plans of its order, one of which may have made it free.
		 * `paid`: minor units received for the whole order. `taxBasisPoints`: the tax rate of its invoice.
		 */
		async subject(job: Job) {
			const ofLine = (value: SQL) =>
				sql`(select ${value} from ${orderLines} where ${orderLines.id} = ${job.orderLineId})`;
			const domain =
				job.kind === "renew_domain" || job.kind === "restore_domain"
					? and(eq(domains.userId, job.userId), eq(domains.name, ofLine(sql`${orderLines.domain}`)))
					: eq(domains.orderLineId, job.orderLineId);
			const plan =
				job.kind === "renew_hosting" || job.kind === "change_hosting"
					? and(eq(hostingPlans.userId, job.userId), eq(hostingPlans.id, ofLine(sql`${orderLines.planId}`)))
					: eq(hostingPlans.orderLineId, job.orderLineId);
			const elsewhere =
				job.kind === "transfer_domain" || job.kind === "register_domain"
					? and(
							eq(domains.name, ofLine(sql`${orderLines.domain}`)),
							ne(domains.userId, job.userId),
							inArray(domains.status, [...holderStatuses]),
						)
					: sql`0`;
			const ofOrder =
				job.kind === "register_domain"
					? inArray(
							hostingPlans.orderLineId,
							orm.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.orderId, job.orderId)),
						)
					: sql`0`;
			const addon =
				job.kind === "renew_addon"
					? and(
							eq(addons.userId, job.userId),
							eq(addons.id, ofLine(sql`json_extract(${orderLines.details}, '$.addonId')`)),
						)
					: eq(addons.orderLineId, job.orderLineId);
			const earlier = alias(addons, "earlier");
			const earlierAddon = orm
				.select({ one: sql`1` })
				.from(earlier)
				.where(
					and(
						eq(earlier.userId, addons.userId),
						eq(earlier.productId, addons.productId),
						sql`coalesce(${earlier.domainId}, ${earlier.planId}) = coalesce(${addons.domainId}, ${addons.planId})`,
						isNull(earlier.endedAt),
						sql`(${earlier.createdAt}, ${earlier.id}) < (${addons.createdAt}, ${addons.id})`,
					),
				);
			const received = orm
				.select({
					paid: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)`,
					taxBasisPoints: sql<number>`${invoices.taxBasisPoints}`.as("tax_rate"),
				})
				.from(invoices)
				.leftJoin(ledgerEntries, and(eq(ledgerEntries.invoiceId, invoices.id), eq(ledgerEntries.kind, "payment")))
				.where(eq(invoices.orderId, job.orderId))
				.groupBy(invoices.id);
			const [lines, placed, names, plans, formerHolders, orderPlans, [sums], [boughtAddon]] = await Promise.all([
				db.read(orm.select().from(orderLines).where(eq(orderLines.orderId, job.orderId)).orderBy(orderLines.position)),
				db.read(orm.select().from(orders).where(eq(orders.id, job.orderId))),
				db.read(orm.select().from(domains).where(domain)),
				db.read(orm.select().from(hostingPlans).where(plan)),
				db.read(orm.select().from(domains).where(elsewhere)),
				db.read(orm.select().from(hostingPlans).where(ofOrder)),
				db.read(received),
				db.read(
					orm
						.select({
							id: addons.id,
							name: addons.name,
							termMonths: addons.termMonths,
							expiresAt: addons.expiresAt,
							cancelledAt: addons.cancelledAt,
							endedAt: addons.endedAt,
							/** Whether its domain or plan has an earlier one of this product. */
							isSecond: sql<number>`exists ${earlierAddon}`.mapWith(Boolean).as("is_second"),
							/** The status of its domain or plan, and until when that is paid. */
							parentStatus: sql<DomainStatus | HostingStatus>`coalesce(${domains.status}, ${hostingPlans.status})`.as(
								"parent_status",
							),
							parentExpiresAt: sql<number | null>`coalesce(${domains.expiresAt}, ${hostingPlans.expiresAt})`.as(
								"parent_expires_at",
							),
						})
						.from(addons)
						.leftJoin(domains, eq(domains.id, addons.domainId))
						.leftJoin(hostingPlans, eq(hostingPlans.id, addons.planId))
						.where(addon),
				),
			]);
			const line = lines.find(({ id }) => id === job.orderLineId);
			const [order] = placed;
			if (!line || !order || !sums) throw new Error(`Job ${job.id} is about no order line`);
			return {
				line,
				lines,
				order,
				...sums,
				domain: names[0],
				hosting: plans[0],
				addon: boughtAddon,
				formerHolders,
				orderPlans,
			};
		},

		/** The owner's transfer that needs a new authorization code. */
		async waitingForCode(owner: Owner, domainId: string, now: number) {
			const [found] = await db.read(
				orm
					.select({ job: jobs, name: domains.name })
					.from(jobs)
					.innerJoin(domains, eq(domains.orderLineId, jobs.orderLineId))
					.where(
						and(
							eq(domains.id, domainId),
							ownedBy(domains.userId, owner, now),
							eq(domains.status, "transfer_in"),
							eq(jobs.needs, "auth_code"),
						),
					),
			);
			return found;
		},

		/** Queues a transfer again with a new authorization code. Stale if it no longer needs one. */
		requeueWithCode(job: Job, authCode: string, now: number): Change {
			const state = jobStates.move("action_required", "queued");
			const next = {
				state,
				round: job.round + 1,
				needs: null,
				note: null,
				message: null,
				attempts: 0,
				externalRef: null,
			};
			return change(
				guarded(
					orm
						.update(jobs)
						.set({ ...next, nextAt: now, updatedAt: now })
						.where(isStillWaiting(job)),
				),
				write(
					orm
						.update(orderLines)
						.set({ details: sql`json_set(${orderLines.details}, '$.authCode', ${authCode})` })
						.where(eq(orderLines.id, job.orderLineId)),
				),
			);
		},

		/** Queues a stopped job again. Stale if it is not stopped any more, or waits for its customer. */
		requeueStopped(jobId: string, now: number): Change {
			const next = { state: "queued" as const, note: null, message: null, attempts: 0, nextAt: now, updatedAt: now };
			const from = jobStates.sources("queued").filter((state) => state !== "running");
			return guarded(
				orm
					.update(jobs)
					.set(next)
					.where(and(eq(jobs.id, jobId), inArray(jobs.state, from), isNull(jobs.needs))),
			);
		},

		/** Jobs that the hold of their order has stopped. */
		held: (orderId: string) => db.read(orm.select({ id: jobs.id }).from(jobs).where(isStoppedByHold(orderId))),

		/** Stale if the order is not on hold any more. */
		requireHold: (orderId: string): Change =>
			guarded(
				orm
					.update(orders)
					.set({ heldReason: sql`${orders.heldReason}` })
					.where(and(eq(orders.id, orderId), isNotNull(orders.heldReason))),
			),

		/** Queues the jobs that the hold of their order has stopped. */
		requeueHeld(orderId: string, now: number): Change {
			const state = jobStates.move("action_required", "queued");
			const next = { state, note: null, lastError: null, attempts: 0, nextAt: now, updatedAt: now };
			return write(orm.update(jobs).set(next).where(isStoppedByHold(orderId)));
		},

		/** Expression: what the job is about, a domain or a product. */
		itemOf: (jobId: string) =>
			sql`(select coalesce(${orderLines.domain}, ${orderLines.name}) from ${jobs}
				join ${orderLines} on ${orderLines.id} = ${jobs.orderLineId} where ${jobs.id} = ${jobId})`,

		/** Ends a job that needs an authorization code. Stale if it no longer needs one. */
		finishWaiting: (job: Job, note: JobNote, now: number): Change =>
			guarded(
				orm
					.update(jobs)
					.set({ state: jobStates.move("action_required", "done"), needs: null, note, message: null, updatedAt: now })
					.where(isStillWaiting(job)),
			),

		/** Ends a job that waits for staff, without its work. Stale if it does not wait any more. */
		cancelStopped(jobId: string, note: JobNote, now: number): Change {
			const state = jobStates.move("action_required", "done");
			return guarded(
				orm
					.update(jobs)
					.set({ state, needs: null, note, message: null, lastError: null, updatedAt: now })
					.where(and(eq(jobs.id, jobId), eq(jobs.state, "action_required"))),
			);
		},

		/** The next jobs that are due or whose lease has expired, the longest waiting first. */
		async due(now: number, after: DueJob | null, limit: number): Promise<DueJob[]> {
			const position = after && ([after.nextAt, after.id] as const);
			const { where, orderBy } = keysetInRange(jobs.nextAt, jobs.id, { from: 0, to: now }, position);
			// The condition of the partial index. A running job was due when it started.
			const unfinished = sql`${jobs.state} in ('queued', 'running')`;
			return db.read(
				orm
					.select({ id: jobs.id, nextAt: jobs.nextAt })
					.from(jobs)
					.where(and(unfinished, where, due(now)))
					.orderBy(...orderBy)
					.limit(limit),
			);
		},

		/** Ends or stops a job. Stale if another run has leased it. */
		finish(job: Job, to: JobState, values: Partial<Job>, now: number): Change {
			const state = jobStates.move(job.state, to);
			const set = { ...values, message: null, state, leaseUntil: null, updatedAt: now };
			return guarded(orm.update(jobs).set(set).where(isLeasedBy(job)));
		},

		/** Leaves a job with staff, and checks it again `at` (ms). Stale if it was changed or leased in the meantime. */
		keepOverdue: (job: Job, { at, ...values }: { at: number } & Partial<Job>): Change =>
			guarded(
				orm
					.update(jobs)
					.set({ ...values, nextAt: at, attempts: job.attempts - 1, leaseUntil: null })
					.where(isLeasedBy(job)),
			),

		/** Queues a job again. `at` in ms. Stale if another run has leased it. */
		requeue(
			job: Job,
			{ at, attempts, ...values }: { at: number; attempts: number } & Partial<Job>,
			now: number,
		): Change {
			const state = jobStates.move("running", "queued");
			const next = { ...values, state, nextAt: at, attempts, leaseUntil: null, updatedAt: now };
			return guarded(orm.update(jobs).set(next).where(isLeasedBy(job)));
		},
	};
}

import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { isHolder, isVersionOf, those, versionColumns } from "~/db/comparison-marks.server";
import { comparedVersions, type Domain, domains, jobs, orderLines, outbox } from "~/db/schema";
import type { TaskName } from "~/db/task-position.server";
import { byHandReason } from "./by-hand";

const columns = {
	id: domains.id,
	userId: domains.userId,
	name: domains.name,
	status: domains.status,
	registrar: domains.registrar,
	registryId: domains.registryId,
	registeredAt: domains.registeredAt,
	expiresAt: domains.expiresAt,
	nameservers: domains.nameservers,
	delegation: domains.delegation,
	locked: domains.locked,
	privacy: domains.privacy,
	dnssec: domains.dnssec,
	ds: domains.ds,
	updatedAt: domains.updatedAt,
};

export type ComparedDomain = Pick<Domain, keyof typeof columns>;

/** What is compared with registrars, for all customers. Does not check an owner. */
export function createComparisonRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	return {
		/** The domains of these ids, by id. */
		load: (ids: readonly string[]): Promise<ComparedDomain[]> =>
			read(
				orm
					.select(columns)
					.from(domains)
					.where(inArray(domains.id, those(ids)))
					.orderBy(asc(domains.id)),
			),

		/** The holders of these names, with the versions of a comparison. */
		named: (task: TaskName, names: readonly string[]) =>
			read(
				orm
					.select({ ...columns, ...versionColumns })
					.from(domains)
					.leftJoin(comparedVersions, isVersionOf(task))
					.where(and(inArray(domains.name, those(names)), isHolder)),
			),

		async find(domainId: string): Promise<ComparedDomain | undefined> {
			const [domain] = await read(orm.select(columns).from(domains).where(eq(domains.id, domainId)));
			return domain;
		},

		/** Which of these keys are of settings that an earlier night has sent. */
		async sentSettings(keys: readonly string[]): Promise<ReadonlySet<string>> {
			const prefix = "domain.sync:";
			const found = orm
				.select({ key: sql<string>`${outbox.dedupeKey}`.as("event_key") })
				.from(outbox)
				.where(inArray(outbox.dedupeKey, those(keys.map((key) => `${prefix}${key}`))));
			return new Set((await read(found)).map(({ key }) => key.slice(prefix.length)));
		},

		/**
		 * The ids of domains whose settings staff have to decide about: a night could not send them or sends them no more, or
		 * a person has to set them at the registrar.
		 */
		async settingsLeftToStaff(): Promise<ReadonlySet<string>> {
			const isOfNight = sql`(${outbox.kind} = 'domain.sync' and ${outbox.dedupeKey} is not null)`;
			const isByHand = sql`(${outbox.kind} = 'domain.sync' and ${outbox.lastError} = ${byHandReason})`;
			const isReport = sql`(${outbox.kind} = 'domain.reconcile' and ${outbox.payload} ->> '$.settings' = 1)`;
			const found = orm
				.select({ domainId: sql<string>`${outbox.payload} ->> '$.domainId'`.as("domain_id") })
				.from(outbox)
				// The range makes SQLite use the index with the time.
				.where(and(eq(outbox.state, "dead"), gt(outbox.nextAt, 0), or(isOfNight, isByHand, isReport)));
			return new Set((await read(found)).map(({ domainId }) => domainId));
		},

		/** Notes that the nameservers of these domains are in use. Leaves out domains that have changed since they were read. */
		setLive: (live: readonly Pick<ComparedDomain, "id" | "updatedAt">[]): Change => {
			const asRead = JSON.stringify(live.map(({ id, updatedAt }) => `${id} ${updatedAt}`));
			return write(
				orm
					.update(domains)
					.set({ delegation: "live" })
					.where(
						and(
							inArray(domains.id, those(live.map(({ id }) => id))),
							sql`${domains.id} || ' ' || ${domains.updatedAt} in (select value from json_each(${asRead}))`,
						),
					),
			);
		},

		/** Whether a job, such as a renewal, works on the domain at the moment. */
		async hasRunningJob({ userId, name }: Pick<ComparedDomain, "userId" | "name">): Promise<boolean> {
			// The first condition is that of the index.
			const isRunning = sql`${jobs.state} <> 'done' and ${jobs.state} in ('queued', 'running')`;
			const running = orm
				.select({ id: jobs.id })
				.from(jobs)
				.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
				.where(and(eq(jobs.userId, userId), isRunning, eq(orderLines.domain, name)))
				.limit(1);
			return (await read(running)).length > 0;
		},
	};
}

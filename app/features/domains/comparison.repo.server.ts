import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isHolder, isVersionOf, those, versionColumns } from "~/db/comparison-marks.server";
import { comparedVersions, type Domain, domains, jobs, orderLines } from "~/db/schema";
import type { TaskName } from "~/db/task-position.server";

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

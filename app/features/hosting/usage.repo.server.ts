import { and, eq, or, sql } from "drizzle-orm";
import { write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { hostingPlans } from "~/db/schema";
import type { Usage } from "./hosting-facts";

export interface PlanUsage {
	readonly id: string;
	readonly productId: string;
	readonly resources: Record<string, Usage>;
}

/** How much of their resources plans use, for all customers. Does not check an owner. */
export function createUsageRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	// One value however many plans: D1 binds at most 100.
	const valuesOf = (list: unknown) => sql`json_each(${JSON.stringify(list)})`;

	return {
		/**
		 * The active plans that use something else than what is stored. Compared in the database, because the usage of most
		 * plans does not change between two runs. Names the resources in the statement, because a list of each plan's
		 * amounts counts as rows read, 100,000 plans each hour.
		 */
		async listChanged(used: Readonly<Record<string, Readonly<Record<string, number>>>>) {
			const names = new Set(Object.values(used).flatMap((amounts) => Object.keys(amounts)));
			const isChanged = or(
				...[...names].map((name) => {
					const path = `$.${JSON.stringify(name)}`;
					const stored = sql`${hostingPlans.resources} -> ${path}`;
					return sql`(account.value -> ${path} is not null and ${stored} is not null
						and ${stored} ->> '$.used' is not account.value ->> ${path})`;
				}),
			);
			if (!isChanged) return [];
			return read(
				orm
					.select({ id: hostingPlans.id, productId: hostingPlans.productId, resources: hostingPlans.resources })
					.from(sql`${valuesOf(used)} as account`)
					.innerJoin(hostingPlans, eq(hostingPlans.id, sql`account.key`))
					.where(and(eq(hostingPlans.status, "active"), isChanged)),
			);
		},

		/** Leaves out plans that have another product now, because its limits differ. */
		save(plans: readonly PlanUsage[], now: number) {
			const found = sql`select value ->> 'id' as plan, value ->> 'productId' as product, value -> 'resources' as used from ${valuesOf(plans)}`;
			return write(
				orm
					.update(hostingPlans)
					.set({ resources: sql`new_usage.used`, usageAt: now })
					.from(sql`(${found}) as new_usage`)
					.where(sql`${hostingPlans.id} = new_usage.plan and ${hostingPlans.productId} = new_usage.product`),
			);
		},
	};
}

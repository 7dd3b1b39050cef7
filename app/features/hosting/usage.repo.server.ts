import { and, eq, inArray, sql } from "drizzle-orm";
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
	// One value however many ids: D1 binds at most 100.
	const valuesOf = (list: readonly unknown[]) => sql`json_each(${JSON.stringify(list)})`;

	return {
		listActive: (ids: readonly string[]) =>
			read(
				orm
					.select({ id: hostingPlans.id, productId: hostingPlans.productId, resources: hostingPlans.resources })
					.from(hostingPlans)
					.where(
						and(inArray(hostingPlans.id, sql`(select value from ${valuesOf(ids)})`), eq(hostingPlans.status, "active")),
					),
			),

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

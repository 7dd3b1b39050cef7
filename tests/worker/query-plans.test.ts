import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createServices } from "~/services.server";
import { portalReads } from "../support/portal-reads";
import { seededShop } from "../support/seeded";

let shop: Awaited<ReturnType<typeof seededShop>>;

beforeAll(async () => {
	shop = await seededShop();
});

for (const [name, read] of Object.entries(portalReads)) {
	test(`the ${name} page finds its rows by an index, however many other customers there are`, async () => {
		const { database, queries } = overheard(env.DB);
		const services = createServices({ ...env, DB: database }, () => {});
		const { id } = shop.rows.domains[0] ?? { id: "" };
		await read(services, shop.demoSession.owner, id);
		expect(queries.length).toBeGreaterThan(0);
		for (const { sql, values } of queries) {
			const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
				.bind(...values)
				.all<{ detail: string }>();
			// All that are in one state is most of a table, too.
			const whole = plan.results
				.map(({ detail }) => detail)
				.filter((detail) => /^SCAN (?!json_each)|\((?:state|status)=\?\)/.test(detail));
			expect(whole, sql).toEqual([]);
		}
	});
}

test("the checks of TXT records read only the plans that are still checked, in the order of their last check", async () => {
	const { database, queries } = overheard(env.DB);
	await createServices({ ...env, DB: database }, () => {}).planDomains.checkRecords();
	expect(queries).toHaveLength(1);
	const [{ sql, values } = { sql: "", values: [] }] = queries;
	const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...values)
		.all<{ detail: string }>();
	const details = plan.results.map(({ detail }) => detail);
	// The partial index holds only these plans.
	expect(details[0]).toBe("SCAN hosting_plans USING INDEX hosting_domain_checks");
	expect(details.slice(1).filter((detail) => /^SCAN (?!json_each)|TEMP B-TREE FOR ORDER BY/.test(detail))).toEqual([]);
});

interface Query {
	readonly sql: string;
	readonly values: readonly unknown[];
}

/** D1, and what was asked of it. */
function overheard(d1: D1Database): { database: D1Database; queries: Query[] } {
	const queries: Query[] = [];
	const database = new Proxy(d1, {
		get(target, property) {
			if (property !== "prepare") {
				const value = Reflect.get(target, property);
				return typeof value === "function" ? value.bind(target) : value;
			}
			return (sql: string) => {
				const statement = target.prepare(sql);
				const bind = statement.bind.bind(statement);
				statement.bind = (...values: unknown[]) => {
					queries.push({ sql, values });
					return bind(...values);
				};
				return statement;
			};
		},
	});
	return { database, queries };
}

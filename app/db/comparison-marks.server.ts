import { decodeBase64, encodeBase64 } from "@oslojs/encoding";
import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { type Change, write } from "./change.server";
import type { Database } from "./client.server";
import { insertSelect } from "./insert-select";
import { comparedVersions, comparisonPages, domains } from "./schema";
import type { TaskName } from "./task-position.server";

/** FNV-1a with 32 bits. */
function markOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1)
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
	return hash;
}

/** Of 250,000 rows, 15 have the mark of another one. The marks of each night are others, so the next night finds them. */
const nightlyMark = (night: number, id: string): number => markOf(`${night} ${id}`);

/** Nights after which a row is compared again, in case its version does not show a change. */
const nightsPerRecheck = 30;

/** Whether the row's version proves nothing tonight. */
export const isRecheckDue = (id: string, night: number): boolean =>
	markOf(id) % nightsPerRecheck === night % nightsPerRecheck;

/** These values as a list for `in`. Takes one parameter of D1's 100. */
export const those = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;

/** The condition of the index `domains_holder`. */
export const isHolder = sql`${domains.status} in ('active', 'expired', 'redemption')`;

export const versionColumns = {
	listed: comparedVersions.listed,
	checked: comparedVersions.checked,
	checkedAt: comparedVersions.checkedAt,
};

/** For a left join of `domains` with the versions of a comparison. */
export const isVersionOf = (task: TaskName) =>
	and(eq(comparedVersions.task, task), eq(comparedVersions.domainId, domains.id));

/** Domains to compare, of all customers. */
export function createComparedDomains({ orm, read }: Pick<Database, "orm" | "read">, task: TaskName) {
	return {
		/** The ids of the next domains that are active or expired. `last`: null after the last one. */
		async ids(after: string, limit: number) {
			// With the plus, SQLite reads the rows in the order of their ids, not by an index on the status.
			const isRegistered = sql`+${domains.status} in ('active', 'expired')`;
			const rows = await read(
				orm
					.select({ id: domains.id })
					.from(domains)
					.where(and(gt(domains.id, after), isRegistered))
					.orderBy(asc(domains.id))
					.limit(limit),
			);
			return { ids: rows.map(({ id }) => id), last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
		},

		/** The holders of these names, with the versions of the comparison. */
		versions: (names: readonly string[]) =>
			read(
				orm
					.select({ id: domains.id, name: domains.name, updatedAt: domains.updatedAt, ...versionColumns })
					.from(domains)
					.leftJoin(comparedVersions, isVersionOf(task))
					.where(and(inArray(domains.name, those(names)), isHolder)),
			),
	};
}

interface Listed {
	readonly id: string;
	readonly version: string;
}

/** Which rows a round has found in the service's list, and the versions that the service showed. */
export function createComparisonMarks({ orm, read }: Pick<Database, "orm" | "read">, task: TaskName) {
	return {
		/** Notes the rows of a page. */
		keep(page: number, night: number, ids: readonly string[]): Change {
			const marks = Uint32Array.from(ids, (id) => nightlyMark(night, id));
			const hashes = encodeBase64(new Uint8Array(marks.buffer));
			return write(
				orm
					.insert(comparisonPages)
					.values({ task, page, hashes })
					.onConflictDoUpdate({ target: [comparisonPages.task, comparisonPages.page], set: { hashes } }),
			);
		},

		forget: (): Change => write(orm.delete(comparisonPages).where(eq(comparisonPages.task, task))),

		/** Returns whether a page of the night had the row. */
		async load(night: number): Promise<(id: string) => boolean> {
			const seen = new Set<number>();
			const mostPages = 100;
			for (let after = -1; ; ) {
				const rows = await read(
					orm
						.select({ page: comparisonPages.page, hashes: comparisonPages.hashes })
						.from(comparisonPages)
						.where(and(eq(comparisonPages.task, task), gt(comparisonPages.page, after)))
						.orderBy(asc(comparisonPages.page))
						.limit(mostPages),
				);
				for (const { hashes } of rows)
					for (const mark of new Uint32Array(decodeBase64(hashes).slice().buffer)) seen.add(mark);
				if (rows.length < mostPages) break;
				after = rows.at(-1)?.page ?? after;
			}
			return (id) => seen.has(nightlyMark(night, id));
		},

		/** Stores the versions of rows whose version is another one than before. */
		list: (rows: readonly Listed[]): Change =>
			write(
				insertSelect(
					{ orm },
					comparedVersions,
					{ task, domainId: sql`json_extract(value, '$.id')`, listed: sql`json_extract(value, '$.version')` },
					sql`from json_each(${JSON.stringify(rows)}) where true`,
				).onConflictDoUpdate({
					target: [comparedVersions.task, comparedVersions.domainId],
					set: { listed: sql`excluded.listed` },
				}),
			),

		/** The rows were equal at `checkedAt`, so their versions need no comparison until they change. */
		confirm: (ids: readonly string[], checkedAt: number): Change =>
			write(
				orm
					.update(comparedVersions)
					.set({ checked: sql`${comparedVersions.listed}`, checkedAt })
					.where(
						and(
							eq(comparedVersions.task, task),
							inArray(comparedVersions.domainId, those(ids)),
							isNotNull(comparedVersions.listed),
						),
					),
			),
	};
}

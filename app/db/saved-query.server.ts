import { fillPlaceholders, Placeholder } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Statement } from "./client.server";
import { assertDistinctColumns } from "./distinct-columns";

/** What Drizzle's batch needs of a statement. Drizzle's types leave it out. */
interface Prepared {
	readonly stmt: D1PreparedStatement;
	getQuery(): { readonly sql: string; readonly params: unknown[] };
	mapResult(rows: unknown, isFromBatch: boolean): unknown;
}

/** A saved query with its values. */
export class SavedRead<Q extends Statement> {
	declare readonly _: Q["_"];
	readonly #prepare: (orm: DrizzleD1Database) => Prepared;
	readonly #values: Record<string, unknown>;

	constructor(prepare: (orm: DrizzleD1Database) => Prepared, values: Record<string, unknown>) {
		this.#prepare = prepare;
		this.#values = values;
	}

	/** The statement for a database, in the form that Drizzle's batch accepts. */
	on(orm: DrizzleD1Database, d1: D1Database): Statement {
		const saved = this.#prepare(orm);
		const { sql, params } = saved.getQuery();
		const prepared: Prepared = {
			stmt: d1.prepare(sql),
			getQuery: () => ({ sql, params: fillPlaceholders(params, this.#values) }),
			mapResult: (rows, isFromBatch) => saved.mapResult(rows, isFromBatch),
		};
		return { _prepare: () => prepared } as unknown as Statement;
	}
}

/** No booleans, because a placeholder for one would always be true. */
type Value = string | number | null | undefined;
type Values<Names extends PropertyKey> = { readonly [Name in Names]?: Value | Readonly<Record<string, Value>> };

/** Stands for a value while a query is built. */
class SavedValue extends Placeholder {
	[Symbol.toPrimitive](): never {
		throw new TypeError(`A saved query is built without its values, so it can't use ${this.name}`);
	}
}

/**
 * A query that is built once per isolate, because building it takes more CPU than sending it. Define it at the top of a
 * module and read it with `db.read(query({ owner, now }))`.
 * @param build gets a placeholder for each text and number in the values, so it must not compare or change them. Called once
 * for each set of values that are present.
 */
export function savedQuery<Given extends Values<keyof Given>, Q extends Statement>(
	build: (orm: DrizzleD1Database, values: Given) => Q,
): (values: Given) => SavedRead<Q> {
	const built = new Map<string, Prepared>();
	return (values) => {
		const flat = flatten(values);
		const names = Object.keys(flat).join();
		const prepare = (orm: DrizzleD1Database): Prepared => {
			const known = built.get(names);
			if (known) return known;
			const query = build(orm, placeholdersFor(values) as Given);
			assertDistinctColumns(query);
			const prepared = (query as unknown as { prepare(): Prepared }).prepare();
			built.set(names, prepared);
			return prepared;
		};
		return new SavedRead(prepare, flat);
	};
}

/** The texts and numbers in the values, by their path. */
function flatten(values: object, path = "", flat: Record<string, unknown> = {}): Record<string, unknown> {
	for (const [name, value] of Object.entries(values)) {
		if (typeof value === "object" && value !== null) flatten(value, `${path}${name}.`, flat);
		else if (value !== undefined && value !== null) flat[path + name] = value;
	}
	return flat;
}

/** The values with a placeholder for each text and number. */
function placeholdersFor(values: object, path = ""): object {
	return Object.fromEntries(
		Object.entries(values)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [
				name,
				typeof value === "object" ? placeholdersFor(value, `${path}${name}.`) : new SavedValue(path + name),
			]),
	);
}

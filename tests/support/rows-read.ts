import { env } from "cloudflare:workers";
import { recorded } from "./statement-plans";

/** D1 that counts the rows which it reads. */
export function metered(): {
	readonly d1: D1Database;
	readonly rowsRead: () => number;
	/** By the batch that read the most. */
	readonly mostRowsAtOnce: () => number;
} {
	let rows = 0;
	let most = 0;
	const d1 = new Proxy(recorded(env.DB), {
		get(target, property) {
			if (property !== "batch") return Reflect.get(target, property);
			return async (statements: D1PreparedStatement[]) => {
				const results = await env.DB.batch(statements);
				const read = results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0);
				rows += read;
				most = Math.max(most, read);
				return results;
			};
		},
	});
	return { d1, rowsRead: () => rows, mostRowsAtOnce: () => most };
}

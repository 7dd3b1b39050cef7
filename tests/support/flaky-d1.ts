/** Whether the next batch fails, and whether it was committed first. */
export type Fault = "before" | "after" | null;

/** A D1 whose batches fail as Cloudflare's do. `faultOf` is called for every batch, counted from 1. */
export function flakyD1(
	d1: D1Database,
	faultOf: (batch: number) => Fault,
	message = "Network connection lost.",
): D1Database {
	let batches = 0;
	return new Proxy(d1, {
		get(target, property) {
			const value = Reflect.get(target, property);
			if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
			return async (statements: D1PreparedStatement[]) => {
				batches += 1;
				const fault = faultOf(batches);
				if (fault === "before") throw new Error(`D1_ERROR: ${message}`);
				const results = await target.batch(statements);
				if (fault === "after") throw new Error(`D1_ERROR: ${message}`);
				return results;
			};
		},
	});
}

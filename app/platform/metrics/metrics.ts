import type { LogFields, LogLine } from "~/lib/log.server";

/** A point of one measure. No personal data: kinds, states and names of services only. */
export interface Metric {
	readonly name: "order" | "payment" | "lookup" | "job" | "email";
	/** Up to three, in the order of docs/metrics.md. */
	readonly dimensions: readonly string[];
	/** Minor units of the currency for orders and payments, milliseconds for the others. */
	readonly value: number;
}

/** The metric that a line of the log is. Null for other lines. */
export function metricOf({ event, fields }: Pick<LogLine, "event" | "fields">): Metric | null {
	const { durationMs = 0, amount = 0, outcome = "" } = fields;
	const point = (
		name: Metric["name"],
		value: number,
		...dimensions: readonly (string | null | undefined)[]
	): Metric => ({
		name,
		dimensions: dimensions.map((dimension) => dimension ?? ""),
		value,
	});
	switch (event) {
		case "order_placed":
			return point("order", amount, fields.currency);
		case "payment_ended":
			return point("payment", amount, fields.paidBy, fields.service, outcome);
		case "job_run":
			return point("job", durationMs, fields.jobKind, outcome);
		case "lookup":
			return point("lookup", durationMs, fields.host, outcome);
		case "outside_call":
			return isLookup(fields) ? point("lookup", durationMs, fields.host, outcome) : null;
		case "epp_command":
			return fields.operation === "check" ? point("lookup", durationMs, fields.service, outcome) : null;
		case "event_handled":
			return fields.eventKind?.startsWith("mail.")
				? point("email", durationMs, fields.eventKind, resultOf(fields))
				: null;
		default:
			return null;
	}
}

/** The calls that check names of registries without a public lookup (each registrar's `name-check.ts`), with their method. */
const checks = [
	["openprovider", /^POST:.*\/domains\/check$/],
	["resellerclub", /^GET:.*\/domains\/available\.json$/],
] as const;

const isLookup = ({ service, operation = "" }: LogFields): boolean =>
	service === "rdap" || checks.some(([registrar, check]) => registrar === service && check.test(operation));

/** An email may turn out not to be needed any more when it is due. */
const resultOf = ({ outcome = "", providerId }: LogFields): string => {
	if (outcome !== "done") return outcome;
	return providerId ? "sent" : "not_needed";
};

/**
 * Most points of one invocation of the Worker. Analytics Engine takes 25 (its documentation, "Limits"). A search looks up
 * more names than that, and must leave room for the others.
 */
const mostPoints = 25;
const mostLookups = 15;

/** Writes the metrics among the lines of one invocation. */
export function createRecorder(write: (metric: Metric) => void): (line: LogLine) => void {
	let lookups = 0;
	let points = 0;
	return (line) => {
		const metric = metricOf(line);
		if (!metric || points >= mostPoints || (metric.name === "lookup" && lookups >= mostLookups)) return;
		points += 1;
		if (metric.name === "lookup") lookups += 1;
		write(metric);
	};
}

/** Writes to Workers Analytics Engine: `blob1` is the name, `blob2` to `blob4` the dimensions, `double1` the value. */
export const analyticsWriter =
	(dataset: AnalyticsEngineDataset) =>
	({ name, dimensions, value }: Metric): void =>
		dataset.writeDataPoint({ indexes: [name], blobs: [name, ...dimensions], doubles: [value] });

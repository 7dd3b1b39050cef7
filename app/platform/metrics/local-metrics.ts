import type { Metric } from "./metrics";

export interface MetricSum extends Pick<Metric, "name" | "dimensions"> {
	readonly count: number;
	/** Mean, in the unit of the metric. */
	readonly mean: number;
	readonly largest: number;
}

/** Stand-in for Analytics Engine: sums since the shop was started, at /dev/metrics. */
export function createLocalMetrics() {
	const sums = new Map<string, { readonly metric: Metric; count: number; total: number; largest: number }>();
	return {
		write(metric: Metric): void {
			const key = JSON.stringify([metric.name, ...metric.dimensions]);
			const sum = sums.get(key) ?? { metric, count: 0, total: 0, largest: 0 };
			sum.count += 1;
			sum.total += metric.value;
			sum.largest = Math.max(sum.largest, metric.value);
			sums.set(key, sum);
		},

		/** Sorted by name and dimensions. */
		all(): MetricSum[] {
			return [...sums]
				.toSorted(([a], [b]) => (a < b ? -1 : 1))
				.map(
					([
						,
						{
							metric: { name, dimensions },
							count,
							total,
							largest,
						},
					]) => ({
						...{ name, dimensions, count, largest },
						mean: Math.round(total / count),
					}),
				);
		},
	};
}

export type LocalMetrics = ReturnType<typeof createLocalMetrics>;

/** Of this isolate. */
export const localMetrics = createLocalMetrics();

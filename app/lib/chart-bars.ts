/** A bar in the chart's SVG units. The chart is 100 units high and has 10 units of width per bar. */
interface Bar {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const column = 10;
const gap = 3;

/** Rounds up to 1, 2, 2.5, 5 or 10 times a power of ten, for the end of the axis. */
export function niceCeiling(value: number): number {
	if (value <= 0) return 1;
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Bars for values above 0 are at least one unit high, so that they are visible. */
export function bars(values: readonly number[], ceiling: number): Bar[] {
	return values.map((value, index) => {
		const height = value <= 0 ? 0 : Math.max(1, Math.round((value / ceiling) * 1_000) / 10);
		return { x: index * column + gap / 2, y: 100 - height, width: column - gap, height };
	});
}

/** In SVG units. */
export const chartWidth = (count: number): number => count * column;

/** The geometry of a bar chart whose drawing is 100 units high and 10 units wide for each bar. */
interface Bar {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const column = 10;
const gap = 3;

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten: where the axis ends. */
export function niceCeiling(value: number): number {
	if (value <= 0) return 1;
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** A value above nothing is always seen: one unit at least. */
export function bars(values: readonly number[], ceiling: number): Bar[] {
	return values.map((value, index) => {
		const height = value <= 0 ? 0 : Math.max(1, Math.round((value / ceiling) * 1_000) / 10);
		return { x: index * column + gap / 2, y: 100 - height, width: column - gap, height };
	});
}

/** In the units of the drawing, as `bars` has them. */
export const chartWidth = (count: number): number => count * column;

import { encode } from "uqr";

/** The dark squares of a QR code as horizontal runs, and the number of squares on each side, margin included. */
export function qrRuns(text: string) {
	const { size, data } = encode(text, { border: 4 });
	const runs = data.flatMap((row, y) =>
		row.flatMap((dark, x) => {
			if (!dark || row[x - 1]) return [];
			const end = row.indexOf(false, x);
			return [{ x, y, width: (end < 0 ? size : end) - x }];
		}),
	);
	return { size, runs };
}

/** A QR code as the path of an SVG whose view box is `0 0 size size`. */
export function qrOf(text: string): { size: number; path: string } {
	const { size, runs } = qrRuns(text);
	return { size, path: runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join("") };
}

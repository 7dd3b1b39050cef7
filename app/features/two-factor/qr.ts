import { encode } from "uqr";

/** A QR code as the path of an SVG whose view box is `0 0 size size`. */
export function qrOf(text: string): { size: number; path: string } {
	const { size, data } = encode(text, { border: 4 });
	const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
	return { size, path: squares.join("") };
}

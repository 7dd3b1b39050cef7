/** The kikoi's stripes. `to` is where a stripe ends, in percent of the band's width. */
const stripes = [
	{ to: 38, className: "fill-lake" },
	{ to: 42, className: "fill-maize" },
	{ to: 46, className: "fill-lake" },
	{ to: 58, className: "fill-sun" },
	{ to: 60, className: "fill-indigo" },
	{ to: 64, className: "fill-sun" },
	{ to: 100, className: "fill-maize" },
] as const;

/** A kikoi band inside a drawing. */
export function Weave({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
	return stripes.map(({ to, className }, index) => {
		const from = stripes[index - 1]?.to ?? 0;
		return (
			<rect
				key={to}
				x={x + (from * width) / 100}
				y={y}
				width={((to - from) * width) / 100}
				height={height}
				className={className}
			/>
		);
	});
}

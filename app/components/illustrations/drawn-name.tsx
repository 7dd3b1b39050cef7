interface DrawnNameProps {
	name: string;
	x: number;
	y: number;
	/** At least 22, so that letters with dots stay readable on a phone. */
	size?: number;
	className?: string;
}

/** A domain name in a drawing, centred at `x`, with its dot in the sun colour. */
export function DrawnName({ name, x, y, size = 24, className = "fill-ink" }: DrawnNameProps) {
	const dot = name.indexOf(".");
	return (
		<text
			x={x}
			y={y}
			textAnchor="middle"
			className={`${className} font-display`}
			fontSize={size}
			fontWeight="600"
			letterSpacing="-0.4"
		>
			{name.slice(0, dot)}
			<tspan className="fill-sun">.</tspan>
			{name.slice(dot + 1)}
		</text>
	);
}

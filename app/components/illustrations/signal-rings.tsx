interface SignalRingsProps {
	/** Draws dashed rings, for error pages. */
	broken?: boolean;
	className?: string;
}

const radii = [34, 62, 90, 118];

/** A dot with concentric rings. */
export function SignalRings({ broken = false, className }: SignalRingsProps) {
	return (
		<svg viewBox="-122 -122 244 244" fill="none" className={className} aria-hidden="true">
			{radii.map((radius, index) => (
				<circle
					key={radius}
					r={radius}
					stroke="currentColor"
					strokeWidth="1.5"
					pathLength="100"
					strokeDasharray={broken ? `${22 - index * 4} ${3 + index * 4}` : undefined}
				/>
			))}
			<circle r="12" className="fill-sun" />
		</svg>
	);
}

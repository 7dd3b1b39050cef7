import { nairobi, points, signalRadii } from "./east-africa";

/** A dotted map of East Africa with signal rings around Nairobi. */
export function EastAfricaMap({ className }: { className?: string }) {
	return (
		<svg viewBox="-12 -12 316 348" fill="none" strokeLinecap="round" className={className} aria-hidden="true">
			<path d={points(".")} strokeWidth="4" className="stroke-edge/45" />
			<path d={points("K")} strokeWidth="5" className="stroke-lake" />
			<g strokeWidth="1.5" className="stroke-sun">
				{signalRadii.map((radius) => (
					<circle key={radius} cx={nairobi.x} cy={nairobi.y} r={radius} />
				))}
			</g>
			<circle cx={nairobi.x} cy={nairobi.y} r="8" className="fill-sun" />
		</svg>
	);
}

import { Dot, Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

/** Illustration for domain transfers: a name moves from one browser window to another. */
export function Move() {
	return (
		<Drawing>
			<Rings x={268} y={184} radii={[76]} />
			<g className="fill-surface">
				<rect x="24" y="148" width="112" height="88" rx="12" className="stroke-edge" strokeDasharray="4 7" />
				<rect x="212" y="132" width="124" height="104" rx="12" className="stroke-ink" />
			</g>
			<Weave x={213} y={146} width={122} height={8} />
			<path d="M44 176h52M44 192h34" className="stroke-line" strokeWidth="4" />
			<path d="M232 176h64M232 192h44" className="stroke-edge" strokeWidth="4" />
			<path d="M80 140C96 40 236 26 268 116" className="stroke-ink" />
			<path d="m257 104 12 15 7-18" className="stroke-ink" />
			<rect x="104" y="38" width="132" height="40" rx="20" className="fill-surface stroke-ink" />
			<text x="132" y="64" className="fill-ink" fontSize="17" fontWeight="600">
				duka.co.ke
			</text>
			<Dot x={120} y={58} radius={5} />
			<path d="m252 214 10 10 20-22" className="stroke-lake" strokeWidth="3" />
		</Drawing>
	);
}

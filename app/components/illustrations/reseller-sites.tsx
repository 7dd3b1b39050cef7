import { Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

const customers = [
	{ x: 18, y: 22 },
	{ x: 258, y: 22 },
	{ x: 18, y: 194 },
	{ x: 258, y: 194 },
	{ x: 138, y: 208 },
	{ x: 138, y: 8 },
] as const;

/** Illustration for reseller hosting: the reseller's name with customer sites around it. */
export function ResellerSites({ className }: { className?: string }) {
	return (
		<Drawing className={className}>
			<path d="M60 52 180 140 300 52M60 224l120-84 120 84M180 40v200" className="stroke-line" />
			<Rings x={180} y={140} radii={[78, 104]} />
			{customers.map(({ x, y }) => (
				<g key={`${x} ${y}`}>
					<rect x={x} y={y} width="84" height="62" rx="8" className="fill-surface stroke-edge" />
					<path d={`M${x} ${y + 16}h84`} className="stroke-edge" />
					<Weave x={x + 1} y={y + 17} width={82} height={4} />
					<path d={`M${x + 12} ${y + 34}h44M${x + 12} ${y + 46}h30`} className="stroke-line" strokeWidth="4" />
				</g>
			))}
			<rect x="112" y="108" width="136" height="64" rx="32" className="fill-ink" />
			<text
				textAnchor="middle"
				x="180"
				y="148"
				className="fill-paper font-display"
				fontSize="24"
				fontWeight="600"
				letterSpacing="-0.4"
			>
				yourname
			</text>
		</Drawing>
	);
}

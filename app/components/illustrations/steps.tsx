import { Dot, Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

const steps = [
	{ x: 24, height: 58 },
	{ x: 104, height: 102 },
	{ x: 184, height: 150 },
	{ x: 264, height: 204 },
] as const;

/** Illustration for the scaling page: steps that get taller. */
export function Steps() {
	return (
		<Drawing>
			<Rings x={300} y={36} radii={[18, 34]} />
			{steps.map(({ x, height }) => (
				<g key={x}>
					<rect x={x} y={262 - height} width="72" height={height} rx="8" className="fill-surface stroke-ink" />
					<Weave x={x + 1} y={274 - height} width={70} height={8} />
					<path d={`M${x + 16} ${300 - height}h40`} className="stroke-line" strokeWidth="4" />
				</g>
			))}
			<path d="M36 190 281 40" className="stroke-edge" strokeDasharray="2 7" />
			<Dot x={300} y={36} />
			<path d="M12 262h336" className="stroke-ink" />
		</Drawing>
	);
}

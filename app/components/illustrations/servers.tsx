import { Dot, Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

const units = [34, 106, 178] as const;

/** Illustration for VPS hosting: three servers, one highlighted. */
export function Servers({ className }: { className?: string }) {
	return (
		<Drawing className={className}>
			<Rings x={276} y={138} radii={[34, 56, 78]} />
			{units.map((y) => {
				const yours = y === 106;
				return (
					<g key={y}>
						<rect
							x="36"
							y={y}
							width="264"
							height="64"
							rx="12"
							className={`fill-surface ${yours ? "stroke-ink" : "stroke-line"}`}
						/>
						<path
							d={`M60 ${y + 22}h64M60 ${y + 34}h64M60 ${y + 46}h64M142 ${y + 22}h64M142 ${y + 34}h64M142 ${y + 46}h64`}
							className={yours ? "stroke-edge" : "stroke-line"}
						/>
						{!yours && <circle cx="276" cy={y + 32} r="5" className="fill-line" />}
					</g>
				);
			})}
			<Weave x={48} y={162} width={240} height={6} />
			<Dot x={276} y={138} />
			<path d="M168 242v20M108 262h120" className="stroke-edge" />
			<circle cx="168" cy="262" r="5" className="fill-paper stroke-edge" />
		</Drawing>
	);
}

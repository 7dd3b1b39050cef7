import { Drawing } from "./drawing";
import { DrawnName } from "./drawn-name";
import { Weave } from "./weave";

const bars = [86, 104, 122, 140, 158, 202, 220, 238, 256, 274] as const;

/** Illustration for the hosting page: a school gate with a domain name on its arch. */
export function SchoolGate() {
	return (
		<Drawing>
			<path d="M6 256h348" className="stroke-ink" />
			<path d="M6 196h32M322 196h32M6 216h32M322 216h32M22 196v-14M338 196v-14" className="stroke-edge" />
			<path d="M116 256v-98h128v98" className="stroke-edge" />
			<path d="m100 166 80-40 80 40" className="fill-surface stroke-edge" />
			<path d="M180 126v-20" className="stroke-edge" />
			<path d="M42 76c40-44 236-44 276 0v46c-40-38-236-38-276 0z" className="fill-surface stroke-ink" />
			<DrawnName name="tujenge.com" x={180} y={82} size={34} />
			<g className="fill-surface stroke-ink">
				<rect x="38" y="104" width="38" height="152" rx="4" />
				<rect x="284" y="104" width="38" height="152" rx="4" />
			</g>
			<Weave x={39} y={122} width={36} height={8} />
			<Weave x={285} y={122} width={36} height={8} />
			<path d="M76 168c40 0 84 12 102 26v62M284 168c-40 0-84 12-102 26v62" className="stroke-ink" />
			{bars.map((x) => (
				<path key={x} d={`M${x} ${180 + (x < 180 ? x - 86 : 274 - x) / 6}V256`} className="stroke-ink" />
			))}
			<path d="M76 224h208" className="stroke-ink" />
			<circle cx="57" cy="92" r="9" className="fill-sun" />
			<circle cx="303" cy="92" r="9" className="fill-sun" />
		</Drawing>
	);
}

import { Drawing } from "./drawing";
import { DrawnName } from "./drawn-name";
import { Weave } from "./weave";

const windows = [82, 146, 210] as const;

/** Illustration for the domains page: a matatu with a domain name along its side. */
export function Matatu() {
	return (
		<Drawing>
			<path d="M6 246h348" className="stroke-ink" />
			<path d="M40 262h40M140 262h60M262 262h44" className="stroke-edge" />
			<path d="M92 62h150l12-14H104z" className="fill-surface stroke-edge" />
			<path
				d="M30 84a22 22 0 0 1 22-22h204c18 0 30 8 40 24l26 44c12 4 18 14 18 28v42a14 14 0 0 1-14 14H38a12 12 0 0 1-12-12z"
				className="fill-surface stroke-ink"
			/>
			{windows.map((x) => (
				<rect key={x} x={x} y="80" width="52" height="42" rx="6" className="fill-paper stroke-ink" />
			))}
			<rect x="40" y="80" width="30" height="42" rx="6" className="fill-paper stroke-ink" />
			<path d="M274 80c10 2 18 10 24 22l12 20h-36z" className="fill-paper stroke-ink" />
			<Weave x={27} y={132} width={299} height={9} />
			<DrawnName name="tujenge.africa" x={172} y={178} size={34} />
			<path d="M27 194h313" className="stroke-edge" />
			<circle cx="330" cy="172" r="7" className="fill-maize stroke-ink" />
			{[92, 272].map((x) => (
				<g key={x}>
					<circle cx={x} cy="216" r="30" className="fill-paper stroke-ink" />
					<circle cx={x} cy="216" r="10" className="fill-sun" />
				</g>
			))}
		</Drawing>
	);
}

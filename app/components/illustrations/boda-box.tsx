import { Drawing } from "./drawing";
import { DrawnName } from "./drawn-name";
import { Weave } from "./weave";

/** Illustration for web hosting: a delivery motorcycle with a domain name on its box. */
export function BodaBox() {
	return (
		<Drawing>
			<path d="M6 258h348" className="stroke-ink" />
			<path
				d="M16 22h228a10 10 0 0 1 10 10v104a10 10 0 0 1-10 10H16a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10z"
				className="fill-surface stroke-ink"
			/>
			<Weave x={7} y={40} width={246} height={9} />
			<DrawnName name="wanjirubakes.co.ke" x={130} y={94} size={25} />
			<path d="M40 118h180" className="stroke-edge" />
			<path d="M30 146v18h150l28-18" className="fill-paper stroke-ink" />
			<path d="M180 164h50c18 0 30-10 34-26h34" className="stroke-ink" />
			<path d="M298 138 282 84M270 84h26c10 0 16 6 16 12" className="stroke-ink" />
			<path d="M196 164c16-22 40-30 76-26l10 26c-12 18-30 30-52 34h-80l-14-34z" className="fill-maize stroke-ink" />
			<path d="M76 210 136 164M298 138l20 72" className="stroke-ink" />
			{[76, 316].map((x) => (
				<g key={x}>
					<circle cx={x} cy="218" r="36" className="fill-paper stroke-ink" />
					<circle cx={x} cy="218" r="24" className="stroke-edge" />
					<circle cx={x} cy="218" r="7" className="fill-sun" />
				</g>
			))}
			<path d="M122 226h110" className="stroke-ink" />
			<circle cx="314" cy="112" r="10" className="fill-surface stroke-ink" />
		</Drawing>
	);
}

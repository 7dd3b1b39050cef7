import { Drawing } from "./drawing";
import { DrawnName } from "./drawn-name";
import { Weave } from "./weave";

const stripes = [30, 80, 130, 180, 230, 280] as const;

/** Illustration for the home page: a shop with its domain name on the signboard. */
export function ShopSign() {
	return (
		<Drawing>
			<path d="M42 128v124h276V128" className="fill-surface stroke-ink" />
			<path d="M12 252h336" className="stroke-ink" />
			<rect x="20" y="26" width="320" height="58" rx="8" className="fill-surface stroke-ink" />
			<DrawnName name="wanjirubakes.co.ke" x={180} y={63} size={31} />
			<path d="M60 26V12M300 26V12" className="stroke-edge" />
			{stripes.map((x, index) => (
				<path
					key={x}
					d={`M${x} 92h50v30a25 16 0 0 1-50 0z`}
					className={`stroke-ink ${index % 2 ? "fill-surface" : "fill-maize"}`}
				/>
			))}
			<path d="M62 166h126M62 204h126" className="stroke-edge" />
			<g className="fill-paper stroke-ink">
				<path d="M70 166v-12c0-11 26-11 26 0v12zM106 166v-12c0-11 26-11 26 0v12zM142 166v-12c0-11 26-11 26 0v12z" />
				<rect x="72" y="182" width="34" height="22" rx="4" />
				<path d="M118 204v-16h24v16zM152 204v-22h20v22z" />
			</g>
			<Weave x={43} y={222} width={164} height={8} />
			<path d="M208 252V152h82v100" className="fill-paper stroke-ink" />
			<path d="M249 152v100" className="stroke-edge" />
			<circle cx="240" cy="206" r="4" className="fill-sun" />
			<circle cx="258" cy="206" r="4" className="fill-sun" />
		</Drawing>
	);
}

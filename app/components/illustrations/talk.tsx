import { Dot, Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

/** Illustration for the support page: a question and its answer, in Swahili. */
export function Talk() {
	return (
		<Drawing>
			<Rings x={284} y={208} radii={[44, 58, 72]} />
			<path
				d="M36 30h196a14 14 0 0 1 14 14v66a14 14 0 0 1-14 14H84l-30 24v-24H36a14 14 0 0 1-14-14V44a14 14 0 0 1 14-14z"
				className="fill-surface stroke-ink"
			/>
			<text x="44" y="70" className="fill-ink font-display" fontSize="21" fontWeight="600">
				Barua pepe haifiki?
			</text>
			<path d="M44 92h120" className="stroke-line" strokeWidth="5" />
			<path
				d="M122 142h204a14 14 0 0 1 14 14v62a14 14 0 0 1-14 14h-14v24l-30-24H122a14 14 0 0 1-14-14v-62a14 14 0 0 1 14-14z"
				className="fill-surface stroke-ink"
			/>
			<Weave x={109} y={156} width={230} height={6} />
			<text x="130" y="190" className="fill-ink font-display" fontSize="21" fontWeight="600">
				Tunaangalia sasa
			</text>
			<path d="M130 210h92" className="stroke-line" strokeWidth="5" />
			<Dot x={312} y={183} radius={7} />
		</Drawing>
	);
}

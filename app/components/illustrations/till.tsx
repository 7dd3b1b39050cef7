import { Drawing } from "./drawing";
import { Weave } from "./weave";

/** Illustration for the hardware page: a till with a cash drawer and a receipt. */
export function Till() {
	return (
		<Drawing>
			<path
				d="M48 40h190a12 12 0 0 1 12 12v104a12 12 0 0 1-12 12H48a12 12 0 0 1-12-12V52a12 12 0 0 1 12-12z"
				className="fill-surface stroke-ink"
			/>
			<rect x="52" y="56" width="182" height="96" rx="6" className="fill-paper stroke-line" />
			<g className="fill-surface stroke-line">
				<rect x="62" y="66" width="34" height="34" rx="6" />
				<rect x="102" y="66" width="34" height="34" rx="6" />
				<rect x="62" y="106" width="34" height="34" rx="6" />
				<rect x="102" y="106" width="34" height="34" rx="6" />
			</g>
			<path d="M152 76h68M152 92h68M152 108h40" className="stroke-edge" strokeWidth="3" />
			<rect x="152" y="120" width="70" height="20" rx="10" className="fill-lake" />
			<path d="M128 168v20h30v-20" className="fill-surface stroke-ink" />
			<path d="M24 188h238v54a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z" className="fill-surface stroke-ink" />
			<Weave x={25} y={189} width={236} height={8} />
			<rect x="132" y="212" width="22" height="22" rx="11" className="stroke-sun" />
			<path d="M143 219v8" className="stroke-sun" />
			<path
				d="M272 92h64v134l-10.700-8-10.600 8-10.700-8-10.700 8-10.600-8-10.700 8z"
				className="fill-surface stroke-ink"
			/>
			<g className="stroke-line" strokeWidth="3">
				<path d="M284 112h40M284 128h26M284 144h34M284 160h22" />
			</g>
			<path d="M284 182h16M312 182h12" className="stroke-ink" strokeWidth="4" />
		</Drawing>
	);
}

import { Dot, Drawing, Rings } from "./drawing";
import { Weave } from "./weave";

/** Illustration for the security page: a closed padlock. */
export function Padlock() {
	return (
		<Drawing>
			<Rings x={180} y={142} radii={[118, 138]} />
			<path d="M132 116V88a48 48 0 0 1 96 0v28" className="stroke-ink" strokeWidth="10" />
			<rect x="96" y="114" width="168" height="124" rx="18" className="fill-surface stroke-ink" />
			<Weave x={97} y={134} width={166} height={10} />
			<path d="M180 190v20" className="stroke-sun" strokeWidth="6" />
			<Dot x={180} y={182} radius={13} />
		</Drawing>
	);
}

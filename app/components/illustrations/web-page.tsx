import { Drawing } from "./drawing";
import { Weave } from "./weave";

/** Illustration for web hosting: a shop's website in a browser. */
export function WebPage({ className }: { className?: string }) {
	return (
		<Drawing className={className}>
			<rect x="20" y="24" width="300" height="220" rx="14" className="fill-surface stroke-ink" />
			<path d="M20 64h300" className="stroke-ink" />
			<g className="fill-line">
				<circle cx="40" cy="44" r="4" />
				<circle cx="54" cy="44" r="4" />
				<circle cx="68" cy="44" r="4" />
			</g>
			<rect x="86" y="33" width="214" height="22" rx="11" className="fill-paper stroke-line" />
			<path d="M100 43v-2a4 4 0 0 1 8 0v2m-10 0h12v7H98z" className="stroke-lake" strokeWidth="1.5" />
			<text x="118" y="48.5" className="fill-muted" fontSize="12">
				mamaneema.co.ke
			</text>
			<Weave x={21} y={65} width={298} height={10} />
			<text x="40" y="114" className="fill-ink font-display" fontSize="24" fontWeight="650" letterSpacing="-0.5">
				Mama Neema
			</text>
			<path d="M40 130h120M40 144h92" className="stroke-line" strokeWidth="5" />
			<rect x="40" y="160" width="74" height="22" rx="11" className="fill-lake" />
			<g className="fill-paper stroke-line">
				<rect x="196" y="92" width="104" height="90" rx="8" />
				<rect x="40" y="198" width="78" height="30" rx="6" />
				<rect x="131" y="198" width="78" height="30" rx="6" />
				<rect x="222" y="198" width="78" height="30" rx="6" />
			</g>
			<path d="M218 154c0-22 14-34 30-34s30 12 30 34z" className="stroke-ink" />
			<path d="M212 154h72M224 164h48" className="stroke-ink" />
			<path d="M236 111c-4-5 4-6 0-12M252 109c-4-5 4-6 0-12" className="stroke-sun" />
			<g transform="translate(312 226)">
				<circle r="26" className="fill-lake stroke-paper" strokeWidth="5" />
				<path d="m-10 0 7 7 13-14" className="stroke-on-solid" strokeWidth="3" />
			</g>
		</Drawing>
	);
}

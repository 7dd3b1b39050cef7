/** A dot for every 0.8 degrees of land, from 14.2° N, 28.3° E; `K` is Kenya. Lake Victoria is the gap. */
const rows = [
	"           .....",
	"          .......",
	"          ........",
	"         .........",
	"        .........  .   ......",
	"        .....................",
	".............................",
	"............................",
	"...........................",
	"...........................",
	"..........................",
	"..........................",
	".........................",
	"  ......KKKK...KK.......",
	"    ....KKKKKKKKK......",
	"    .....KKKKKKK......",
	"   ......KKKKKKK.....",
	"   .....KKKKKKKK....",
	"  ...  .KKKKKKKK...",
	"  ...   KKKKKKKK..",
	"  . .   .KKKKKKKK",
	" ..........KKKK",
	"  ..........KKK",
	"  ...........K",
	"  ............",
	"  ............",
	"  ............",
	"   ...........",
	"    ..........",
	"     ..........",
	"        .......",
	"        .......",
	"        ....",
];

/** Where a row's letter or dot stands, ten units apart. */
const points = (mark: string) =>
	rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === mark ? [`M${x * 10} ${y * 10}h0`] : []))).join("");

const nairobi = { x: 106, y: 194 };

/** The region in dots, with a signal going out from Nairobi. */
export function EastAfricaMap({ className }: { className?: string }) {
	return (
		<svg viewBox="-12 -12 316 348" fill="none" strokeLinecap="round" className={className} aria-hidden="true">
			<path d={points(".")} strokeWidth="4" className="stroke-edge/45" />
			<path d={points("K")} strokeWidth="5" className="stroke-lake" />
			<g strokeWidth="1.5" className="stroke-sun">
				{[22, 48, 78].map((radius) => (
					<circle key={radius} cx={nairobi.x} cy={nairobi.y} r={radius} />
				))}
			</g>
			<circle cx={nairobi.x} cy={nairobi.y} r="8" className="fill-sun" />
		</svg>
	);
}

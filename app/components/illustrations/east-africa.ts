/** One dot per 0.8 degrees of land, starting at 14.2° N, 28.3° E. `K` marks Kenya. The gap is Lake Victoria. */
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

/** SVG path data with a point for each cell that has this mark, ten units apart. */
export const points = (mark: string) =>
	rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === mark ? [`M${x * 10} ${y * 10}h0`] : []))).join("");

export const nairobi = { x: 106, y: 194 };

export const signalRadii = [22, 48, 78];

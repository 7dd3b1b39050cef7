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
export const points = (mark: string) =>
	rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === mark ? [`M${x * 10} ${y * 10}h0`] : []))).join("");

export const nairobi = { x: 106, y: 194 };

/** How far the signal has gone, ring by ring. */
export const signalRadii = [22, 48, 78];

/** The same in light and dark. */
const colours = {
	lake: { dyed: "#0b6b4d", grey: "#75807a" },
	sun: { dyed: "#f2542d", grey: "#949e98" },
	maize: { dyed: "#f6b93b", grey: "#bcc4bf" },
	indigo: { dyed: "#27407a", grey: "#5c6761" },
	paper: { dyed: "#fbf9f4", grey: "#e4e8e5" },
} as const;

type Colour = keyof typeof colours;

const grounds = ["lake", "sun", "maize", "indigo"] as const satisfies readonly Colour[];

/** How a cloth is drawn. */
export type ClothState =
	/** Pale and without colours: the registry has not answered. */
	| "waiting"
	| "woven"
	/** With its last thread outlined: it expires soon. */
	| "expiring"
	/** In grey. */
	| "expired";

interface Thread {
	/** From the end of the cloth, in units. */
	readonly start: number;
	readonly end: number;
	readonly colour: Colour;
}

interface Cloth {
	readonly ground: Colour;
	/** Five to seven, from the end of the cloth towards its middle. */
	readonly threads: readonly Thread[];
}

/**
 * The kikoi pattern of a domain name. Equal names always have equal patterns.
 * @param name ASCII form, lower case
 */
export function weaveCloth(name: string): Cloth {
	// The number comes first, because FNV-1a mixes the last characters least.
	let numbers = 0;
	const choose = (count: number) => (fnv1a(`${numbers++} ${name}`) >>> 8) % count;
	const pick = (from: readonly Colour[]) => from[choose(from.length)] ?? "lake";
	const ground = pick(grounds);
	const others = grounds.filter((colour) => colour !== ground);
	const threads: Thread[] = [];
	let last: Colour = ground;
	let at = 3 + choose(2);
	for (let left = 5 + choose(3); left > 0; left -= 1) {
		// The first threads have the three other colours.
		const unused = others.filter((each) => threads.every(({ colour }) => colour !== each));
		const colour = pick(unused.length > 0 ? unused : [...others, "paper" as const].filter((each) => each !== last));
		// A wide thread of paper would look like a hole.
		const width = colour === "paper" ? 1 : 1 + choose(3);
		threads.push({ start: at, end: at + width, colour });
		const gap = choose(3) === 0 ? 0 : 1;
		last = gap === 0 ? colour : ground;
		at += width + gap;
	}
	return { ground, threads };
}

/** Units to pixels. A cloth's threads end at most 32 units from its end. */
const sizes = {
	/** Rows. */
	row: { width: 44, height: 28, scale: 1.3 },
	/** Lists with little space. */
	small: { width: 28, height: 18, scale: 0.85 },
} as const;

export type ClothSize = keyof typeof sizes;

/**
 * SVG of one end of the name's cloth, with threads of whole pixels.
 * @param name ASCII form, lower case
 */
export function clothSwatch(name: string, size: ClothSize, state: ClothState = "woven"): string {
	const { width, height, scale } = sizes[size];
	const { ground, threads } = weaveCloth(name);
	const cloth = rectangle(0, width, height, shade(ground, state)) + draw(threads, { height, scale, state });
	return svg(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${paleness(state)}`, cloth);
}

/** A stripe of a swatch. Width in pixels. */
export interface Stripe {
	readonly width: number;
	readonly colour: `#${string}`;
}

/**
 * The swatch of a name as stripes from left to right, without gaps, for emails and PDFs, which can't show SVG.
 * @param name ASCII form, lower case
 */
export function clothStripes(name: string, size: ClothSize, state: ClothState = "woven"): readonly Stripe[] {
	const { width, scale } = sizes[size];
	const { ground, threads } = weaveCloth(name);
	const stripes: Stripe[] = [];
	let at = 0;
	const add = (end: number, colour: Colour) => {
		if (end > at) stripes.push({ width: end - at, colour: shade(colour, state) });
		at = end;
	};
	for (const { x, width, colour } of inPixels(threads, scale)) {
		add(x, ground);
		add(x + width, colour);
	}
	add(width, ground);
	return stripes;
}

/** Height of a swatch in pixels. */
export const clothHeight = (size: ClothSize): number => sizes[size].height;

/** Pixels. */
const band = { height: 72, scale: 4, fringe: 8 };

/**
 * SVG of the name's whole cloth, 72 px high and as wide as its container: mirrored threads and a fringe at both ends.
 * @param name ASCII form, lower case
 */
export function clothBand(name: string, state: ClothState = "woven"): string {
	const { height, scale, fringe } = band;
	const { ground, threads } = weaveCloth(name);
	const ends = Array.from({ length: height / 6 }, (_, row) => `M0 ${row * 6 + 3}h${fringe}`).join("");
	// The halves overlap, so that rounding leaves no gap.
	const half = [
		`<path d="${ends}" stroke="${shade(ground, state)}"/>`,
		`<svg width="51%" height="${height}">${rectangle(fringe, "100%", height, shade(ground, state))}</svg>`,
		draw(threads, { height, scale, state, from: fringe }),
	].join("");
	const mirrored = `<svg x="100%" overflow="visible"><g transform="scale(-1 1)">${half}</g></svg>`;
	return svg(`width="100%" height="${height}"${paleness(state)}`, half + mirrored);
}

interface Drawing {
	readonly height: number;
	/** Pixels per unit. */
	readonly scale: number;
	readonly state: ClothState;
	/** Pixels before the cloth. */
	readonly from?: number;
}

function draw(threads: readonly Thread[], { height, scale, state, from = 0 }: Drawing): string {
	return inPixels(threads, scale)
		.map(({ x: inner, width, colour }, index) => {
			const x = from + inner;
			const isOutlined = state === "expiring" && index === threads.length - 1;
			if (!isOutlined) return rectangle(x, width, height, shade(colour, state));
			return `<path d="M${x - 0.5} 0v${height}m${width + 1} 0v-${height}" stroke="${shade(colour, state)}"/>`;
		})
		.join("");
}

interface PixelThread {
	readonly x: number;
	readonly width: number;
	readonly colour: Colour;
}

/** The threads in whole pixels. Each has at least one, and begins after the one before it. */
function inPixels(threads: readonly Thread[], scale: number): PixelThread[] {
	let free = 0;
	return threads.map(({ start, end, colour }) => {
		const x = Math.max(free, Math.round(start * scale));
		free = Math.max(x + 1, Math.round(end * scale));
		return { x, width: free - x, colour };
	});
}

const rectangle = (x: number, width: number | string, height: number, fill: string) =>
	`<rect x="${x}" width="${width}" height="${height}" fill="${fill}"/>`;

const svg = (size: string, content: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" ${size} shape-rendering="crispEdges" aria-hidden="true" focusable="false">${content}</svg>`;

const paleness = (state: ClothState) => (state === "waiting" ? ` opacity=".4"` : "");

function shade(colour: Colour, state: ClothState): Stripe["colour"] {
	return state === "waiting" || state === "expired" ? colours[colour].grey : colours[colour].dyed;
}

/** FNV-1a with 32 bits, of ASCII text. Source: draft-eastlake-fnv. */
function fnv1a(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	return hash >>> 0;
}

import { brand } from "../../app/brand";
import { nairobi, points, signalRadii } from "../../app/components/illustrations/east-africa";
import { shareCardSize } from "../../app/share-card";
import { type Drawing, escapeXml, fontFamily } from "./draw";

interface CardText {
	/** The page's heading, with its final punctuation. */
	readonly heading: string;
	/** Host and path, as a visitor would type them. */
	readonly address: string;
}

const { width, height } = shareCardSize;
const margin = 80;
const column = 660;
const sizes = [96, 84, 74, 64, 54];
const maxLines = 3;
const leading = 1.1;
/** The kikoi stripes of app.css: start in per cent of the width, and colour. */
const stripes = [
	[0, "lake"],
	[38, "maize"],
	[42, "lake"],
	[46, "sun"],
	[58, "indigo"],
	[60, "sun"],
	[64, "maize"],
] as const;

/** The share picture of a page: its heading with a coloured final punctuation mark, and the dotted map of the region. */
export function cardSvg({ heading, address }: CardText, drawing: Drawing, colour: (role: string) => string): string {
	const closing = /[.?!]$/.exec(heading)?.[0] ?? ".";
	const { size, lines } = largestFit(heading.replace(/[.?!]$/, ""), drawing);
	const top = (height - lines.length * size * leading) / 2 + size * 0.9;
	const text = lines.map((line, index) => {
		const mark = index === lines.length - 1 ? `<tspan fill="${colour("sun")}">${closing}</tspan>` : "";
		return `<text x="${margin}" y="${Math.round(top + index * size * leading)}" font-size="${size}" font-weight="700" letter-spacing="${-0.02 * size}" fill="${colour("ink")}">${escapeXml(line)}${mark}</text>`;
	});
	const bands = stripes.map(
		([from, role]) => `<rect x="${(from * width) / 100}" width="${width}" height="16" fill="${colour(role)}"/>`,
	);
	const rings = signalRadii.map((radius) => `<circle cx="${nairobi.x}" cy="${nairobi.y}" r="${radius}"/>`);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${fontFamily}">
<rect width="${width}" height="${height}" fill="${colour("paper")}"/>
${bands.join("")}
<g transform="translate(784 106) scale(1.28)" fill="none" stroke-linecap="round">
<path d="${points(".")}" stroke-width="4" stroke="${colour("edge")}" stroke-opacity="0.45"/>
<path d="${points("K")}" stroke-width="5" stroke="${colour("lake")}"/>
<g stroke-width="1.5" stroke="${colour("sun")}">${rings.join("")}</g>
<circle cx="${nairobi.x}" cy="${nairobi.y}" r="8" fill="${colour("sun")}"/>
</g>
<text x="${margin}" y="116" font-size="46" font-weight="700" letter-spacing="-1" fill="${colour("ink")}">${escapeXml(brand.wordmark)}<tspan fill="${colour("sun")}">.</tspan></text>
${text.join("\n")}
<text x="${margin}" y="${height - 62}" font-size="30" font-weight="500" fill="${colour("muted")}">${escapeXml(address)}</text>
</svg>`;
}

/** The largest font size at which the words fit into `maxLines` lines. */
function largestFit(words: string, drawing: Drawing) {
	const fitting = sizes.map((size) => ({ size, lines: wrap(words, size, drawing) }));
	return fitting.find(({ lines }) => lines.length <= maxLines) ?? (fitting.at(-1) as (typeof fitting)[number]);
}

function wrap(words: string, size: number, drawing: Drawing): string[] {
	const lines: string[] = [];
	for (const word of words.split(/ +/)) {
		const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
		if (lines.length > 0 && drawing.boldWidth(longer, size) <= column) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}

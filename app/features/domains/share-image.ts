import { brand } from "~/brand";
import { clothBand } from "./cloth";
import type { DomainName } from "./domain-name";

/** Pixels, the size that messengers and social networks show without cropping. */
export const shareImageSize = { width: 1200, height: 630 } as const;

const cloth = { top: 290, height: 200 };
const maxFontSize = 116;
/** Width of an average letter in a wide font, in font sizes. */
const letterWidth = 0.72;

/**
 * SVG of a name with its cloth. The name is text in the viewer's font, because Workers can't draw fonts without several
 * megabytes of code. islands/share-image.ts turns it into a PNG.
 */
export function shareImage({ ascii, unicode, tld }: DomainName): string {
	const { width, height } = shareImageSize;
	const size = Math.min(maxFontSize, Math.floor((width - 160) / (unicode.length * letterWidth)));
	// A band is 72 px high.
	const viewBox = `0 0 ${(width * 72) / cloth.height} 72`;
	const text = (y: number, fontSize: number, content: string) =>
		`<text x="80" y="${y}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" font-weight="700" font-size="${fontSize}" fill="#10231c">${content}</text>`;
	const dot = `<tspan fill="#f2542d">.</tspan>`;
	const label = unicode.slice(0, unicode.length - tld.length - 1);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
		`<rect width="${width}" height="${height}" fill="#fbf9f4"/>`,
		text(220, size, `${label}${dot}${unicode.slice(label.length + 1)}`),
		`<svg y="${cloth.top}" width="${width}" height="${cloth.height}" viewBox="${viewBox}">${clothBand(ascii)}</svg>`,
		text(575, 40, `${brand.wordmark}${dot}`),
		"</svg>",
	].join("");
}

/**
 * The Unicode form of a punycode label without its `xn--` (RFC 3492, section 6.2). The platform encodes for us
 * (`new URL`), but nothing in a browser or a Worker decodes.
 * @returns undefined when the text is not punycode.
 */
export function decodePunycode(text: string): string | undefined {
	const split = text.lastIndexOf("-");
	const output = split > 0 ? [...text.slice(0, split)].map((char) => char.charCodeAt(0)) : [];
	let code = 128;
	let bias = 72;
	let index = 0;
	let at = split > 0 ? split + 1 : 0;
	if (at >= text.length) return undefined;
	while (at < text.length) {
		const before = index;
		for (let weight = 1, k = 36; ; k += 36) {
			const digit = digitOf(text.charCodeAt(at++));
			if (digit === undefined) return undefined;
			index += digit * weight;
			const threshold = Math.min(Math.max(k - bias, 1), 26);
			if (digit < threshold) break;
			weight *= 36 - threshold;
			if (weight > 0x7fffffff) return undefined;
		}
		const length = output.length + 1;
		bias = adapt(index - before, length, before === 0);
		code += Math.floor(index / length);
		index %= length;
		if (code > 0x10ffff) return undefined;
		output.splice(index++, 0, code);
	}
	return String.fromCodePoint(...output);
}

function digitOf(char: number): number | undefined {
	if (char >= 97 && char <= 122) return char - 97;
	if (char >= 48 && char <= 57) return char - 22;
	return undefined;
}

function adapt(difference: number, length: number, first: boolean): number {
	let delta = Math.floor(difference / (first ? 700 : 2));
	delta += Math.floor(delta / length);
	let k = 0;
	for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
	return k + Math.floor((36 * delta) / (delta + 38));
}

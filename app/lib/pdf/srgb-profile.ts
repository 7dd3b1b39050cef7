/** D50. */
const white = [0.9642, 1, 0.8249] as const;

/**
 * The sRGB colour space (IEC 61966-2-1) as an ICC version 2 profile. PDF/A requires one. The primaries are adapted to the
 * profile's white point (D50), as ICC.1:2001-04 requires.
 */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
	const curve = curveTag();
	const tags: readonly (readonly [signature: string, body: Uint8Array<ArrayBuffer>])[] = [
		["desc", descriptionTag("sRGB IEC61966-2.1")],
		["cprt", tag("text", ascii("No copyright, use freely\0"))],
		["wtpt", xyzTag(...white)],
		["rXYZ", xyzTag(0.43607, 0.22249, 0.01392)],
		["gXYZ", xyzTag(0.38515, 0.71687, 0.09708)],
		["bXYZ", xyzTag(0.14307, 0.06061, 0.7141)],
		["rTRC", curve],
		["gTRC", curve],
		["bTRC", curve],
	];
	const bodies = [...new Set(tags.map(([, body]) => body))];
	const tableEnd = 128 + 4 + tags.length * 12;
	const starts = new Map<Uint8Array, number>();
	let size = tableEnd;
	for (const body of bodies) {
		starts.set(body, size);
		size += Math.ceil(body.length / 4) * 4;
	}
	const profile = new Uint8Array(size);
	const view = new DataView(profile.buffer);
	view.setUint32(0, size);
	view.setUint32(8, 0x02100000);
	for (const [at, text] of [
		[12, "mntr"],
		[16, "RGB "],
		[20, "XYZ "],
		[36, "acsp"],
	] as const)
		profile.set(ascii(text), at);
	for (const [index, part] of [2026, 1, 1].entries()) view.setUint16(24 + index * 2, part);
	for (const [index, value] of white.entries()) view.setInt32(68 + index * 4, fixed(value));
	view.setUint32(128, tags.length);
	tags.forEach(([signature, body], index) => {
		const entry = 132 + index * 12;
		profile.set(ascii(signature), entry);
		view.setUint32(entry + 4, starts.get(body) ?? 0);
		view.setUint32(entry + 8, body.length);
	});
	for (const [body, start] of starts) profile.set(body, start);
	return profile;
}

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A number with 16 bits after the point. */
const fixed = (value: number): number => Math.round(value * 65_536);

function tag(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
	const body = new Uint8Array(8 + content.length);
	body.set(ascii(type));
	body.set(content, 8);
	return body;
}

function xyzTag(...values: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
	const content = new DataView(new ArrayBuffer(12));
	for (const [index, value] of values.entries()) content.setInt32(index * 4, fixed(value));
	return tag("XYZ ", new Uint8Array(content.buffer));
}

/** The description in ASCII; its Unicode and Macintosh forms are empty. */
function descriptionTag(text: string): Uint8Array<ArrayBuffer> {
	const content = new Uint8Array(4 + text.length + 1 + 8 + 3 + 67);
	new DataView(content.buffer).setUint32(0, text.length + 1);
	content.set(ascii(text), 4);
	return tag("desc", content);
}

/** How much light each of 256 steps is. */
function curveTag(): Uint8Array<ArrayBuffer> {
	const steps = 256;
	const content = new DataView(new ArrayBuffer(4 + steps * 2));
	content.setUint32(0, steps);
	for (let step = 0; step < steps; step += 1) {
		const value = step / (steps - 1);
		const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
		content.setUint16(4 + step * 2, Math.round(light * 65_535));
	}
	return tag("curv", new Uint8Array(content.buffer));
}

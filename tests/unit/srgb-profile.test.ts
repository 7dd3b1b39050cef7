import { expect, test } from "vitest";
import { srgbProfile } from "~/lib/pdf/srgb-profile";

const profile = srgbProfile();
const view = new DataView(profile.buffer);
const text = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
const count = view.getUint32(128);
const tags = Array.from({ length: count }, (_, index) => {
	const entry = 132 + index * 12;
	return { name: text(entry), start: view.getUint32(entry + 4), length: view.getUint32(entry + 8) };
});
const find = (name: string) => tags.find((tag) => tag.name === name) ?? { name, start: 0, length: 0 };
const xyz = (name: string) => [8, 12, 16].map((offset) => view.getInt32(find(name).start + offset) / 65_536);

test("the colour profile is an RGB monitor profile with the right length", () => {
	expect(view.getUint32(0)).toBe(profile.length);
	expect([text(12), text(16), text(20), text(36)]).toEqual(["mntr", "RGB ", "XYZ ", "acsp"]);
});

test("it has the nine required tags, each inside the file and aligned to four bytes", () => {
	const names = ["desc", "cprt", "wtpt", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"];
	expect(tags.map(({ name }) => name)).toEqual(names);
	for (const { name, start, length } of tags) {
		expect(start % 4, name).toBe(0);
		expect(start, name).toBeGreaterThanOrEqual(132 + count * 12);
		expect(start + length, name).toBeLessThanOrEqual(profile.length);
	}
});

test("full red, green and blue add up to the profile's white", () => {
	const [red = [], green = [], blue = []] = ["rXYZ", "gXYZ", "bXYZ"].map(xyz);
	for (const [index, white] of xyz("wtpt").entries())
		expect((red[index] ?? 0) + (green[index] ?? 0) + (blue[index] ?? 0)).toBeCloseTo(white, 3);
});

test("the curve is that of sRGB: half of the signal is a fifth of the light", () => {
	const { start } = find("rTRC");
	const light = (step: number) => view.getUint16(start + 12 + step * 2) / 65_535;
	expect(view.getUint32(start + 8)).toBe(256);
	expect([light(0), light(255)]).toEqual([0, 1]);
	expect(light(128)).toBeCloseTo(0.2158, 3);
});

import { expect, test } from "vitest";
import { clothBand, clothStripes, clothSwatch, weaveCloth } from "~/features/domains/cloth";

const names = Array.from({ length: 2_000 }, (_, number) => `duka-${number}.${["co.ke", "com", "africa"][number % 3]}`);

test("a name always has the same cloth, and another name almost always another one", () => {
	expect(clothSwatch("mamakahawa.co.ke", "row")).toBe(clothSwatch("mamakahawa.co.ke", "row"));
	const different = new Set(names.map((name) => clothSwatch(name, "row")));
	expect(different.size).toBeGreaterThan(1_980);
});

test("a cloth has five to seven threads of all other colours, apart from their neighbours, that fit into both swatches", () => {
	for (const name of names) {
		const { ground, threads } = weaveCloth(name);
		expect(threads.length).toBeGreaterThanOrEqual(5);
		expect(threads.length).toBeLessThanOrEqual(7);
		expect(new Set(threads.map(({ colour }) => colour).filter((colour) => colour !== "paper")).size).toBe(3);
		for (const [index, { start, end, colour }] of threads.entries()) {
			const before = threads[index - 1];
			expect(colour).not.toBe(ground);
			expect(start).toBeGreaterThanOrEqual(before?.end ?? 3);
			if (before?.end === start) expect(colour).not.toBe(before.colour);
			expect(end - start).toBeLessThanOrEqual(colour === "paper" ? 1 : 3);
		}
		expect(threads.at(-1)?.end).toBeLessThanOrEqual(32);
	}
});

test("all four grounds are equally likely", () => {
	const grounds = names.map((name) => weaveCloth(name).ground);
	for (const colour of ["lake", "sun", "maize", "indigo"])
		expect(grounds.filter((ground) => ground === colour).length).toBeGreaterThan(names.length / 5);
});

test("threads of a swatch have whole pixels, and none is lost", () => {
	for (const size of ["row", "small"] as const) {
		for (const name of names.slice(0, 200)) {
			const [, ...threads] = [...clothSwatch(name, size).matchAll(/<rect x="([^"]+)" width="([^"]+)"/g)];
			expect(threads).toHaveLength(weaveCloth(name).threads.length);
			for (const [, x, width] of threads) {
				expect(Number.isInteger(Number(x))).toBe(true);
				expect(Number(width)).toBeGreaterThanOrEqual(1);
			}
			for (const [index, [, x]] of threads.entries()) {
				const [, before = 0, width = 0] = threads[index - 1] ?? [];
				expect(Number(x)).toBeGreaterThanOrEqual(Number(before) + Number(width));
			}
		}
	}
});

test("a cloth shows its state: grey without an answer or expired, the last thread outlined before that", () => {
	const name = "mamakahawa.co.ke";
	const dyed = /#(0b6b4d|f2542d|f6b93b|27407a)/;
	expect(clothSwatch(name, "row")).toMatch(dyed);
	for (const state of ["waiting", "expired"] as const) expect(clothSwatch(name, "row", state)).not.toMatch(dyed);
	expect(clothSwatch(name, "row", "expiring").match(/<rect/g)).toHaveLength(weaveCloth(name).threads.length);
	expect(clothSwatch(name, "row", "expiring")).toMatch(/<path [^>]*stroke="#[0-9a-f]{6}"/);
	expect(clothBand(name, "expired")).not.toMatch(dyed);
});

test("the stripes for emails and PDFs are the pixels of the swatch, without gaps", () => {
	for (const [size, width] of [
		["row", 44],
		["small", 28],
	] as const) {
		for (const name of names.slice(0, 200)) {
			const pixels = clothStripes(name, size).flatMap((stripe) => Array<string>(stripe.width).fill(stripe.colour));
			expect(pixels).toEqual(paint(clothSwatch(name, size), width));
		}
	}
});

/** The colour of each pixel column of a swatch. */
function paint(svg: string, width: number): string[] {
	const columns = Array<string>(width).fill("");
	for (const [, x, size, fill = ""] of svg.matchAll(/<rect x="(\d+)" width="(\d+)" height="\d+" fill="(.*?)"/g))
		columns.fill(fill, Number(x), Number(x) + Number(size));
	return columns;
}

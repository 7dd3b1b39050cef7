import { expect, test } from "vitest";
import { jsonObjects } from "~/lib/json-objects";

const list = [{ name: "a.com.", nested: [{ x: 1 }, {}] }, { name: 'quo"te}{\\' }, {}, { name: "Nyumbani é 🌍" }];

/** The bytes in parts of this size. */
function streamOf(text: string, size: number): ReadableStream<Uint8Array> {
	const bytes = new TextEncoder().encode(text);
	return new ReadableStream({
		start(controller) {
			for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
			controller.close();
		},
	});
}

test.each([1, 2, 3, 5, 7, 1_000])("the objects of a list are read from parts of %d bytes", async (size) => {
	for (const text of [JSON.stringify(list), JSON.stringify(list, null, 2)])
		expect(await Array.fromAsync(jsonObjects(streamOf(text, size)))).toEqual(list);
});

test("an empty list has none, and a list that ends within an object is an error", async () => {
	expect(await Array.fromAsync(jsonObjects(streamOf("[]", 1)))).toEqual([]);
	await expect(Array.fromAsync(jsonObjects(streamOf('[{"a": 1}, {"b"', 4)))).rejects.toThrow(SyntaxError);
});

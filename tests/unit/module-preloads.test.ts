import { expect, test } from "vitest";
import { withoutModulePreloads } from "~/lib/module-preloads";

async function through(...chunks: string[]): Promise<string> {
	const stream = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
			controller.close();
		},
	});
	return new Response(stream.pipeThrough(withoutModulePreloads())).text();
}

test("module preloads are removed from the head, however the stream is cut into chunks", async () => {
	const document =
		'<head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/a.js"/></head><body>Č</body>';
	const expected = '<head><link rel="stylesheet" href="/a.css"/></head><body>Č</body>';
	expect(await through(document)).toBe(expected);
	expect(await through(document.slice(0, 50), document.slice(50))).toBe(expected);
});

test("text after the head is not changed", async () => {
	const shown = '<head></head><body>&lt;<link rel="modulepreload" href="x"></body>';
	expect(await through("<head></head>", shown)).toBe(`<head></head>${shown}`);
});

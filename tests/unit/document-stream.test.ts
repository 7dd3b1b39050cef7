import { expect, test } from "vitest";
import { documentStream } from "~/lib/document-stream";

const encode = (text: string) => new TextEncoder().encode(text);

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
	return new ReadableStream({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(encode(chunk));
			controller.close();
		},
	});
}

const through = (...chunks: string[]) => new Response(documentStream(streamOf(...chunks))).text();

async function chunksOf(stream: ReadableStream<Uint8Array>): Promise<string[]> {
	const chunks: string[] = [];
	for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>)
		chunks.push(new TextDecoder().decode(chunk));
	return chunks;
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

test("a document without a head arrives whole", async () => {
	expect(await through("plain", " text")).toBe("plain text");
	expect(await through()).toBe("");
});

test("chunks that are ready together leave as one, and later ones do not wait for each other", async () => {
	let send: ReadableStreamDefaultController<Uint8Array> | undefined;
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			send = controller;
			for (const chunk of ["<head>", "</head>", "<body>", "first"]) controller.enqueue(encode(chunk));
		},
	});
	const chunks = chunksOf(documentStream(body));
	await new Promise((resolve) => setTimeout(resolve, 20));
	send?.enqueue(encode("second"));
	await new Promise((resolve) => setTimeout(resolve, 20));
	send?.enqueue(encode("third"));
	send?.close();
	expect(await chunks).toEqual(["<head></head><body>first", "second", "third"]);
});

test("a head in several late chunks arrives, and an error of the page ends the document with it", async () => {
	const body = new ReadableStream<Uint8Array>({
		async start(controller) {
			for (const chunk of ["<head>", "<title>", "</head>"]) {
				controller.enqueue(encode(chunk));
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			controller.error(new Error("broken"));
		},
	});
	const reader = documentStream(body).getReader();
	const first = await reader.read();
	expect(new TextDecoder().decode(first.value)).toBe("<head><title></head>");
	await expect(reader.read()).rejects.toThrow("broken");
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { accountQuotaBytes, fileUndoPeriodMs, maxFileBytes } from "~/features/files/file-rules";
import { projectSchema } from "~/features/projects/projects.schema";
import { attachment } from "~/lib/content-disposition";
import { type IncomingFile, incomingFile } from "~/lib/multipart";
import type { FileStore } from "~/platform/files/file-store";
import { createR2FileStore } from "~/platform/files/r2";
import type { Overrides } from "~/services.server";
import { createHttp } from "../../workers/http";
import { aCustomer, testServices } from "../support/factories";
import { flakyD1 } from "../support/flaky-d1";
import { flakyFiles } from "../support/flaky-files";

const HOUR = 3_600_000;
const pdf = (size = 100) => {
	const bytes = new Uint8Array(size);
	bytes.set(new TextEncoder().encode("%PDF-1.7\n"));
	return bytes;
};

const incoming = (bytes: Uint8Array, name = "brief.pdf", size = bytes.length): IncomingFile => ({
	name,
	size,
	body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
});

async function aProject(ports: Overrides = {}) {
	const { projects } = testServices(ports);
	const owner = { userId: (await aCustomer()).id };
	const id = await projects.create(owner, projectSchema.parse({ name: "Booking site" }));
	return { id, owner, files: projects.files, projects };
}

const objects = async () => (await env.FILES.list({ prefix: "projects/" })).objects;
const rows = async (owner: { userId: string }) =>
	(await env.DB.prepare("select * from project_files where user_id = ?").bind(owner.userId).all()).results;

beforeEach(async () => {
	for (const { key } of await objects()) await env.FILES.delete(key);
});

test("a file downloads as it was uploaded, and its storage key is ours", async () => {
	const { id, owner, files } = await aProject();
	const bytes = pdf(5_000_000).fill(7, 100);
	const done = await files.add(owner, id, incoming(bytes, "Brief für Juma.pdf"));
	if (!done.ok) throw new Error(done.error.message);
	const opened = await files.open(owner, id, done.value.id);
	expect(opened).toMatchObject({ name: "Brief für Juma.pdf", type: "application/pdf", size: bytes.length });
	expect(new Uint8Array(await new Response(opened?.body).arrayBuffer())).toEqual(bytes);
	expect((await objects()).map(({ key }) => key)).toEqual([`projects/${done.value.id}`]);
	expect(await files.list(owner, id)).toMatchObject([{ name: "Brief für Juma.pdf", size: bytes.length }]);
});

test("a file over the limit, or of another length than declared, is refused and leaves nothing", async () => {
	const { id, owner, files } = await aProject();
	const tooMuch = await files.add(owner, id, incoming(pdf(), "a.pdf", maxFileBytes + 1));
	expect(tooMuch).toMatchObject({ ok: false, error: { kind: "too_large" } });
	for (const lie of [-1, 1, 5_000]) {
		const refused = await files.add(owner, id, incoming(pdf(70_000), "a.pdf", 70_000 + lie));
		expect(refused).toMatchObject({ ok: false, error: { kind: "invalid" } });
	}
	expect(await objects()).toEqual([]);
	expect(await rows(owner)).toEqual([]);
});

test("an upload without a length, or over the limit, is refused before its body is read", async () => {
	const reached = vi.fn(async () => new Response("a page"));
	const http = createHttp(reached);
	const send = (headers: Record<string, string>, path: string) => {
		const body = new ReadableStream(
			{
				pull() {
					throw new Error("was read");
				},
			},
			{ highWaterMark: 0 },
		);
		const request = new Request(`https://kikoa.test/dashboard/projects/prj_x/${path}`, {
			method: "POST",
			headers,
			body,
		});
		return http.fetch(request, env, {
			waitUntil() {},
			passThroughOnException() {},
			props: {},
		} as unknown as ExecutionContext);
	};
	const site = { "Sec-Fetch-Site": "same-origin" };
	for (const path of ["files", "upload"]) {
		expect((await send({ ...site, "Content-Length": String(maxFileBytes + 100_000) }, path)).status).toBe(413);
		expect((await send(site, path)).status).toBe(411);
		expect(reached).not.toHaveBeenCalled();
	}
	expect((await send({ ...site, "Content-Length": "70000" }, "files/other")).status).toBe(413);
	expect((await send({ ...site, "Content-Length": "70000" }, "upload")).status).toBe(200);
});

test("a file's type follows from its content, and its name never reaches the store", async () => {
	const { id, owner, files } = await aProject();
	const text = (words: string) => new TextEncoder().encode(words);
	const refused: [string, Uint8Array][] = [
		["shell.php", text("<?php system($_GET[0]);")],
		["page.html", text("<script>alert(1)</script>")],
		["logo.svg", text("<svg onload=alert(1)>")],
		["run.exe", text("MZ\x90")],
		["brief.pdf.php", pdf()],
		["picture.png", text("<script>alert(1)</script>")],
		["brief.pdf", text("<html>%PDF-")],
		["notes.txt", new Uint8Array([1, 0, 2, 0, 0])],
		["notes.csv", new Uint8Array([0xff, 0xfe, 65, 66])],
		["../../etc/passwd", text("root:x:0:0")],
		["", pdf()],
		["constructor", pdf()],
		["x.__proto__", pdf()],
		["empty.txt", new Uint8Array()],
	];
	for (const [name, bytes] of refused) {
		const done = await files.add(owner, id, incoming(bytes, name));
		expect(done, name).toMatchObject({ ok: false, error: { kind: "invalid", fields: { file: expect.any(String) } } });
	}
	expect(await rows(owner)).toEqual([]);
	const taken: [string, string][] = [
		["../../etc/notes.txt", "notes.txt"],
		["C:\\Users\\me\\list.CSV", "list.CSV"],
		["invoice\u202Efdp.txt", "invoicefdp.txt"],
		["a\r\nSet-Cookie: x.md", "a Set-Cookie: x.md"],
		[`${"n".repeat(500)}.txt`, `${"n".repeat(116)}.txt`],
	];
	for (const [sent, kept] of taken) {
		const done = await files.add(owner, id, incoming(text("jambo"), sent));
		expect(done, sent).toMatchObject({ ok: true });
		expect((await files.list(owner, id)).map(({ name }) => name)).toContain(kept);
	}
	for (const { key } of await objects()) expect(key).toMatch(/^projects\/fil_[a-z2-7]{17}$/);
});

test("twenty uploads at the same time never exceed the quota", async () => {
	const { id, owner, files } = await aProject();
	const left = 250;
	await env.DB.prepare(
		"insert into project_files (id, project_id, user_id, name, type, size, state, created_at) values (?, ?, ?, 'a.pdf', 'x', ?, 'stored', 1)",
	)
		.bind(`fil_${id}`, id, owner.userId, accountQuotaBytes - left)
		.run();
	const done = await Promise.all(Array.from({ length: 20 }, () => files.add(owner, id, incoming(pdf(100)))));
	expect(done.filter(({ ok }) => ok)).toHaveLength(2);
	for (const one of done) if (!one.ok) expect(one.error.kind).toBe("conflict");
	const kept = await rows(owner);
	expect(kept.reduce((sum, { size }) => sum + Number(size), 0)).toBeLessThanOrEqual(accountQuotaBytes);
	expect(await objects()).toHaveLength(2);
});

test("an upload that breaks off leaves neither row nor bytes", async () => {
	const { id, owner, files } = await aProject();
	const body = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(pdf(2_000)),
		pull: (controller) => controller.error(new Error("the connection broke")),
	});
	const done = await files.add(owner, id, { name: "a.pdf", size: 90_000, body });
	expect(done.ok).toBe(false);
	expect(await rows(owner)).toEqual([]);
	expect(await objects()).toEqual([]);
});

test("after any failure between the database and the store, the sweep removes the rest", async () => {
	let now = Date.now();
	const clock = () => now;
	const r2 = createR2FileStore(env.FILES);
	const faults: [string, Overrides][] = [
		["the store fails before it keeps the bytes", { fileStore: flakyFiles(r2, { put: "before", delete: "before" }) }],
		[
			"the store keeps the bytes and does not say so",
			{ fileStore: flakyFiles(r2, { put: "after", delete: "before" }) },
		],
		[
			"the database fails once the bytes are kept",
			{ db: createDatabase(flakyD1(env.DB, (batch) => (batch > 1 ? "before" : null), "D1 is overloaded")) },
		],
	];
	vi.spyOn(console, "warn").mockImplementation(() => {});
	for (const [what, ports] of faults) {
		const { id, owner } = await aProject();
		await expect(
			testServices({ ...ports, clock }).projects.files.add(owner, id, incoming(pdf())),
			what,
		).rejects.toThrow();
		const healthy = testServices({ clock: () => now }).projects.files;
		expect(await healthy.list(owner, id), what).toEqual([]);
		expect(await rows(owner), what).toHaveLength(1);
		await healthy.sweep();
		expect(await rows(owner), what).toHaveLength(1);
		now += HOUR + 1;
		await healthy.sweep();
		await healthy.sweep();
		expect(await rows(owner), what).toEqual([]);
		expect(await objects(), what).toEqual([]);
	}
});

test("bytes without a row are deleted, except those of a running upload", async () => {
	const { id, owner, files } = await aProject();
	await files.add(owner, id, incoming(pdf()));
	await env.FILES.put("projects/fil_stray", "x");
	await env.FILES.put("other/fil_stray", "x");
	await files.sweepOrphans();
	expect(await objects()).toHaveLength(2);
	await testServices({ clock: () => Date.now() + 25 * HOUR }).projects.files.sweepOrphans();
	expect(await objects()).toHaveLength(1);
	expect(await env.FILES.head("other/fil_stray")).not.toBeNull();
});

test("the search for stray bytes continues where the last run stopped, and then starts again", async () => {
	const { id, owner } = await aProject();
	const later = { clock: () => Date.now() + 25 * HOUR };
	const r2 = createR2FileStore(env.FILES);
	const lists: (string | undefined)[] = [];
	const pagesOfTwo: FileStore = {
		...r2,
		async list(prefix, after) {
			lists.push(after);
			const { keys, next } = await r2.list(prefix, after);
			return { keys: keys.slice(0, 2), next: keys.length > 2 ? keys[1]?.key : next };
		},
	};
	const { files } = testServices({ ...later, fileStore: pagesOfTwo }).projects;
	const kept = await files.add(owner, id, incoming(pdf()));
	for (const name of ["a", "b", "c", "d", "e"]) await env.FILES.put(`projects/${name}`, "x");
	const left = async () => (await objects()).map(({ key }) => key.slice("projects/".length));
	const file = kept.ok ? kept.value.id : "";

	await files.sweepOrphans(() => true);
	expect(await left()).toEqual(["c", "d", "e", file]);
	await env.FILES.put("projects/a", "x");
	await files.sweepOrphans(() => true);
	expect(await left()).toEqual(["a", "e", file]);
	await files.sweepOrphans(() => true);
	expect(await left()).toEqual(["a", file]);
	await files.sweepOrphans(() => true);
	expect(await left()).toEqual([file]);
	expect(lists).toEqual([undefined, "projects/b", "projects/d", undefined]);
	expect((await env.DB.prepare("select * from task_positions").all()).results).toEqual([]);
});

test("a run looks at 100,000 files at most", async () => {
	let lists = 0;
	const endless: FileStore = {
		...createR2FileStore(env.FILES),
		list: async () => ({ keys: [], next: `projects/${++lists}` }),
	};
	const { files } = testServices({ fileStore: endless }).projects;
	await files.sweepOrphans(() => false);
	expect(lists).toBe(200);
	await env.DB.exec("delete from task_positions");
});

test("a deleted file can be restored for ten minutes, then its bytes are deleted and free the quota", async () => {
	let now = Date.now();
	const { id, owner, files } = await aProject({ clock: () => now });
	const done = await files.add(owner, id, incoming(pdf()));
	const file = done.ok ? done.value.id : "";
	await files.remove(owner, file);
	expect(await files.open(owner, id, file)).toBeNull();
	expect((await files.restore(owner, file)).ok).toBe(true);
	expect(await files.open(owner, id, file)).not.toBeNull();
	await files.remove(owner, file);
	now += fileUndoPeriodMs + 1;
	expect((await files.restore(owner, file)).ok).toBe(false);
	await files.sweep();
	expect(await rows(owner)).toEqual([]);
	expect(await objects()).toEqual([]);
});

test("deleting a project deletes its files", async () => {
	let now = Date.now();
	const { id, owner, files, projects } = await aProject({ clock: () => now });
	await files.add(owner, id, incoming(pdf()));
	await projects.remove(owner, id);
	now += 24 * HOUR + 1;
	await files.sweep();
	await files.deleteRemoved();
	expect(await objects()).toEqual([]);
	expect(await env.DB.prepare("select count(*) as n from projects where id = ?").bind(id).first("n")).toBe(0);
});

test("only its owner can find, restore or delete a file, and only in its project", async () => {
	const { id, owner, files, projects } = await aProject();
	const done = await files.add(owner, id, incoming(pdf()));
	const file = done.ok ? done.value.id : "";
	const other = await aProject();
	const second = await projects.create(owner, projectSchema.parse({ name: "Second" }));
	expect(await files.open(other.owner, id, file)).toBeNull();
	expect(await files.open(other.owner, other.id, file)).toBeNull();
	expect(await files.open({ sessionHash: "0".repeat(64) }, id, file)).toBeNull();
	expect(await files.open(owner, second, file)).toBeNull();
	expect(await files.list(other.owner, id)).toEqual([]);
	expect((await files.remove(other.owner, file)).ok).toBe(false);
	expect((await files.add(other.owner, id, incoming(pdf()))).ok).toBe(false);
	await files.remove(owner, file);
	expect((await files.restore(other.owner, file)).ok).toBe(false);
	expect(await objects()).toHaveLength(1);
});

test("the upload form's file is read as a stream, in chunks of any size", async () => {
	const bytes = pdf(300);
	const form = new FormData();
	form.set("file", new File([bytes], 'the "brief".pdf'));
	const sent = new Response(form);
	const type = sent.headers.get("Content-Type") ?? "";
	let whole = new Uint8Array(await sent.arrayBuffer());
	// Browsers end a multipart body with a line break, not every runtime does.
	if (whole.at(-1) !== 10) whole = new Uint8Array([...whole, 13, 10]);
	for (const step of [1, 7, 64, 10_000]) {
		const pieces: Uint8Array[] = [];
		for (let at = 0; at < whole.length; at += step) pieces.push(whole.subarray(at, at + step));
		const request = (length: number, end = pieces.length) =>
			({
				headers: new Headers({ "Content-Type": type, "Content-Length": String(length) }),
				body: new ReadableStream({
					start(controller) {
						for (const piece of pieces.slice(0, end)) controller.enqueue(piece);
						controller.close();
					},
				}),
			}) as unknown as Request;
		const file = await incomingFile(request(whole.length));
		expect(file).toMatchObject({ name: 'the "brief".pdf', size: 300 });
		expect(new Uint8Array(await new Response(file?.body).arrayBuffer())).toEqual(bytes);
		const longer = await incomingFile(request(whole.length + 5));
		await expect(new Response(longer?.body).arrayBuffer()).rejects.toThrow();
	}
	expect(
		await incomingFile({ headers: new Headers(), body: new Blob(["x"]).stream() } as unknown as Request),
	).toBeNull();
});

test("a range request returns exactly those bytes of a file", async () => {
	const { id, owner, files } = await aProject();
	const bytes = pdf(1_000).map((byte, index) => (index < 10 ? byte : index % 251));
	const done = await files.add(owner, id, incoming(bytes));
	if (!done.ok) throw new Error(done.error.message);
	const read = async (range: string) => {
		const opened = await files.open(owner, id, done.value.id, range);
		return opened?.body && new Uint8Array(await new Response(opened.body).arrayBuffer());
	};
	expect(await read("bytes=100-199")).toEqual(bytes.slice(100, 200));
	expect(await read("bytes=990-")).toEqual(bytes.slice(990));
	expect(await read("bytes=-7")).toEqual(bytes.slice(-7));
	expect(await read("bytes=999-5000")).toEqual(bytes.slice(999));
	expect(await read("bytes=0-0,5-9,0-999"), "many parts at once are one whole file").toEqual(bytes);
	expect(await files.open(owner, id, done.value.id, "bytes=1000-")).toMatchObject({
		part: "unsatisfiable",
		body: null,
	});
	const other = { userId: (await aCustomer()).id };
	expect(await files.open(other, id, done.value.id, "bytes=0-9")).toBeNull();
	await files.remove(owner, done.value.id);
	expect(await files.open(owner, id, done.value.id, "bytes=0-9"), "a part of a deleted file").toBeNull();
});

test("any file name makes a valid Content-Disposition that keeps it", () => {
	const names = [
		'a"b\\c.pdf',
		"Ungefähr €5.pdf",
		"a\r\nX: y.pdf",
		"名前.pdf",
		"e\u0301.pdf",
		"\ud800.pdf",
		"100%.pdf",
		"it's (1)*.pdf",
	];
	for (const name of names) {
		const value = new Headers({ "Content-Disposition": attachment(name) }).get("Content-Disposition") ?? "";
		expect(value).toMatch(
			/^attachment; filename="[\x20-\x21\x23-\x24\x26-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]+$/,
		);
		expect(decodeURIComponent(value.split("''")[1] ?? "")).toBe(name.replace("\ud800", "\ufffd"));
	}
});

import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipStream } from "~/lib/zip-stream";
import { testServices } from "../support/factories";
import { writeRows } from "../support/rows";
import { seededShop } from "../support/seeded";

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());

async function download() {
	const services = testServices();
	const shop = await seededShop();
	const { db } = services;
	const { billingEmails, sessions } = await import("~/db/schema");
	const { eq } = await import("drizzle-orm");
	const now = Date.now();
	await writeRows(db, [
		db.orm.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, shop.demoSession.sessionId)),
	]);
	const other = shop.rows.users.find(({ id }) => id !== shop.demo.id)?.id ?? "";
	await writeRows(db, [
		db.orm
			.insert(billingEmails)
			.values(
				[shop.demo.id, other].map((userId, index) => ({
					...{ id: `bem_export${index}`, userId, email: `books-of-${index}@example.com` },
					...{ createdAt: now, confirmedAt: now },
				})),
			)
			.onConflictDoNothing(),
	]);
	const projectId = shop.rows.projects.find(({ userId }) => userId === shop.demo.id)?.id ?? "";
	const upload = { name: "brief.txt", size: 7, body: new Blob(["a brief"]).stream() };
	const added = await services.projects.files.add(shop.demoSession.owner, projectId, upload);
	expect(added).toMatchObject({ ok: true });
	const owner = { ...shop.demoSession.owner, confirmedFrom: now - 1_000 };
	const made = await services.dataExport.download(shop.demo, owner);
	return { shop, services, owner, made };
}

test("the download has all of the customer's data, none of others' and no secret", async () => {
	const { shop, services, owner, made } = await download();
	if (!made.ok) throw new Error(made.error.message);
	expect(made.value.fileName).toMatch(/^kikoa-data-\d{4}-\d\d-\d\d\.zip$/);
	const files = unzipSync(await bytesOf(made.value.stream));
	const rows = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array())) as { id: string }[];
	expect(rows("account")).toMatchObject([{ id: shop.demo.id, email: shop.demo.email }]);
	for (const table of ["domains", "invoices", "projects"] as const) {
		const mine = shop.rows[table].filter(({ userId }) => userId === shop.demo.id).map(({ id }) => id);
		expect(
			rows(table)
				.map(({ id }) => id)
				.toSorted(),
			table,
		).toEqual(mine.toSorted());
	}
	const file = Object.keys(files).find((name) => name.startsWith("files/"));
	expect(file && strFromU8(files[file] ?? new Uint8Array())).toBe("a brief");
	expect(rows("billing-emails")).toMatchObject([{ id: "bem_export0", email: "books-of-0@example.com" }]);
	expect(rows("dns-records").length).toBeGreaterThan(0);
	expect(rows("invoice-lines").length).toBeGreaterThan(0);
	const all = Object.values(files)
		.map((file) => strFromU8(file))
		.join("\n");
	expect(all).not.toMatch(/wanjiru|_ordinary|books-of-1|passwordHash|tokenHash|totpSecret|callbackToken/i);
	expect(all).not.toContain(owner.sessionHash);

	for (const _ of [2, 3]) expect((await services.dataExport.download(shop.demo, owner)).ok).toBe(true);
	expect(await services.dataExport.download(shop.demo, owner)).toMatchObject({
		ok: false,
		error: { kind: "rate_limited" },
	});
});

test("a ZIP file is streamed in parts, and stops if the reader does", async () => {
	const asked: string[] = [];
	const entry = (name: string) => ({
		name,
		stored: name.endsWith(".bin"),
		*parts() {
			for (let part = 0; part < 3; part += 1) {
				asked.push(name);
				yield new TextEncoder().encode(`${name} ${part};`);
			}
		},
	});
	const files = unzipSync(await bytesOf(zipStream(["a.txt", "ä/b.bin"].map(entry))));
	expect(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]))).toEqual({
		"a.txt": "a.txt 0;a.txt 1;a.txt 2;",
		"ä/b.bin": "ä/b.bin 0;ä/b.bin 1;ä/b.bin 2;",
	});
	asked.length = 0;
	const reader = zipStream(["a.bin", "b.bin"].map(entry)).getReader();
	await reader.read();
	await reader.cancel();
	expect(asked).not.toContain("b.bin");
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { projectSchema } from "~/features/projects/projects.schema";
import { DAY, HOUR } from "~/lib/durations";
import { aCustomer, testServices } from "../support/factories";
import { runDue } from "../support/schedule";

/** What an S3 client such as rclone copies: the keys and the bytes. */
async function copyOfBucket(): Promise<Map<string, ArrayBuffer>> {
	const copy = new Map<string, ArrayBuffer>();
	for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
		const page = await env.FILES.list({ limit: 2, ...(cursor !== undefined && { cursor }) });
		for (const { key } of page.objects) copy.set(key, (await (await env.FILES.get(key))?.arrayBuffer()) as ArrayBuffer);
		cursor = page.truncated ? page.cursor : undefined;
	}
	return copy;
}

test("a bucket that is restored from the keys and bytes of its files has all files of projects and the archive", async () => {
	const now = Date.now();
	const user = { id: (await aCustomer()).id, createdAt: 0 };
	const owner = { userId: user.id };
	const { projects, archive } = testServices();
	const projectId = await projects.create(owner, projectSchema.parse({ name: "Booking site" }));
	const brief = new TextEncoder().encode("%PDF-1.7\nThe brief");
	const incoming = { name: "brief.pdf", size: brief.length, body: new Blob([brief]).stream() };
	const added = await projects.files.add(owner, projectId, incoming);
	if (!added.ok) throw new Error(added.error.message);
	const addEntry = (id: string) =>
		env.DB.prepare(
			`insert into activity_log (id, user_id, actor, kind, params, message, created_at)
				values (?, ?, 'customer', 'x', json_object('text', 'Changed'), '', ?)`,
		)
			.bind(id, user.id, now - 800 * DAY)
			.run();
	const move = () => runDue(testServices(), (services) => services.archive.queueDue());
	await addEntry("act_1");
	await move();

	const download = async () => {
		const file = await projects.files.open(owner, projectId, added.value.id);
		return file && new Response(file.body).text();
	};
	const archived = async () => {
		const page = await archive.page(user.id, "activity", { month: "newest" });
		return page.ok ? page.value.items.map(({ id }) => id) : page.error;
	};
	expect([await download(), await archived()]).toEqual(["%PDF-1.7\nThe brief", ["act_1"]]);

	const copy = await copyOfBucket();
	await env.FILES.delete([...copy.keys()]);
	expect((await env.FILES.list()).objects).toEqual([]);
	expect(await archived()).toEqual([]);
	for (const [key, bytes] of [...copy].toReversed()) await env.FILES.put(key, bytes);
	expect([await download(), await archived()]).toEqual(["%PDF-1.7\nThe brief", ["act_1"]]);

	// The shop goes on with the restored files: none of them is a stray one, and the archived month grows.
	await testServices({ clock: () => now + 25 * HOUR }).projects.files.sweepOrphans();
	expect([...(await copyOfBucket()).keys()]).toEqual([...copy.keys()]);
	await addEntry("act_2");
	await env.DB.exec("delete from outbox");
	await move();
	expect(await archived()).toEqual(["act_2", "act_1"]);
});

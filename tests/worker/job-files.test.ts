import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR } from "~/lib/durations";
import { loader as download } from "~/routes/desk/job-file";
import { action, loader } from "~/routes/desk/order";
import { testServices } from "../support/factories";
import { aName, aPendingPayment, quietServices, registration } from "../support/orders";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

const pdf = "%PDF-1.7\nRegistration certificate";

/** A registration that staff have to do by hand. */
async function aStoppedJob() {
	const services = quietServices();
	const name = aName("com").replace("fresh", "manual");
	const order = await aPendingPayment(services, { items: [registration(name)] });
	await services.sandbox?.answer(order.ref, "approve");
	const job = await env.DB.prepare("select id from jobs where order_id = ?")
		.bind(order.orderId)
		.first<{ id: string }>();
	if (!job) throw new Error("no job");
	for (let run = 0; run < 2; run += 1) await services.orders.runJob(job.id);
	return { jobId: job.id, orderId: order.orderId };
}

const args = (cookie: string, orderId: string, form?: Record<string, string | File>) => {
	const made = deskArgs({ cookie, address: `/desk/orders/${orderId}`, params: { orderId } });
	if (!form) return made as never;
	const body = new FormData();
	for (const [name, value] of Object.entries(form)) body.set(name, value);
	return { ...made, request: new Request(made.url, { method: "POST", headers: { Cookie: cookie }, body }) } as never;
};

const complete = (jobId: string, file: File | null) => ({
	...{ intent: "complete-job", jobId, ref: "REG-1", expiresAt: "2027-11-23", reason: "The adapter can't" },
	...(file && { file }),
});

const send = (cookie: string, orderId: string, form: Record<string, string | File>) =>
	action(args(cookie, orderId, form)).catch((thrown: unknown) => thrown);

const shownJob = async (cookie: string, orderId: string) => (await loader(args(cookie, orderId))).order.jobs[0];

test("a proof is stored with the job that staff complete, shown on it, logged and downloaded", async () => {
	const { jobId, orderId } = await aStoppedJob();
	const { cookie, member } = await aSignedInMember(["support"]);
	const file = new File([pdf], "certificate.pdf");
	expect(statusOf(await send(cookie, orderId, complete(jobId, file)))).toBe(303);
	const job = await shownJob(cookie, orderId);
	expect(job).toMatchObject({ state: "done", files: [{ name: "certificate.pdf" }] });
	const { results } = await env.DB.prepare("select kind, params from audit_log where staff_id = ? order by at, kind")
		.bind(member.id)
		.all<{ kind: string; params: string }>();
	expect(results.map(({ kind }) => kind).toSorted()).toEqual(["job.completed", "job.file_added"]);
	const params = { jobId, fileId: job?.files[0]?.id ?? "" };
	const answer = await download(deskArgs({ cookie, address: "/desk/jobs/x", params }) as never);
	expect(answer.headers.get("Content-Type")).toBe("application/pdf");
	expect(new TextDecoder().decode(await answer.arrayBuffer())).toBe(pdf);
	const catalogue = await aSignedInMember(["catalogue"]);
	const refused = await download(
		deskArgs({ cookie: catalogue.cookie, address: "/desk/jobs/x", params }) as never,
	).catch((thrown: unknown) => thrown);
	expect(statusOf(refused)).toBe(404);
});

test("without a file the job is completed as before, and with one that is refused nothing is", async () => {
	const { jobId, orderId } = await aStoppedJob();
	const { cookie } = await aSignedInMember(["support"]);
	for (const [file, field] of [
		[new File(["<script>"], "certificate.pdf"), "file"],
		[new File([new Uint8Array(4 * 1024 * 1024 + 1)], "large.pdf"), "file"],
	] as const) {
		const answer = await send(cookie, orderId, complete(jobId, file));
		expect([400, 413]).toContain(statusOf(answer));
		expect(answer).toMatchObject({ data: { failure: { fields: { [field]: expect.any(String) } } } });
	}
	expect(await shownJob(cookie, orderId)).toMatchObject({ canComplete: true, files: [] });
	// Browsers send an empty file input as a file without a name.
	expect(statusOf(await send(cookie, orderId, complete(jobId, new File([], ""))))).toBe(303);
	expect(await shownJob(cookie, orderId)).toMatchObject({ state: "done", files: [] });
	expect(statusOf(await send(cookie, orderId, complete(jobId, new File([pdf], "late.pdf"))))).toBe(409);
	expect((await shownJob(cookie, orderId))?.files).toEqual([]);
});

test("an upload that was not completed is deleted after an hour", async () => {
	const { jobId } = await aStoppedJob();
	await env.DB.prepare(
		"insert into job_files (id, job_id, name, type, size, state, created_at) values ('fil_old', ?, 'x.pdf', 'application/pdf', 1, 'reserved', ?)",
	)
		.bind(jobId, Date.now() - 2 * HOUR)
		.run();
	await testServices().jobFiles.sweep();
	expect(await env.DB.prepare("select id from job_files where id = 'fil_old'").first()).toBeNull();
});

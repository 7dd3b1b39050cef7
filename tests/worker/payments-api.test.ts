import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { signatureHeader } from "~/platform/payment/sandbox/sandbox-signature";
import { aPendingPayment, aWebhook, forgeProviderRecord, quietServices, thePayment } from "../support/orders";

const worker = (exports as unknown as { default: Fetcher }).default;

const post = (path: string, body: Uint8Array<ArrayBuffer> | string, headers: Headers) =>
	worker.fetch(`https://kikoa.test/api/payments/${path}`, { method: "POST", body, headers });

async function aPayment() {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	await forgeProviderRecord(pending.ref, { state: "approved", receipt: `R${pending.ref}`, version: 1 });
	return { services, pending, webhook: await aWebhook(services, pending.ref) };
}

test("a provider's signed message settles the payment over HTTP, but not from a browser", async () => {
	const { pending, webhook } = await aPayment();
	const response = await post(`sandbox/${pending.callbackToken}`, webhook.raw, webhook.headers);
	expect(response.status).toBe(200);
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded" });
});

test("a message over HTTP without a valid signature is a 401", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const { pending, webhook } = await aPayment();
	for (const signature of [null, "t=1,v1=00", `t=${Date.now()},v1=${"0".repeat(64)}`]) {
		const headers = new Headers(webhook.headers);
		if (signature === null) headers.delete(signatureHeader);
		else headers.set(signatureHeader, signature);
		const response = await post(`sandbox/${pending.callbackToken}`, webhook.raw, headers);
		expect(response.status).toBe(401);
	}
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "pending" });
});

test("a signed message that is no event is a 400", async () => {
	const { services, pending } = await aPayment();
	const { raw, headers } = await aWebhook(services, pending.ref, { ref: 7 });
	expect((await post(`sandbox/${pending.callbackToken}`, raw, headers)).status).toBe(400);
});

test("a message to an address that we never gave out is stored, and answered so that it is not sent again", async () => {
	const { webhook } = await aPayment();
	const response = await post(`sandbox/${"f".repeat(64)}`, webhook.raw, webhook.headers);
	expect([response.status, await response.json()]).toEqual([
		200,
		expect.objectContaining({ message: "Kept for review" }),
	]);
});

test("a GET on a webhook is a 405, and an unknown provider a 404", async () => {
	const { pending, webhook } = await aPayment();
	const get = await worker.fetch(`https://kikoa.test/api/payments/sandbox/${pending.callbackToken}`);
	expect(get.status).toBe(405);
	expect((await post(`nobody/${pending.callbackToken}`, webhook.raw, webhook.headers)).status).toBe(404);
});

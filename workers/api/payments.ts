import { type Context, Hono } from "hono";
import type { WebhookAnswer } from "~/features/payments/handle-webhook.server";
import type { HttpEnv } from "../http-env";

/** Providers resend the webhook after a 5xx, and Paystack after every other status than 200. */
const answers: Readonly<Record<WebhookAnswer, readonly [200 | 400 | 401 | 404 | 503, string]>> = {
	accepted: [200, "Accepted"],
	under_review: [200, "Kept for review"],
	malformed: [400, "The message can't be read."],
	unauthentic: [401, "The signature is missing or wrong."],
	unknown_provider: [404, "There is no such payment provider."],
	retry: [503, "Please send this again."],
};

/** What Safaricom expects. Most other providers read only the HTTP status. */
const acknowledgement = { ResultCode: 0, ResultDesc: "Accepted" } as const;

/** Webhooks of payment providers. They have a signature or a secret address, so the origin gate lets them pass. */
export const paymentsApi = new Hono<HttpEnv>()
	// Providers whose only address is set in their dashboard.
	.post("/payments/:provider", async (c) => {
		const { payments } = c.get("services");
		return reply(c, await payments.handleWebhook(c.req.param("provider"), null, await bodyOf(c), c.req.raw.headers));
	})
	.post("/payments/:provider/:token", async (c) => {
		const { provider, token } = c.req.param();
		const { payments } = c.get("services");
		const body = await bodyOf(c);
		const answer = await payments.handleWebhook(provider, token, body, c.req.raw.headers);
		return reply(c, answer, payments.acknowledgement(provider, body));
	})
	// A customer wants to pay to the paybill. The provider waits a few seconds for the answer.
	.post("/payments/:provider/validation/:token", async (c) => {
		const { provider, token } = c.req.param();
		const verdict = await c.get("services").payments.direct.validate(provider, token, await bodyOf(c));
		return typeof verdict === "string" ? reply(c, verdict) : c.json(verdict);
	})
	// A customer has paid to the paybill.
	.post("/payments/:provider/confirmation/:token", async (c) => {
		const { provider, token } = c.req.param();
		return reply(c, await c.get("services").payments.direct.receiveNotice(provider, token, await bodyOf(c)));
	})
	// The answer to our question about such a payment.
	.post("/payments/:provider/result/:token", async (c) => {
		const { provider, token } = c.req.param();
		return reply(c, await c.get("services").payments.direct.receiveConfirmation(provider, token, await bodyOf(c)));
	})
	// The result of a refund.
	.post("/payments/:provider/refund/:token", async (c) => {
		const { provider, token } = c.req.param();
		return reply(c, await c.get("services").refunds.receiveResult(provider, token, await bodyOf(c)));
	});

const bodyOf = async (c: Context<HttpEnv>) => new Uint8Array(await c.req.raw.arrayBuffer());

function reply(c: Context<HttpEnv>, answer: WebhookAnswer, more: object = {}): Response {
	const [status, message] = answers[answer];
	return c.json(status < 300 ? { message, ...acknowledgement, ...more } : { error: message }, status);
}

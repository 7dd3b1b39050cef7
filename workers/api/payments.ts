import { Hono } from "hono";
import type { WebhookAnswer } from "~/features/payments/handle-webhook.server";
import type { HttpEnv } from "../http-env";

/** Providers resend the webhook after a 5xx. */
const answers: Readonly<Record<WebhookAnswer, readonly [200 | 202 | 400 | 401 | 404 | 503, string]>> = {
	accepted: [200, "Accepted"],
	under_review: [202, "Kept for review"],
	malformed: [400, "The message can't be read."],
	unauthentic: [401, "The signature is missing or wrong."],
	unknown_provider: [404, "There is no such payment provider."],
	retry: [503, "Please send this again."],
};

/** What Safaricom expects. Other providers read only the HTTP status. */
const acknowledgement = { ResultCode: 0, ResultDesc: "Accepted" } as const;

/** Webhooks of payment providers. They have a signature or a secret address, so the origin gate lets them pass. */
export const paymentsApi = new Hono<HttpEnv>().post("/payments/:provider/:token", async (c) => {
	const { provider, token } = c.req.param();
	const raw = new Uint8Array(await c.req.raw.arrayBuffer());
	const answer = await c.get("services").payments.handleWebhook(provider, token, raw, c.req.raw.headers);
	const [status, message] = answers[answer];
	return c.json(status < 300 ? { message, ...acknowledgement } : { error: message }, status);
});

import { Hono } from "hono";
import type { MailWebhookAnswer } from "~/features/email/undeliverable.server";
import type { HttpEnv } from "../http-env";

const answers: Readonly<Record<MailWebhookAnswer, readonly [200 | 400 | 401 | 404, string]>> = {
	accepted: [200, "Accepted"],
	malformed: [400, "The message can't be read."],
	unauthentic: [401, "The signature is missing or wrong."],
	absent: [404, "The mail service posts no messages."],
};

/** Webhook of the mail service. It has a signature, so the origin gate lets it pass. */
export const mailApi = new Hono<HttpEnv>().post("/mail/events", async (c) => {
	const raw = new Uint8Array(await c.req.raw.arrayBuffer());
	const [status, message] = answers[await c.get("services").undeliverable.receiveWebhook(raw, c.req.raw.headers)];
	return c.json(status === 200 ? { message } : { error: message }, status);
});

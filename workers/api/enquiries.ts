import { type Context, Hono } from "hono";
import { clientOf } from "~/features/accounts/client";
import { isEnquiryKind } from "~/features/support/enquiry";
import { enquirySchemas } from "~/features/support/enquiry.schema";
import { parse } from "~/lib/parse";
import { fail } from "~/lib/result";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";

/** The forms of `/enquiries/<kind>` for islands/enquiry-form.ts and other programs; each requires a form token. */
export const enquiriesApi = new Hono<HttpEnv>()
	.get("/enquiries/stamp", (c) => c.json({ stamp: c.get("services").support.formToken() }))

	.post("/enquiries/:kind", async (c) => {
		const kind = c.req.param("kind");
		if (!isEnquiryKind(kind)) return failureJson(c, fail("not_found", "There is no such form.").error);
		const body = await readJson(c);
		const input = body.ok ? parse(enquirySchemas[kind], body.value) : body;
		if (!input.ok) return failureJson(c, input.error);
		const sent = await c.get("services").support.send(kind, input.value, await senderOf(c));
		return sent.ok ? c.json(sent.value, 201) : failureJson(c, sent.error);
	});

async function senderOf(c: Context<HttpEnv>) {
	const { headers } = c.req.raw;
	const viewer = c
		.get("services")
		.sessions.viewer({ cookie: headers.get("Cookie"), authorization: headers.get("Authorization") });
	return { client: clientOf(c.req.raw, c.get("config").APP_ORIGIN), customer: await viewer.customer() };
}

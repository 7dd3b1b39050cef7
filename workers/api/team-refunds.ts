import { type Context, Hono } from "hono";
import type { z } from "zod";
import { endPlanSchema } from "~/features/hosting/hosting.schema";
import { reviewAssignmentSchema } from "~/features/payments/review.schema";
import { refundActionSchema, refundKey, refundSchema } from "~/features/refunds/refund.schema";
import { refundableInvoiceView, unfinishedRefundView } from "~/features/refunds/refund-view";
import { parse } from "~/lib/parse";
import { fail, type Result } from "~/lib/result";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";

type C = Context<HttpEnv>;

/** The back office's API for refunds, unmatched payments and plans that staff end. `teamApi` checks the token. All requests are idempotent. */
export const teamRefundsApi = new Hono<HttpEnv>()
	.get("/team/invoices/:number", async (c) => {
		const found = await c.get("services").refunds.invoice(c.req.param("number"));
		if (!found) return failureJson(c, fail("not_found", "There is no invoice with this number.").error);
		return c.json(refundableInvoiceView(found));
	})

	.post("/team/invoices/:number/refunds", async (c) => {
		const key = parse(refundKey, c.req.header("Idempotency-Key") ?? "");
		if (!key.ok) {
			const message = "Send an Idempotency-Key header, a new one for each refund: a repeated request refunds nothing.";
			return failureJson(c, fail("invalid", message, { fields: { "Idempotency-Key": key.error.message } }).error);
		}
		const input = await bodyOf(c, refundSchema);
		if (!input.ok) return failureJson(c, input.error);
		const issued = await c.get("services").refunds.issue(c.req.param("number"), input.value, key.value);
		return issued.ok ? c.json(issued.value, 201) : failureJson(c, issued.error);
	})

	.post("/team/plans/:planId/end", async (c) => {
		const input = await bodyOf(c, endPlanSchema);
		if (!input.ok) return failureJson(c, input.error);
		const ended = await c.get("services").hosting.endByStaff(c.req.param("planId"), input.value);
		return ended.ok ? c.json(ended.value) : failureJson(c, ended.error);
	})

	.get("/team/reviews", async (c) => c.json({ reviews: await c.get("services").payments.reviews.open() }))

	.post("/team/reviews/:reviewId/assign", async (c) => {
		const input = await bodyOf(c, reviewAssignmentSchema);
		if (!input.ok) return failureJson(c, input.error);
		const done = await c.get("services").payments.reviews.assign(c.req.param("reviewId"), input.value);
		return done.ok ? c.json(done.value) : failureJson(c, done.error);
	})

	.get("/team/refunds", async (c) =>
		c.json({ refunds: (await c.get("services").refunds.unfinished()).map(unfinishedRefundView) }),
	)

	.post("/team/refunds/:refundId", async (c) => {
		const input = await bodyOf(c, refundActionSchema);
		if (!input.ok) return failureJson(c, input.error);
		const done = await c.get("services").refunds.decide(c.req.param("refundId"), input.value);
		return done.ok ? c.json(done.value) : failureJson(c, done.error);
	});

async function bodyOf<Schema extends z.ZodType>(c: C, schema: Schema): Promise<Result<z.output<Schema>>> {
	const body = await readJson(c);
	return body.ok ? parse(schema, body.value) : body;
}

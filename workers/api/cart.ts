import { Hono } from "hono";
import { clientOf } from "~/features/accounts/client";
import { cartQuoteSchema } from "~/features/cart/cart.schema";
import { isPerson } from "~/lib/is-person";
import { parse } from "~/lib/parse";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";

export const cartApi = new Hono<HttpEnv>();

/** Quotes a cart with our prices. Stores nothing. Renewals need a signed-in customer. */
cartApi.post("/cart/quote", async (c) => {
	const body = await readJson(c);
	const input = body.ok ? parse(cartQuoteSchema, body.value) : body;
	if (!input.ok) return failureJson(c, input.error);
	const { cart, lookupLimits, sessions } = c.get("services");
	// Each domain costs a registry lookup, because a quote does not use the cache.
	const names = input.value.items.filter(({ domain }) => domain !== undefined).length;
	const asker = clientOf(c.req.raw, c.get("config").APP_ORIGIN);
	const allowed = await lookupLimits.takeFresh(asker, names);
	if (!allowed.ok) return failureJson(c, allowed.error);
	const cookie = c.req.header("Cookie") ?? null;
	const authorization = c.req.header("Authorization") ?? null;
	return c.json(await cart.quote(input.value, sessions.viewer({ cookie, authorization }).owner, asker));
});

/** Counts that a page has added to the cart, which the browser keeps. */
cartApi.post("/cart/added", (c) => {
	if (isPerson(c.req.raw)) c.get("services").visitCounts.count("cart_adds");
	return c.body(null, 204);
});

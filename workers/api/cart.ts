import { Hono } from "hono";
import { cartQuoteSchema } from "~/features/cart/cart.schema";
import { MINUTE } from "~/lib/durations";
import { parse } from "~/lib/parse";
import type { HttpEnv } from "../http";
import { failureJson } from "./failure";
import { readJson } from "./read-json";
import { withinLimit } from "./within-limit";

/** Carts with names that a client may have priced in a minute: their registries are asked, and asked anew, each time. */
const quoteLimit = { action: "cart-quote", what: "price checks", limit: 60, windowMs: MINUTE };

/** Prices any cart by our own price lists; nothing is kept. Who asks matters only to what is renewed. */
export const cartApi = new Hono<HttpEnv>().post("/cart/quote", async (c) => {
	const body = await readJson(c);
	const input = body.ok ? parse(cartQuoteSchema, body.value) : body;
	if (!input.ok) return failureJson(c, input.error);
	if (input.value.items.some(({ domain }) => domain !== undefined)) {
		const allowed = await withinLimit(c, quoteLimit);
		if (!allowed.ok) return failureJson(c, allowed.error);
	}
	const { cart, sessions } = c.get("services");
	const cookie = c.req.header("Cookie") ?? null;
	const authorization = c.req.header("Authorization") ?? null;
	return c.json(await cart.quote(input.value, sessions.viewer({ cookie, authorization }).owner));
});

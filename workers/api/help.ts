import { Hono } from "hono";
import { href } from "react-router";
import { listed } from "~/features/help/article";
import { suggestionsSchema } from "~/features/help/help.schema";
import { parse } from "~/lib/parse";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { readJson } from "./read-json";

/** Articles that may answer a message, for islands/help-suggestions.ts. A POST, so that no address has the text. */
export const helpApi = new Hono<HttpEnv>().post("/help/suggestions", async (c) => {
	const body = await readJson(c);
	const input = body.ok ? parse(suggestionsSchema, body.value) : body;
	if (!input.ok) return failureJson(c, input.error);
	const articles = await c.get("services").help.suggest(input.value.text);
	return c.json({
		articles: articles.map((article) => ({ ...listed(article), href: href("/help/:slug", { slug: article.slug }) })),
	});
});

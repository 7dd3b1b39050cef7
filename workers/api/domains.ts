import { Hono } from "hono";
import { parseSearch } from "~/features/domains/domain-name";
import { exactFirst } from "~/features/domains/exact-first";
import { MINUTE } from "~/lib/durations";
import type { HttpEnv } from "../http";
import { failureJson } from "./failure";
import { ndjson } from "./ndjson";
import { withinLimit } from "./within-limit";

/** Searches a client may make in a minute; each asks some twenty registries. */
const searchLimit = { action: "domain-search", what: "searches", limit: 30, windowMs: MINUTE };

/** Is this name free, and where: a line for every name as its registry answers, or one array for `application/json`. */
export const domainsApi = new Hono<HttpEnv>().get("/domains/search", async (c) => {
	const search = parseSearch(c.req.query("q") ?? "", extensions(c.req.query("tlds")));
	if (!search.ok) return failureJson(c, search.error);
	const allowed = await withinLimit(c, searchLimit);
	if (!allowed.ok) return failureJson(c, allowed.error);

	const leaving = new AbortController();
	const signal = AbortSignal.any([leaving.signal, c.req.raw.signal]);
	const answers = exactFirst(c.get("services").domains.search(search.value, signal), search.value.exact?.ascii);
	if (c.req.header("Accept")?.includes("application/json")) return c.json(await Array.fromAsync(answers));
	return ndjson(answers, () => leaving.abort());
});

/** `tlds=com,.co.ke`; without it, every extension. */
function extensions(text: string | undefined): readonly string[] | undefined {
	const tlds = text?.split(",").map((tld) => tld.trim().replace(/^\./, "").toLowerCase());
	return tlds && [...new Set(tlds.filter(Boolean))];
}

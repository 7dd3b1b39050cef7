import { Hono } from "hono";
import { clientOf } from "~/features/accounts/client";
import { parseSearch } from "~/features/domains/domain-name";
import { putExactFirst } from "~/features/domains/put-exact-first";
import type { HttpEnv } from "../http-env";
import { failureJson } from "./failure";
import { ndjson } from "./ndjson";

/** Availability of a name: NDJSON, a line per answer as it arrives, or an array with `Accept: application/json`. */
export const domainsApi = new Hono<HttpEnv>().get("/domains/search", async (c) => {
	const search = parseSearch(c.req.query("q") ?? "", extensions(c.req.query("tlds")));
	if (!search.ok) return failureJson(c, search.error);
	const { domains, lookupLimits } = c.get("services");
	const asker = clientOf(c.req.raw, c.get("config").APP_ORIGIN);
	const allowed = await lookupLimits.take(
		asker,
		search.value.names.map(({ ascii }) => ascii),
	);
	if (!allowed.ok) return failureJson(c, allowed.error);

	const leaving = new AbortController();
	const signal = AbortSignal.any([leaving.signal, c.req.raw.signal]);
	const answers = putExactFirst(
		domains.search(search.value, { asker, signal, cached: allowed.value }),
		search.value.exact?.ascii,
	);
	if (c.req.header("Accept")?.includes("application/json")) return c.json(await Array.fromAsync(answers));
	return ndjson(answers, () => leaving.abort());
});

/** `tlds=com,.co.ke`. Undefined for all extensions. */
function extensions(text: string | undefined): readonly string[] | undefined {
	const tlds = text?.split(",").map((tld) => tld.trim().replace(/^\./, "").toLowerCase());
	return tlds && [...new Set(tlds.filter(Boolean))];
}

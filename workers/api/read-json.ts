import type { Context } from "hono";
import { fail, ok, type Result } from "~/lib/result";

/** Parses a JSON body. The result is not validated. */
export async function readJson(c: Context): Promise<Result<unknown>> {
	if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) {
		return fail("invalid", "Send JSON, with Content-Type: application/json.");
	}
	try {
		return ok(await c.req.json());
	} catch {
		return fail("invalid", "The body is not valid JSON.");
	}
}

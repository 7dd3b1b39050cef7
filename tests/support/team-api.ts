import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHttp } from "../../workers/http";
import { aClient } from "./accounts";

export const token = "token-of-the-team-000000000000000000000000";
const http = createHttp(async () => new Response("a page"));

export interface Sent {
	method?: string;
	body?: unknown;
	headers?: Record<string, string>;
	/** The Worker's configured token. */
	configured?: string | undefined;
}

/** A request to the back office's API, with its token. */
export async function call(path: string, { method = "GET", body, headers = {}, ...options }: Sent = {}) {
	const configured = "configured" in options ? options.configured : token;
	const ctx = createExecutionContext();
	const request = new Request(`https://kikoa.test/api/team${path}`, {
		method,
		headers: {
			"CF-Connecting-IP": aClient().key,
			Authorization: `Bearer ${token}`,
			...(body !== undefined && { "Content-Type": "application/json" }),
			...headers,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const response = await http.fetch(request, configured ? { ...env, TEAM_API_TOKEN: configured } : env, ctx);
	await waitOnExecutionContext(ctx);
	const json = await response.json<Record<string, unknown>>();
	return { status: response.status, json, headers: response.headers };
}

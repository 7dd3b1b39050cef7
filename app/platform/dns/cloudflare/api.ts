import { z } from "zod";
import { MINUTE, SECOND } from "~/lib/durations";
import { RetryLater } from "~/lib/retry-later";
import { userAgent } from "~/platform/user-agent";
import { ServerRefusal } from "../owned-zones";

export interface ApiOptions {
	/** An API token with the permissions Zone: Edit and DNS: Edit for the account. */
	readonly token: string;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly timeoutMs?: number;
}

const base = "https://api.cloudflare.com/client/v4";

const errorSchema = z.object({
	code: z.number(),
	message: z.string(),
	/** Details, such as the code of an invalid header. */
	error_chain: z.array(z.object({ code: z.number(), message: z.string() })).nullish(),
	/** What it is about: `/posts/0/content`. */
	source: z.object({ pointer: z.string().nullish() }).nullish(),
});

export type ApiError = z.output<typeof errorSchema>;

/** Every answer (developers.cloudflare.com/fundamentals/api/how-to/make-api-calls). */
const envelope = z.object({
	success: z.boolean(),
	errors: z.array(errorSchema).nullish(),
	result: z.unknown(),
	result_info: z.object({ total_pages: z.number().nullish() }).nullish(),
});

/** Cloudflare understood the request and refused it. Nothing has changed. */
export class Refused extends ServerRefusal {
	override name = "Refused";
	constructor(
		readonly status: number,
		readonly errors: readonly ApiError[],
		call: string,
	) {
		const texts = errors.flatMap(({ code, message, error_chain: chain }) => [
			`${code} ${message}`,
			...(chain ?? []).map((detail) => `${detail.code} ${detail.message}`),
		]);
		super(`Cloudflare refused ${call} (${status}): ${texts.join(", ")}`.slice(0, 300));
	}
}

/**
 * After too many calls, all calls of the account are blocked for five minutes
 * (developers.cloudflare.com/fundamentals/api/reference/limits).
 */
const blockedMs = 5 * MINUTE;

export type CloudflareApi = ReturnType<typeof createCloudflareApi>;

/** Calls Cloudflare's API v4. */
export function createCloudflareApi({ token, fetch: request, timeoutMs = 10 * SECOND }: ApiOptions) {
	/** @throws Refused, RetryLater, or another error if it is not known what happened */
	async function call<Result extends z.ZodType>(
		method: "GET" | "POST" | "PATCH" | "DELETE",
		path: string,
		result: Result,
		body?: object,
	): Promise<{ readonly result: z.output<Result>; readonly pages: number }> {
		const response = await request(`${base}${path}`, {
			method,
			headers: {
				...userAgent,
				Authorization: `Bearer ${token}`,
				...(body && { "Content-Type": "application/json" }),
			},
			...(body && { body: JSON.stringify(body) }),
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		});
		const [shown = ""] = path.split("?");
		if (response.status === 429) {
			const seconds = Number(response.headers.get("Retry-After"));
			await response.body?.cancel();
			throw new RetryLater(
				"Cloudflare allows no more calls at the moment (429)",
				seconds > 0 ? seconds * SECOND : blockedMs,
			);
		}
		const parsed = envelope.safeParse(await response.json().catch(() => null));
		if (!parsed.success || response.status >= 500)
			throw new Error(`Cloudflare's answer to ${method} ${shown} can't be read: HTTP ${response.status}`);
		const answer = parsed.data;
		if (!answer.success || !response.ok) throw new Refused(response.status, answer.errors ?? [], `${method} ${shown}`);
		return { result: result.parse(answer.result), pages: answer.result_info?.total_pages ?? 1 };
	}

	return { call };
}

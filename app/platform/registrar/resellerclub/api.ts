import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { sha256Hex } from "~/lib/sha256";
import type { Limit, RateLimiter } from "~/platform/rate-limit/rate-limit";
import { userAgent } from "~/platform/user-agent";
import { createCallGate, Refused } from "../orders/call-gate";
import type { RegistrarProblem } from "../registrar-orders";
import type { RegistrarOrdersRepo } from "../registrar-orders.repo.server";

interface Options {
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly clock: Clock;
	readonly repo: Pick<RegistrarOrdersRepo, "problem" | "stop" | "tryAgain" | "resume">;
	readonly rateLimiter: Pick<RateLimiter, "take">;
	/** With `/api`, or the address of a proxy in front of it. */
	readonly url: string;
	readonly resellerId: string;
	readonly apiKey: string;
	readonly timeoutMs?: number;
}

export type Params = Readonly<Record<string, string | number | boolean | readonly string[]>>;

interface Call<Data extends z.ZodType> {
	readonly method: "GET" | "POST";
	/** Without `.json`. The only part of the address that errors name: a query contains the API key. */
	readonly path: string;
	readonly params?: Params;
	readonly data: Data;
	/** Orders cost money, so they stop while the balance is too low. */
	readonly isOrder?: boolean;
}

/**
 * ResellerClub publishes no numbers. It blocks an address for a day after too many checks of taken names or too many
 * orders (manage.resellerclub.com/kb, answer faq682).
 */
const limits = {
	call: { limit: 100, windowMs: 5 * MINUTE },
	check: { limit: 15, windowMs: 5 * MINUTE },
	order: { limit: 1, windowMs: 30 * SECOND },
} as const satisfies Readonly<Record<string, Limit>>;

const stopMs: Readonly<Record<RegistrarProblem, number>> = {
	blocked: 6 * HOUR,
	credentials: 15 * MINUTE,
	contract: DAY,
	balance: 15 * MINUTE,
	busy: 5 * MINUTE,
};

/**
 * The three shapes of a refusal (FOSSBilling, Resellerclub.php; WHMCS, resellerclub.php). Their HTTP status is 200 or 500.
 * Accepted orders have a `status`, too, and `error: "NoError"`.
 */
const refusal = z.object({
	status: z.string(),
	message: z.string().nullish(),
	error: z.string().nullish(),
	actionstatusdesc: z.string().nullish(),
});

/** The reason of a refusal. Undefined for other answers. */
function reasonIn(answer: unknown): string | undefined {
	const { status = "", message, error, actionstatusdesc } = refusal.safeParse(answer).data ?? {};
	if (status.toLowerCase() === "error") return message || error || "no reason given";
	return status.toLowerCase() === "failed" ? actionstatusdesc || error || "no reason given" : undefined;
}

/** Bare numbers, `true` and `false` are JSON. `Success` is not. Undefined if the answer can't be read. */
function parseAnswer(text: string): unknown {
	if (/^\s*success\s*$/i.test(text)) return { status: "Success" };
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const isAboutMoney = (reason: string): boolean => /sufficient (funds|balance)|low (funds|balance)/i.test(reason);

/** Also what it answers to an address that is not in its list. */
const isAboutAccess = (reason: string): boolean =>
	/access denied|invalid (credentials|api[ -]?key)|authentication failed/i.test(reason);

function formOf(params: Params): string {
	const form = new URLSearchParams();
	// Lists repeat the name (manage.resellerclub.com/kb/answer/755).
	for (const [name, value] of Object.entries(params))
		for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
	return form.toString();
}

export type ResellerClubApi = ReturnType<typeof createResellerClubApi>;

/** Calls LogicBoxes' HTTP API: limits, and no calls while a problem stops them. */
export function createResellerClubApi(options: Options) {
	const { fetch: request, clock, repo, rateLimiter, resellerId, apiKey, timeoutMs = 30 * SECOND } = options;
	const base = options.url.replace(/\/$/, "");
	const gate = createCallGate({ registrar: "resellerclub", clock, repo, stopMs });

	async function send(method: "GET" | "POST", path: string, params: Params) {
		const form = formOf({ "auth-userid": resellerId, "api-key": apiKey, ...params });
		const headers = {
			...userAgent,
			Accept: "application/json",
			...(method === "POST" && { "Content-Type": "application/x-www-form-urlencoded" }),
		};
		const signal = AbortSignal.timeout(timeoutMs);
		const init = { method, headers, redirect: "manual", signal, ...(method === "POST" && { body: form }) } as const;
		const response = await request(`${base}/${path}.json${method === "GET" ? `?${form}` : ""}`, init);
		const answer = parseAnswer(await response.text());
		const isReadable = response.ok && answer !== undefined;
		if (isReadable || reasonIn(answer) !== undefined) return { answer, status: response.status };
		if (response.status === 429) return gate.stop("blocked");
		if (response.status === 401 || response.status === 403) return gate.stop("credentials");
		throw new Error(`ResellerClub's answer to ${path} can't be read: HTTP ${response.status}`);
	}

	/** @throws Refused, Stopped, or another error if the result is unknown */
	async function call<Data extends z.ZodType>({ method, path, params = {}, data, isOrder = false }: Call<Data>) {
		const isRetry = await gate.enter(isOrder);
		const kind = isOrder ? "order" : path === "domains/available" ? "check" : "call";
		const identical = sha256Hex(`${method} ${path} ${formOf(params)}`);
		const { allowed } = await rateLimiter.take([`resellerclub-${kind}`, identical], limits[kind]);
		if (!allowed) throw gate.stopped("busy");
		const { answer, status } = await send(method, path, params);
		const reason = reasonIn(answer);
		if (reason !== undefined && isAboutAccess(reason)) return gate.stop("credentials");
		// An order without funds may be refused, or accepted and done when there are funds.
		const isUnpaid = isOrder && isAboutMoney(reason ?? JSON.stringify(answer));
		if (isUnpaid) await gate.record("balance");
		else if (isRetry) await gate.resume();
		if (isUnpaid && reason !== undefined) throw new Error("ResellerClub reports too low a balance");
		if (reason !== undefined) throw new Refused(`ResellerClub refused ${path}: ${reason}`);
		const parsed = data.safeParse(answer);
		if (!parsed.success) throw new Error(`ResellerClub's answer to ${path} can't be read: HTTP ${status}`);
		return parsed.data as z.output<Data>;
	}

	return {
		gate,

		get: <Data extends z.ZodType>(path: string, params: Params, data: Data) =>
			call({ method: "GET", path, params, data }),
		post: <Data extends z.ZodType>(path: string, params: Params, data: Data) =>
			call({ method: "POST", path, params, data }),
		/** Accepted orders may wait for a registry or for funds. */
		order: (path: string, params: Params) =>
			call({ method: "POST", path, params, data: z.looseObject({ status: z.string() }), isOrder: true }),

		/** Reads some domains, which is free. @throws if ResellerClub does not answer as expected */
		async probe(): Promise<void> {
			const params = { "no-of-records": 10, "page-no": 1 };
			await call({ method: "GET", path: "domains/search", params, data: z.looseObject({}) });
		},
	};
}

import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { secretsFrom, tryEach } from "~/lib/secrets";
import { sha256Hex } from "~/lib/sha256";
import type { SharedToken } from "~/platform/access-token/shared-token";
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
	readonly sharedToken: SharedToken;
	/** Without `/v1beta`. */
	readonly url: string;
	readonly username: string;
	readonly password: string;
	/** Used if the other is refused. */
	readonly previousPassword?: string | undefined;
	readonly timeoutMs?: number;
}

interface Call<Data extends z.ZodType> {
	readonly method: "GET" | "POST" | "PUT" | "DELETE";
	/** With the query. Contains ids and domain names only, so it may be logged. */
	readonly path: string;
	readonly body?: object;
	readonly data: Data;
	/** Orders cost money, so they stop while the balance is too low. */
	readonly isOrder?: boolean;
}

/**
 * The envelope of every answer (docs.openprovider.com/swagger.json). Success is code 0, whatever the HTTP status: wrong
 * credentials are code 196 with 200 or 500. `data` of an error is text or an object.
 */
const envelope = z.object({ code: z.number(), desc: z.string().nullish(), data: z.unknown() });

const login = z.object({ token: z.string().min(1) });

/** OpenProvider does not say how long a token is valid. Its clients keep it for up to a day. */
const tokenLifeMs = 12 * HOUR;

/**
 * Ours are below OpenProvider's limits (support.openprovider.eu, article 218390187): 300 identical calls in 300 s, after
 * which staff must unblock us, 20 identical checks in 300 s, one identical order in 10 s, and 30 tokens in 60 s.
 */
const limits = {
	call: { limit: 100, windowMs: 5 * MINUTE },
	check: { limit: 15, windowMs: 5 * MINUTE },
	order: { limit: 1, windowMs: 12 * SECOND },
	login: { limit: 10, windowMs: MINUTE },
} as const satisfies Readonly<Record<string, Limit>>;

const stopMs: Readonly<Record<RegistrarProblem, number>> = {
	blocked: HOUR,
	credentials: 15 * MINUTE,
	contract: HOUR,
	balance: 15 * MINUTE,
	busy: 5 * MINUTE,
};

/**
 * The problem behind an error code (AntagonistHQ/openprovider.py, exception_map.py, and the article above). 10009: blocked
 * in the test environment. 50: too many failed sign-ins or identical checks. 4007: too many identical orders.
 */
function problemOf(code: number): RegistrarProblem | undefined {
	switch (code) {
		case 10005:
		case 10009:
			return "blocked";
		case 196:
			return "credentials";
		case 197:
		case 308:
		case 309:
			return "contract";
		case 310:
			return "balance";
		case 50:
		case 4007:
			return "busy";
		default:
			return undefined;
	}
}

const isTokenRefused = 196;

const refusalOf = (code: number, text: string) => new Refused(`OpenProvider answered ${code}: ${text}`, code);

export type OpenProviderApi = ReturnType<typeof createOpenProviderApi>;

/** Calls OpenProvider's REST API: one token for all isolates, limits, and no calls while a problem stops them. */
export function createOpenProviderApi(options: Options) {
	const {
		fetch: request,
		clock,
		repo,
		rateLimiter,
		sharedToken,
		username,
		password,
		previousPassword,
		timeoutMs = 30 * SECOND,
	} = options;
	const gate = createCallGate({ registrar: "openprovider", clock, repo, stopMs });
	const base = `${options.url.replace(/\/$/, "")}/v1beta`;

	async function send(method: string, path: string, body: object | undefined, token: string | null) {
		const headers = {
			...userAgent,
			Accept: "application/json",
			...(body && { "Content-Type": "application/json" }),
			...(token && { Authorization: `Bearer ${token}` }),
		};
		const signal = AbortSignal.timeout(timeoutMs);
		const init = { method, headers, redirect: "manual", signal, ...(body && { body: JSON.stringify(body) }) } as const;
		const response = await request(`${base}${path}`, init);
		const parsed = envelope.safeParse(await response.json().catch(() => null));
		if (!parsed.success) throw new Error(`OpenProvider's answer can't be read: HTTP ${response.status}`);
		return parsed.data;
	}

	async function count(kind: keyof typeof limits, call: string): Promise<void> {
		const { allowed } = await rateLimiter.take([`openprovider-${kind}`, call], limits[kind]);
		if (!allowed) throw gate.stopped("busy");
	}

	async function signIn() {
		await count("login", username);
		const { code, desc, data } = await tryEach(
			secretsFrom(password, previousPassword),
			(one) => send("POST", "/auth/login", { username, password: one, ip: "0.0.0.0" }, null),
			(answer) => problemOf(answer.code) === "credentials",
		);
		const problem = problemOf(code);
		if (problem) return gate.stop(problem);
		if (code !== 0) throw refusalOf(code, desc ?? "");
		return { token: login.parse(data).token, expiresAt: clock() + tokenLifeMs };
	}

	/** The token. Keeps the error of our own sign-in, because the shared token may only pass on its message. */
	async function tokenFor(refused?: string): Promise<string> {
		let ownError: unknown;
		const issue = () =>
			signIn().catch((error: unknown) => {
				ownError = error;
				throw error;
			});
		return sharedToken(issue, refused).catch((error: unknown) => {
			throw ownError ?? error;
		});
	}

	/** @throws Refused, Stopped, or another error if the result is unknown */
	async function call<Data extends z.ZodType>({ method, path, body, data, isOrder = false }: Call<Data>) {
		const isRetry = await gate.enter(isOrder);
		const kind = isOrder ? "order" : path === "/domains/check" ? "check" : "call";
		await count(kind, sha256Hex(`${method} ${path} ${JSON.stringify(body ?? null)}`));
		const token = await tokenFor();
		const first = await send(method, path, body, token);
		const answer = first.code === isTokenRefused ? await send(method, path, body, await tokenFor(token)) : first;
		const problem = problemOf(answer.code);
		if (problem) return gate.stop(problem);
		if (isRetry) await gate.resume();
		if (answer.code !== 0) {
			const more = typeof answer.data === "string" ? answer.data : "";
			throw refusalOf(answer.code, [answer.desc, more].filter(Boolean).join(". "));
		}
		return data.parse(answer.data) as z.output<Data>;
	}

	return {
		call,

		gate,

		/** What is left of the advance, in the account's currency. */
		async balance(): Promise<number> {
			return (await call({ method: "GET", path: "/resellers", data: z.object({ balance: z.number() }) })).balance;
		},

		/** Signs in and reads one domain, which is free. @throws if OpenProvider does not answer as expected */
		async probe(): Promise<void> {
			await call({ method: "GET", path: "/domains?limit=1", data: z.unknown() });
		},
	};
}

import type { Context, MiddlewareHandler } from "hono";
import { clientOf } from "~/features/accounts/client";
import { clientKey } from "~/lib/client-key";
import { MINUTE, SECOND } from "~/lib/durations";
import { equalInConstantTime } from "~/lib/hmac";
import { fail } from "~/lib/result";
import { secretsFrom } from "~/lib/secrets";
import { sha256Hex } from "~/lib/sha256";
import { createWindowCounter } from "~/lib/window-counter";
import type { Config } from "~/platform/config";
import { failureJson, notFoundJson } from "../api/failure";
import type { HttpEnv } from "../http-env";

/** Per network. */
const teamRequests = { limit: 120, windowMs: MINUTE };

/** Requests with a wrong token, per network. In memory, so that guessing costs no database writes. */
const wrongTokens = createWindowCounter({ windowMs: teamRequests.windowMs, maxKeys: 10_000 });

/**
 * Lets only the back office pass, identified by its token. Sessions don't give access, and the token is valid for nothing
 * else. If no token is configured, answers 404.
 */
export const requireTeamToken: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const { clock, config, rateLimiter, securityLog } = c.get("services");
	if (config.TEAM_API_TOKEN === undefined) return notFoundJson(c);
	const network = clientKey(c.req.raw.headers);
	if (hasTeamToken(c.req.raw, config)) {
		const { allowed, retryAfter } = await rateLimiter.take(["team-api", network], teamRequests);
		return allowed ? next() : tooManyRequests(c, retryAfter);
	}
	const now = clock();
	const { count, endsAt } = wrongTokens.add(network, now);
	if (count > teamRequests.limit) return tooManyRequests(c, Math.ceil((endsAt - now) / SECOND));
	// One database write per network and minute.
	if (count === 1) securityLog.refused("access_denied", null, clientOf(c.req.raw, config.APP_ORIGIN));
	c.header("WWW-Authenticate", "Bearer");
	return failureJson(c, fail("unauthenticated", "Send the team's token as Authorization: Bearer.").error);
};

function tooManyRequests(c: Context<HttpEnv>, retryAfter: number): Response {
	const message = `Too many requests. Try again in ${retryAfter} seconds.`;
	return failureJson(c, fail("rate_limited", message, { retryAfter }).error);
}

/** Whether the request has the team's token as a bearer token. False if no token is configured. */
export function hasTeamToken({ headers }: Request, { TEAM_API_TOKEN, TEAM_API_TOKEN_PREVIOUS }: Config): boolean {
	const [, given] = /^Bearer (\S+)$/i.exec(headers.get("Authorization") ?? "") ?? [];
	if (TEAM_API_TOKEN === undefined || given === undefined) return false;
	// Compares hashes, so that the time taken does not depend on the token's length.
	return secretsFrom(TEAM_API_TOKEN, TEAM_API_TOKEN_PREVIOUS).some((token) =>
		equalInConstantTime(sha256Hex(given), sha256Hex(token)),
	);
}

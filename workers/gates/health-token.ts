import { equalInConstantTime } from "~/lib/hmac";
import { secretsFrom } from "~/lib/secrets";
import { sha256Hex } from "~/lib/sha256";
import type { Config } from "~/platform/config";

/** Whether the request has the monitor's token as a bearer token. False if no token is configured. */
export function hasHealthToken({ headers }: Request, { HEALTH_TOKEN, HEALTH_TOKEN_PREVIOUS }: Config): boolean {
	const [, given] = /^Bearer (\S+)$/i.exec(headers.get("Authorization") ?? "") ?? [];
	if (HEALTH_TOKEN === undefined || given === undefined) return false;
	// Compares hashes, so that the time taken does not depend on the token's length.
	return secretsFrom(HEALTH_TOKEN, HEALTH_TOKEN_PREVIOUS).some((token) =>
		equalInConstantTime(sha256Hex(given), sha256Hex(token)),
	);
}

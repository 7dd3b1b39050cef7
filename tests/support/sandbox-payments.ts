import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { hmacSha256Hex } from "~/lib/hmac";
import { createSandbox } from "~/platform/payment/sandbox/sandbox";

/** The payment provider's stand-in with the tests' secret. It delivers no webhooks. */
export const aSandbox = (clock: () => number = Date.now) =>
	createSandbox({
		db: createDatabase(env.DB),
		clock,
		appOrigin: env.APP_ORIGIN,
		secret: hmacSha256Hex(env.TOKEN_SECRET, new TextEncoder().encode("sandbox webhook")),
		deliver: async () => {},
	});

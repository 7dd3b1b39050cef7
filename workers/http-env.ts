import type { Config } from "~/platform/config";
import type { Services } from "~/services.server";

/** Hono's context of every request. */
export interface HttpEnv {
	Bindings: Env;
	Variables: { config: Config; services: Services; requestId: string; nonce: string };
}

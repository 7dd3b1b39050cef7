import type { Config } from "~/platform/config";
import type { Services } from "~/services.server";

/** What every request's handlers find on its context. */
export interface HttpEnv {
	Bindings: Env;
	Variables: { config: Config; services: Services; requestId: string; nonce: string };
}

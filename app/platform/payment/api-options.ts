import type { Clock } from "~/lib/clock";
import type { SharedToken } from "~/platform/access-token/shared-token";

/** What the API client of a payment provider needs in addition to its credentials. */
export interface ApiOptions {
	/** One access token for all isolates. */
	readonly sharedToken: SharedToken;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly clock: Clock;
	readonly timeoutMs?: number;
}

import { DurableObject } from "cloudflare:workers";
import { systemClock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import type { IssuedToken, SharedToken } from "./shared-token";

/** A request that uses the token takes less time than this. */
const marginMs = MINUTE;

/** A failure is a value, because an error loses its class between isolates. */
type Issued = IssuedToken | { readonly failure: string };

/**
 * The access token of one service account, for all isolates. Its name is the account's. The caller requests new tokens,
 * because the object has no credentials.
 */
export class AccessToken extends DurableObject<object> {
	#issuing: Promise<Issued> | undefined;

	async get(issue: () => Promise<Issued>, refused: string | null): Promise<Issued> {
		const stored = this.ctx.storage.kv.get<IssuedToken>("token");
		if (stored && stored.token !== refused && stored.expiresAt > systemClock() + marginMs) return stored;
		this.#issuing ??= this.#issue(issue).finally(() => {
			this.#issuing = undefined;
		});
		return this.#issuing;
	}

	async #issue(issue: () => Promise<Issued>): Promise<Issued> {
		const issued = await issue();
		if ("failure" in issued) return { failure: issued.failure };
		const { token, expiresAt } = issued;
		this.ctx.storage.kv.put<IssuedToken>("token", { token, expiresAt });
		return { token, expiresAt };
	}
}

/** @param account the name of the service account, with nothing secret in it */
export const sharedToken =
	(objects: DurableObjectNamespace<AccessToken>, account: string): SharedToken =>
	async (issue, refused) => {
		const issueOrFail = () => issue().catch((error): Issued => ({ failure: errorMessage(error) }));
		const issued = await objects.getByName(account).get(issueOrFail, refused ?? null);
		if ("failure" in issued) throw new Error(issued.failure);
		return issued.token;
	};

import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable";
import { withTimeout } from "~/lib/with-timeout";
import type { LinkRecord, TokenStore } from "./token-store";

/** Someone waits for the answer. */
const timeoutMs = 3 * SECOND;

/** KV takes no shorter lifetime. */
const shortestTtl = 60;

const recordSchema = z.object({
	userId: z.string(),
	purpose: z.enum(["verify", "reset", "email-from", "email-to"]),
	generation: z.number().int(),
	expiresAt: z.number().int(),
}) satisfies z.ZodType<LinkRecord>;

/** Links in Workers KV, forgotten when they expire. */
export function createKvTokenStore({ kv, clock }: { kv: KVNamespace; clock: Clock }): TokenStore {
	return {
		async put(tokenHash, record) {
			const expirationTtl = Math.max(shortestTtl, Math.ceil((record.expiresAt - clock()) / SECOND));
			await inTime(kv.put(keyOf(tokenHash), JSON.stringify(record), { expirationTtl }));
		},
		async get(tokenHash) {
			const text = await inTime(kv.get(keyOf(tokenHash)));
			return text === null ? null : readRecord(text);
		},
	};
}

/** Null for a value that this store did not write: its link is as invalid as one that does not exist. */
function readRecord(text: string): LinkRecord | null {
	try {
		return recordSchema.parse(JSON.parse(text));
	} catch {
		return null;
	}
}

const keyOf = (tokenHash: string) => `link:${tokenHash}`;

async function inTime<T>(work: Promise<T>): Promise<T> {
	try {
		return await withTimeout(work, timeoutMs);
	} catch (cause) {
		throw new ServiceUnavailable("The token store does not answer", { cause });
	}
}

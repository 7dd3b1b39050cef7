import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { withTimeout } from "~/lib/with-timeout";
import type { LinkRecord, TokenStore } from "./token-store";

/** Short, because a customer is waiting. */
const timeoutMs = 3 * SECOND;

/** Seconds. KV's minimum. */
const minTtl = 60;

const recordSchema = z.object({
	userId: z.string(),
	purpose: z.enum(["verify", "reset", "email-from", "email-to", "staff"]),
	generation: z.number().int(),
	expiresAt: z.number().int(),
}) satisfies z.ZodType<LinkRecord>;

/** Links in Workers KV, deleted when they expire. */
export function createKvTokenStore({ kv, clock }: { kv: KVNamespace; clock: Clock }): TokenStore {
	return {
		async put(tokenHash, record) {
			const expirationTtl = Math.max(minTtl, Math.ceil((record.expiresAt - clock()) / SECOND));
			await orUnavailable(kv.put(keyOf(tokenHash), JSON.stringify(record), { expirationTtl }));
		},
		async get(tokenHash) {
			const text = await orUnavailable(kv.get(keyOf(tokenHash)));
			return text === null ? null : readRecord(text);
		},
	};
}

/** Null for an unexpected value. The link is then invalid. */
function readRecord(text: string): LinkRecord | null {
	try {
		return recordSchema.parse(JSON.parse(text));
	} catch {
		return null;
	}
}

const keyOf = (tokenHash: string) => `link:${tokenHash}`;

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
	try {
		return await withTimeout(work, timeoutMs);
	} catch (cause) {
		throw new ServiceUnavailable("The token store does not answer", { cause });
	}
}

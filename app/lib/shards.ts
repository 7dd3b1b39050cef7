import { type ActingRole, actingMark, actingMarks, actingRoleOf } from "./acting";
import { createId, randomToken } from "./ids";
import { sha256Hex } from "./sha256";

/** The number of the database that holds the rows of visitors and of all customers without a mark. */
export const firstShard = 1;

/**
 * A new customer's id. It names the customer's shard for good: `usr_2_…`, without a number for the first. `now` in ms.
 */
export function createUserId(shard: number, now?: number): string {
	return withShard(createId("usr", now), shard);
}

export const shardOfUser = (userId: string): number => shardOfId(userId);

/** An id of a row that customers of other shards may ask for, with its shard: `psh_2_…`. */
export const withShard = (id: string, shard: number): string =>
	shard === firstShard ? id : id.replace("_", `_${shard}_`);

export const shardOfId = (id: string): number => numberIn(/^[a-z]+_(\d+)_/.exec(id));

/** A new session token. It names its customer's shard: `2.…`, without a number for the first. */
export const createSessionToken = (shard: number): string => withMark(shard, randomToken());

/** SHA-256 of a session token, hex, with the token's role and shard before it. */
export function hashSessionToken(token: string): string {
	const role = actingRoleOf(token);
	return (role ? actingMark(role) : "") + withMark(shardOfSession(token), sha256Hex(token));
}

/** A new token of someone who uses an account of this shard that is not theirs. The marks are part of what is hashed. */
export const createActingToken = (role: ActingRole, shard: number): string =>
	actingMark(role) + withMark(shard, randomToken());

const shardInSession = new RegExp(`^(?:${actingMarks})?(\\d+)\\.`);

/** @param session a session's token or its hash */
export const shardOfSession = (session: string): number => numberIn(shardInSession.exec(session));

const withMark = (shard: number, text: string) => (shard === firstShard ? text : `${shard}.${text}`);

const numberIn = (match: RegExpExecArray | null) => (match ? Number(match[1]) : firstShard);

import { type ActingRole, actingMark, actingRoleOf } from "./acting";
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

/** SHA-256 of a session token, hex, with the token's shard or role before it. */
export function hashSessionToken(token: string): string {
	const role = actingRoleOf(token);
	return role ? actingMark(role) + sha256Hex(token) : withMark(shardOfSession(token), sha256Hex(token));
}

/** A new token of someone who uses an account that is not theirs, in the first shard. The mark is part of what is hashed. */
export const createActingToken = (role: ActingRole): string => actingMark(role) + randomToken();

/** @param session a session's token or its hash */
export const shardOfSession = (session: string): number => numberIn(/^(\d+)\./.exec(session));

const withMark = (shard: number, text: string) => (shard === firstShard ? text : `${shard}.${text}`);

const numberIn = (match: RegExpExecArray | null) => (match ? Number(match[1]) : firstShard);

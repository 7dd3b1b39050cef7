import { expect, test } from "vitest";
import { createId, randomToken } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import { createSessionToken, createUserId, hashSessionToken, shardOfSession, shardOfUser } from "~/lib/shards";

test("ids and tokens of before there were shards belong to the first", () => {
	const token = randomToken();
	expect(shardOfUser(createId("usr"))).toBe(1);
	expect(shardOfSession(token)).toBe(1);
	expect(hashSessionToken(token)).toBe(sha256Hex(token));
});

test.each([1, 2, 12])("an id, a session token and its hash name shard %i", (shard) => {
	const token = createSessionToken(shard);
	expect(shardOfUser(createUserId(shard))).toBe(shard);
	expect(shardOfSession(token)).toBe(shard);
	expect(shardOfSession(hashSessionToken(token))).toBe(shard);
});

test("a token with another shard's number is another session", () => {
	const token = createSessionToken(2);
	expect(hashSessionToken(token.replace("2.", "3.")).slice(2)).not.toBe(hashSessionToken(token).slice(2));
	expect(hashSessionToken(token.slice(2))).not.toBe(hashSessionToken(token).slice(2));
});

import { firstShard, shardOfSession, shardOfUser } from "~/lib/shards";
import { createDatabase, type Database } from "./client.server";
import type { Owner } from "./owner";

/** `DB` is the first shard. Further ones, if there are any, are `DB_2`, `DB_3` and so on. */
interface Bindings {
	readonly DB: D1Database;
}

/**
 * The database that holds an owner's rows. Visitors use the first shard, and so does what belongs to no customer.
 * See docs/decisions/2026-11-22-growth-past-one-database.md.
 * @param isForOwner whether changes that name only an account are the owner's, so that the log can name a member
 * @throws RangeError if the customer's shard has no binding
 */
export function databaseFor(bindings: Bindings, owner: Owner | null, isForOwner = true): Database {
	const shard = owner === null ? firstShard : shardOf(owner);
	const d1 = bindingOf(bindings, shard);
	const session = owner !== null && "sessionHash" in owner && isForOwner ? owner.sessionHash : null;
	if (d1) return createDatabase(d1, shard, session);
	// Anyone can send a token with any number. The first shard has no such session, so it means a visitor.
	if (owner !== null && "sessionHash" in owner) return createDatabase(bindings.DB);
	throw new RangeError(`Shard ${shard} has no database`);
}

const shardOf = (owner: Owner): number =>
	"userId" in owner ? shardOfUser(owner.userId) : shardOfSession(owner.sessionHash);

const bindingOf = (bindings: Bindings, shard: number): D1Database | undefined =>
	shard === firstShard ? bindings.DB : (bindings as unknown as Record<string, D1Database>)[`DB_${shard}`];

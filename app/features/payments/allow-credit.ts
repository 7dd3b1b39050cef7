import type { Change } from "~/db/change.server";
import type { Money } from "~/lib/money";
import type { Result } from "~/lib/result";

/**
 * Lets someone at the desk make money into credit: what counts it against their limit, for the same commit. Fails with
 * `above_limit`. Needed for money of which only they say that it came.
 */
export type AllowCredit = (credit: Money) => Promise<Result<Change>>;

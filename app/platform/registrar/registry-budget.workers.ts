import { DurableObject } from "cloudflare:workers";
import { systemClock } from "~/lib/clock";
import { type BudgetRequest, cooldownMs, createServerBudget, type Grant, type StoredState } from "./server-budget";

/** Releases without `pausedFrom` wrote the others. The tokens are not stored: by then the bucket is full again. */
type Stored = Omit<StoredState, "pausedFrom"> & Partial<StoredState>;

/** The query budget and health of one registry server, for all isolates. Its name is the server's host. */
export class RegistryBudget extends DurableObject<object> {
	readonly #budget;

	constructor(ctx: DurableObjectState, env: object) {
		super(ctx, env);
		this.#budget = createServerBudget(systemClock, readState(ctx.storage.kv.get<Stored>("state")));
	}

	/** Records the outcomes, then grants queries. */
	exchange({ want, outcomes }: BudgetRequest): Grant {
		const before = this.#budget.state();
		for (const outcome of outcomes) this.#budget.record(outcome);
		const waits = this.#budget.take(want);
		const after = this.#budget.state();
		if (after.failures !== before.failures || after.pausedMs > before.pausedMs)
			this.ctx.storage.kv.put<Stored>("state", this.#budget.stored());
		return { waits, ...after };
	}
}

function readState(stored: Stored | undefined): StoredState | undefined {
	if (stored === undefined) return undefined;
	const { failures, pausedFrom, pausedUntil } = stored;
	if (pausedFrom !== undefined) return { failures, pausedFrom, pausedUntil };
	const now = systemClock();
	// Its clock may have been ahead of this one, so it is no longer than a usual pause.
	return { failures, pausedFrom: now, pausedUntil: Math.min(pausedUntil, now + cooldownMs) };
}

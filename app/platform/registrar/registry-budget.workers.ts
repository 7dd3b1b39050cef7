import { DurableObject } from "cloudflare:workers";
import { systemClock } from "~/lib/clock";
import { type BudgetRequest, createServerBudget, type Grant, type ServerState } from "./server-budget";

/** What survives when the object leaves memory. The tokens need not: by then the bucket is full again. */
interface Stored {
	readonly failures: number;
	/** Ms since the epoch. */
	readonly pausedUntil: number;
}

/** The query budget and health of one registry server, for all isolates. Its name is the server's host. */
export class RegistryBudget extends DurableObject<object> {
	readonly #budget;

	constructor(ctx: DurableObjectState, env: object) {
		super(ctx, env);
		const stored = ctx.storage.kv.get<Stored>("state");
		const known = stored && { failures: stored.failures, pausedMs: Math.max(0, stored.pausedUntil - systemClock()) };
		this.#budget = createServerBudget(systemClock, known);
	}

	/** Records the outcomes, then grants queries. */
	exchange({ want, outcomes }: BudgetRequest): Grant {
		const before = this.#budget.state();
		for (const outcome of outcomes) this.#budget.record(outcome);
		const waits = this.#budget.take(want);
		const after = this.#budget.state();
		if (after.failures !== before.failures || after.pausedMs > before.pausedMs) this.#store(after);
		return { waits, ...after };
	}

	#store({ failures, pausedMs }: ServerState): void {
		this.ctx.storage.kv.put<Stored>("state", { failures, pausedUntil: systemClock() + pausedMs });
	}
}

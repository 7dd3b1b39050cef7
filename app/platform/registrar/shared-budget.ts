import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { withTimeout } from "~/lib/with-timeout";
import {
	type BudgetRequest,
	createServerBudget,
	type Grant,
	longestWaitMs,
	type QueryOutcome,
	type ServerBudget,
} from "./server-budget";

/** A query that was granted. Times in ms since the epoch. */
interface Slot {
	readonly at: number;
	readonly until: number;
}

interface Bucket {
	tokens: number;
	filledAt: number;
}

/** What an isolate knows about a server. */
interface IsolateState {
	/** What is known of the server. Decides alone while the shared budget is out of reach. */
	readonly own: ServerBudget;
	slots: Slot[];
	/** When the last queries were taken. */
	taken: number[];
	/** Not yet reported. */
	outcomes: QueryOutcome[];
	/** When the shared budget last failed to answer. It is not asked for a time after that. */
	failedAt: number;
	/** Token bucket of each client, so that no client can use the whole budget. */
	readonly askers: Map<string, Bucket>;
}

/** The most queries that an isolate gets at once. Other isolates need some, too. */
const mostAtOnce = 10;

/** A granted query that is not taken by then is lost, so that a pause reaches every isolate within this time. */
const leaseMs = 5 * SECOND;

const usualTimeoutMs = 150;

/** How long an isolate decides alone after the shared budget did not answer. */
const aloneMs = 5 * SECOND;

/** Less for each client, so that others can always query. */
const clientRate = { burst: 5, refillMs: 2 * SECOND };
/** Clients stored per server. The least recently active one is removed first. */
const maxAskers = 500;
const maxOutcomes = 10;

/** The servers that an isolate knows. Plain data, so its requests may share it. */
export type IsolateBudgets = Map<string, IsolateState>;

interface Dependencies {
	readonly clock: Clock;
	readonly isolate: IsolateBudgets;
	/** Asks the shared budget of the server. */
	readonly exchange: (server: string, request: BudgetRequest) => Promise<Grant>;
	readonly waitUntil: (work: Promise<unknown>) => void;
	/** How long a lookup waits for the shared budget. */
	readonly timeoutMs?: number;
}

/** A query that may be sent after `waitMs`. `leave` returns it if it is not sent. */
export interface Place {
	readonly waitMs: number;
	leave(): void;
}

export type SharedBudget = ReturnType<typeof createSharedBudget>;

/**
 * Takes queries out of each server's shared budget and reports how they ended. A busy isolate gets queries in blocks, so
 * most of its lookups don't wait for the budget. One for each request, because a request can't wait for another's answer.
 */
export function createSharedBudget({ clock, isolate, exchange, waitUntil, timeoutMs = usualTimeoutMs }: Dependencies) {
	const running = new Map<string, Promise<number>>();
	/** Names that wait for a query, by server. */
	const waiting = new Map<string, number>();

	function of(server: string): IsolateState {
		const known = isolate.get(server);
		if (known) return known;
		const fresh = {
			own: createServerBudget(clock),
			slots: [],
			taken: [],
			outcomes: [],
			failedAt: Number.NEGATIVE_INFINITY,
			askers: new Map(),
		};
		isolate.set(server, fresh);
		return fresh;
	}

	function takeSlot(state: IsolateState): Slot | undefined {
		const now = clock();
		// One that is further away is from before the clock was set back.
		state.slots = state.slots.filter(({ at, until }) => until > now && at <= now + longestWaitMs);
		const slot = state.slots.shift();
		if (slot) state.taken = [...state.taken.slice(1 - mostAtOnce), clock()];
		return slot;
	}

	/** As many as wait now, or as the isolate took recently if that is more. */
	function demand(server: string, { taken }: IsolateState): number {
		const recent = taken.filter((at) => at > clock() - leaseMs).length;
		return Math.min(Math.max(waiting.get(server) ?? 0, recent), mostAtOnce);
	}

	async function ask(server: string, state: IsolateState, request: BudgetRequest): Promise<Grant | undefined> {
		const sinceMs = clock() - state.failedAt;
		// A failure that is later than now is from before the clock was set back.
		if (sinceMs >= 0 && sinceMs < aloneMs) return undefined;
		try {
			const grant = await withTimeout(exchange(server, request), timeoutMs);
			if (!isGrant(grant)) throw new TypeError(`Not a grant: ${JSON.stringify(grant)}`);
			return grant;
		} catch (error) {
			state.failedAt = clock();
			logger.warn("registry_budget_failed", { host: server, error });
			return undefined;
		}
	}

	/** Reports outcomes and gets up to `want` queries. Returns how many. */
	async function renew(server: string, want: number): Promise<number> {
		const state = of(server);
		const outcomes = state.outcomes.splice(0);
		const grant = await ask(server, state, { want, outcomes });
		if (grant) state.own.adopt(grant);
		else state.outcomes = [...outcomes, ...state.outcomes].slice(-maxOutcomes);
		const waits = grant ? grant.waits : state.own.take(want);
		if (grant && waits.length === 0 && grant.pausedMs > 0) state.slots = [];
		const now = clock();
		state.slots.push(...waits.map((wait) => ({ at: now + wait, until: now + wait + leaseMs })));
		return waits.length;
	}

	/** Names of the same search wait for one answer. */
	function renewOnce(server: string): Promise<number> {
		const known = running.get(server);
		if (known) return known;
		const started = renew(server, demand(server, of(server))).finally(() => running.delete(server));
		running.set(server, started);
		return started;
	}

	async function slotOf(server: string): Promise<Slot | "paused" | "busy"> {
		const state = of(server);
		waiting.set(server, (waiting.get(server) ?? 0) + 1);
		try {
			for (;;) {
				const slot = takeSlot(state);
				if (slot) return slot;
				if (state.own.state().pausedMs > 0) return "paused";
				const granted = await renewOnce(server);
				if (granted === 0) return state.own.state().pausedMs > 0 ? "paused" : "busy";
			}
		} finally {
			waiting.set(server, (waiting.get(server) ?? 1) - 1);
		}
	}

	function bucketOf({ askers }: IsolateState, asker: string): Bucket {
		const bucket = askers.get(asker) ?? { tokens: clientRate.burst, filledAt: clock() };
		// Moves it to the end, so that the first one is the least recently active.
		askers.delete(asker);
		askers.set(asker, bucket);
		const [quietest] = askers.keys();
		if (askers.size > maxAskers && quietest !== undefined) askers.delete(quietest);
		return bucket;
	}

	/** Takes a token. Returns the milliseconds until it is available. */
	function takeToken(bucket: Bucket): number {
		const { burst, refillMs } = clientRate;
		const now = clock();
		bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.filledAt) / refillMs) - 1;
		bucket.filledAt = now;
		return bucket.tokens >= 0 ? 0 : Math.ceil(-bucket.tokens * refillMs);
	}

	function record(server: string, outcome: QueryOutcome): void {
		const state = of(server);
		const wasFailing = state.own.state().failures > 0;
		state.own.record(outcome);
		const isNew = outcome.state === "failed" || state.outcomes.at(-1)?.state !== "answered";
		if (isNew) state.outcomes = [...state.outcomes, outcome].slice(-maxOutcomes);
		if (state.own.state().pausedMs > 0) state.slots = [];
		// The first answer after a failure is news. Others are reported with the next request for queries.
		if (outcome.state === "failed" || wasFailing) waitUntil(renew(server, 0));
	}

	return {
		/**
		 * Takes a query out of the server's budget. `paused`: the server failed or asked us to wait. `busy`: the wait would be
		 * too long.
		 * @param asker the client, which gets a share of the budget. Without one, the shop itself, which may use all of it.
		 */
		async enter(server: string, asker?: string): Promise<Place | "paused" | "busy"> {
			const state = of(server);
			const bucket = asker === undefined ? undefined : bucketOf(state, asker);
			const ownTurn = bucket ? takeToken(bucket) : 0;
			const giveBack = () => {
				if (bucket) bucket.tokens += 1;
			};
			const slot = ownTurn > longestWaitMs ? "busy" : await slotOf(server);
			if (slot === "paused" || slot === "busy") {
				giveBack();
				return slot;
			}
			return {
				waitMs: Math.max(slot.at - clock(), ownTurn, 0),
				leave() {
					giveBack();
					state.slots.unshift(slot);
				},
			};
		},

		answered: (server: string): void => record(server, { state: "answered" }),

		/** @param retryAfter seconds, from the server's `Retry-After` */
		failed: (server: string, retryAfter?: number): void =>
			record(server, { state: "failed", ...(retryAfter !== undefined && { retryAfterMs: retryAfter * SECOND }) }),
	};
}

/** During a deployment, the shared budget may be of another release. */
const isGrant = (grant: Partial<Grant> | null | undefined): grant is Grant =>
	Array.isArray(grant?.waits) &&
	grant.waits.every((wait: unknown) => typeof wait === "number" && wait >= 0 && wait <= longestWaitMs) &&
	Number.isFinite(grant.failures) &&
	Number.isFinite(grant.pausedMs);

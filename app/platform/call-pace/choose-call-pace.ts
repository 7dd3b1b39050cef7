import { type Clock, systemClock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { RetryLater } from "~/lib/retry-later";
import type { DnsHost } from "~/platform/dns/dns-host";
import { pause } from "~/platform/registrar/pause";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import type { RegistryBudget } from "~/platform/registrar/registry-budget.workers";
import { createSharedBudget, type IsolateBudgets, type SharedBudget } from "~/platform/registrar/shared-budget";
import { type CallPace, NotNow, withoutPace } from "./call-pace";

type Service = RegistrarId | DnsHost["id"];

/**
 * Gives the pace of the calls that the nightly comparison makes to a service.
 * @param perMinute how many calls it makes in a minute
 */
export type CallPaces = (service: Service, perMinute: number) => CallPace;

/** Services that limit calls, or whose limit also holds for orders and edits. */
const limited: readonly Service[] = ["openprovider", "resellerclub", "cloudflare"];

/** Shorter than a run of the comparison, so that all calls of a minute fit into it. */
const spreadMs = 40 * SECOND;

/** Shared by all requests of the isolate, because services count calls by account or network address. */
const isolateBudgets: IsolateBudgets = new Map();

interface Dependencies {
	readonly budgets: DurableObjectNamespace<RegistryBudget>;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

/** One call a second to each service that limits calls, from all isolates together. Registries set their own pace. */
export function chooseCallPaces({ budgets, waitUntil }: Dependencies): CallPaces {
	const budget = createSharedBudget({
		clock: systemClock,
		isolate: isolateBudgets,
		exchange: (service, request) => budgets.getByName(service).exchange(request),
		waitUntil,
	});
	return (service, perMinute) => {
		if (service === "epp") return evenPace(spreadMs / perMinute);
		return limited.includes(service) ? paceOf(budget, `comparison with ${service}`) : withoutPace;
	};
}

/** One call after the other, which begin at least `apartMs` apart. Only one run of the comparison makes calls at a time. */
export function evenPace(apartMs: number, { wait = pause, clock = systemClock as Clock } = {}): CallPace {
	let next = 0;
	let last: Promise<unknown> = Promise.resolve();

	async function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
		await wait(Math.max(0, next - clock()));
		next = clock() + apartMs;
		return call();
	}

	return (call) => {
		const turn = last.then(() => inTurn(call));
		last = turn.catch(() => undefined);
		return turn;
	};
}

/** One call after the other, each in its turn. */
export function paceOf(budget: SharedBudget, service: string, wait = pause): CallPace {
	let last: Promise<unknown> = Promise.resolve();

	async function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
		const place = await budget.enter(service);
		if (place === "paused" || place === "busy") throw new NotNow(`${service} is ${place}`);
		await wait(place.waitMs);
		try {
			const result = await call();
			budget.answered(service);
			return result;
		} catch (error) {
			budget.failed(service, error instanceof RetryLater ? error.afterMs / SECOND : undefined);
			throw error;
		}
	}

	return (call) => {
		const turn = last.then(() => inTurn(call));
		last = turn.catch(() => undefined);
		return turn;
	};
}

import type { Clock } from "~/lib/clock";
import type { Op } from "../registrar";
import type { RegistrarAccount, RegistrarProblem } from "../registrar-orders";
import type { RegistrarOrdersRepo } from "../registrar-orders.repo.server";
import { unsent } from "./ops";

/** The call was not made, or the registrar did not process it, because calls are stopped. */
export class Stopped extends Error {
	override name = "Stopped";
	constructor(
		registrar: RegistrarAccount,
		readonly problem: RegistrarProblem,
	) {
		super(`Calls to ${registrar} are stopped: ${problem}`);
	}
}

/** The registrar understood the call and refused it. Nothing was done. */
export class Refused extends Error {
	override name = "Refused";
	constructor(
		message: string,
		/** The registrar's error code. 0 if it has none. */
		readonly code = 0,
	) {
		super(message.slice(0, 300));
	}
}

interface Options {
	readonly registrar: RegistrarAccount;
	readonly clock: Clock;
	readonly repo: Pick<RegistrarOrdersRepo, "problem" | "stop" | "tryAgain" | "resume">;
	/** How long calls stop after each problem, until one checks whether it is over. */
	readonly stopMs: Readonly<Record<RegistrarProblem, number>>;
}

export type CallGate = ReturnType<typeof createCallGate>;

/** Stops calls to a registrar while it has a problem with us. */
export function createCallGate({ registrar, clock, repo, stopMs }: Options) {
	async function record(problem: RegistrarProblem): Promise<void> {
		const now = clock();
		await repo.stop(problem, now + stopMs[problem], now);
	}

	return {
		record,
		resume: () => repo.resume(clock()),
		stopped: (problem: RegistrarProblem) => new Stopped(registrar, problem),

		async stop(problem: RegistrarProblem): Promise<never> {
			await record(problem);
			throw new Stopped(registrar, problem);
		},

		/**
		 * Whether the call checks if a problem is over. Only orders stop while the balance is too low.
		 * @throws Stopped unless a call may be made now
		 */
		async enter(isOrder: boolean): Promise<boolean> {
			const found = await repo.problem();
			if (!found || (found.problem === "balance" && !isOrder)) return false;
			const now = clock();
			if (found.retryAt > now || !(await repo.tryAgain(now + stopMs[found.problem], now)))
				throw new Stopped(registrar, found.problem);
			return true;
		},

		/**
		 * Whether new names can be ordered now.
		 * @param probe a free call, which shows whether a problem is over
		 */
		async takesOrders(probe: () => Promise<unknown>): Promise<boolean> {
			const found = await repo.problem();
			if (!found || found.problem === "busy") return true;
			if (found.retryAt > clock()) return false;
			// Only an order shows whether the balance suffices.
			if (found.problem === "balance") return true;
			return probe().then(
				() => true,
				() => false,
			);
		},

		/**
		 * Makes a free call. A registrar that only asks us to wait for some minutes answers.
		 * @throws if it does not answer, or not as expected
		 */
		async reach(probe: () => Promise<unknown>): Promise<void> {
			await probe().catch((error: unknown) => {
				if (!(error instanceof Stopped && error.problem === "busy")) throw error;
			});
		},

		/** For staff. Makes no call. */
		async problem(): Promise<string | undefined> {
			const found = await repo.problem();
			return found && found.problem !== "busy" ? `${registrar}: ${found.problem}` : undefined;
		},
	};
}

/** Orders stay pending while calls are stopped, and are tried again later. */
export async function orPending<Result>(opId: string, run: () => Promise<Result>): Promise<Result | Op> {
	try {
		return await run();
	} catch (error) {
		if (error instanceof Stopped) return unsent(opId);
		throw error;
	}
}

import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { randomToken } from "~/lib/ids";
import { createCallGate, Refused } from "../orders/call-gate";
import type { RegistrarOrdersRepo } from "../registrar-orders.repo.server";
import { type EppResponse, parseResponse } from "./answers";
import { acknowledge, type EppCommand, namespaces, poll, transactionId } from "./commands";
import type { EppSession, Exchanged, Offers } from "./session";

interface Options {
	/** The registry's name in the configuration. */
	readonly name: string;
	readonly session: Pick<EppSession, "exchange">;
	readonly repo: RegistrarOrdersRepo;
	readonly clock: Clock;
}

/** The command may succeed later. 2002: the registry has forgotten our login. 2400 and 2500: it failed. */
const isTemporary = (code: number): boolean => code === 2002 || code === 2400 || code === 2500;

/** How long commands stop after each problem, until one checks whether it is over. */
const stopMs = { blocked: HOUR, credentials: 15 * MINUTE, contract: HOUR, balance: 15 * MINUTE, busy: MINUTE };

/** Messages read after one command. The others wait for the next one. */
const mostMessages = 5;

export type Registry = ReturnType<typeof createRegistry>;

/** A registry behind its session: its refusals as errors, and no commands while a problem stops them. */
export function createRegistry({ name, session, repo, clock }: Options) {
	const gate = createCallGate({ registrar: `epp:${name}`, repo, clock, stopMs });
	let offers: Offers = { objects: [], extensions: [] };

	/** An id for a command that belongs to no operation. */
	const freshId = (step: string) => transactionId(randomToken().slice(0, 20), step);

	/** @throws Stopped, or another error if the result is unknown */
	async function responseOf(exchanged: Exchanged): Promise<EppResponse> {
		switch (exchanged.state) {
			case "answered": {
				offers = exchanged.offers;
				const response = parseResponse(exchanged.answer);
				if (response.code === 2104) return gate.stop("balance");
				if (response.code === 2200 || response.code === 2501) return gate.stop("credentials");
				if (response.code === 2502) return gate.stop("busy");
				return response;
			}
			case "unsent":
				if (exchanged.problem !== "unreachable") return gate.stop(exchanged.problem);
				throw new Error(`${name} can't be reached: ${exchanged.message}`);
			case "unknown":
				throw new Error(`${name} gave no answer: ${exchanged.message}`);
		}
	}

	/** Reads and acknowledges messages. Orders learn their state from the objects, so a lost message loses nothing. */
	async function readMessages(): Promise<void> {
		for (let count = 0; count < mostMessages; count += 1) {
			const { code, queue } = await responseOf(await session.exchange(poll(freshId("poll"))));
			if (code !== 1301 || !queue) return;
			console.warn(`Message ${queue.id} of ${name}: ${queue.text}`);
			await responseOf(await session.exchange(acknowledge(freshId("ack"), queue.id)));
		}
	}

	return {
		name,
		gate,
		freshId,

		/** Whether the registry offers an object or an extension. Known after the first command. */
		offers: (what: keyof typeof namespaces): boolean =>
			[...offers.objects, ...offers.extensions].includes(namespaces[what]),

		/**
		 * @param isOrder it costs money, so it stops while the balance is too low
		 * @throws Refused, Stopped, or another error if the result is unknown
		 */
		async run(command: EppCommand, isOrder = false): Promise<EppResponse> {
			const isRetry = await gate.enter(isOrder);
			const response = await responseOf(await session.exchange(command));
			if (isRetry) await gate.resume();
			if (isTemporary(response.code)) throw new Error(`${name} failed: ${response.code}: ${response.message}`);
			if (response.code >= 2000) throw new Refused(`${response.code}: ${response.message}`, response.code);
			if (response.queue)
				await readMessages().catch((error) => console.warn(`Messages of ${name}:`, errorMessage(error)));
			return response;
		},
	};
}

import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { logger } from "~/lib/log.server";
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
	async function send(command: EppCommand): Promise<EppResponse> {
		const startedAt = clock();
		const exchanged = await session.exchange(command);
		let response: EppResponse | undefined;
		try {
			if (exchanged.state === "answered") response = parseResponse(exchanged.answer);
		} finally {
			logCommand(command, exchanged, response, clock() - startedAt);
		}
		return responseOf(exchanged, response);
	}

	function logCommand({ id }: EppCommand, exchanged: Exchanged, response: EppResponse | undefined, durationMs: number) {
		const { code = null, serverId = null } = response ?? {};
		const { state } = exchanged;
		const outcome = state === "unsent" ? exchanged.problem : response || state === "unknown" ? state : "unreadable";
		const line = { service: name, operation: id.split(".").at(-1) ?? "", clientId: id, providerId: serverId };
		const log = response ? logger.info : logger.warn;
		log("epp_command", { ...line, outcome, code, durationMs });
	}

	function responseOf(exchanged: Exchanged, response: EppResponse | undefined): EppResponse | Promise<never> {
		if (exchanged.state === "answered" && response) {
			offers = exchanged.offers;
			if (response.code === 2104) return gate.stop("balance");
			if (response.code === 2200 || response.code === 2501) return gate.stop("credentials");
			if (response.code === 2502) return gate.stop("busy");
			return response;
		}
		if (exchanged.state === "unsent") {
			if (exchanged.problem !== "unreachable") return gate.stop(exchanged.problem);
			throw new Error(`${name} can't be reached: ${exchanged.message}`);
		}
		throw new Error(`${name} gave no answer: ${exchanged.state === "unknown" ? exchanged.message : ""}`);
	}

	/** Reads and acknowledges messages. Orders learn their state from the objects, so a lost message loses nothing. */
	async function readMessages(): Promise<void> {
		for (let count = 0; count < mostMessages; count += 1) {
			const { code, queue } = await send(poll(freshId("poll")));
			if (code !== 1301 || !queue) return;
			logger.info("registry_message", { service: name, providerId: queue.id });
			await send(acknowledge(freshId("ack"), queue.id));
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
			const response = await send(command);
			if (isRetry) await gate.resume();
			if (isTemporary(response.code)) throw new Error(`${name} failed: ${response.code}: ${response.message}`);
			if (response.code >= 2000) throw new Refused(`${response.code}: ${response.message}`, response.code);
			if (response.queue)
				await readMessages().catch((error) => logger.warn("registry_messages_failed", { service: name, error }));
			return response;
		},
	};
}

import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { inCompletionOrder } from "~/lib/completion-order";
import { errorMessage } from "~/lib/error-message";
import { logger } from "~/lib/log.server";
import type { HeldName } from "../held-name";
import { orPending, Refused } from "../orders/call-gate";
import {
	type Availability,
	type CommandResult,
	type RegistrarAdapter,
	type RegistryAnswer,
	type RegistryState,
	transferAnswers,
	usualReadsPerMinute,
} from "../registrar";
import { createRegistrarOrdersRepo } from "../registrar-orders.repo.server";
import { checkedDomains } from "./answers";
import type { EppCommand } from "./commands";
import { checkDomains, deleteDomain, transferDomain, updateDomain } from "./domain-commands";
import { createObjects, holdStatus, newAuthCode } from "./objects";
import { createOrders } from "./orders";
import { createRegistry } from "./registry";
import type { EppSession } from "./session";
import { settingsToSend } from "./settings";

interface RegistryOptions {
	/** Its name in the configuration. */
	readonly name: string;
	/** Extensions, without the first dot. */
	readonly tlds: readonly string[];
	/** Our identifier at the registry. */
	readonly client: string;
	readonly session: Pick<EppSession, "exchange">;
	/** Default: the usual number. */
	readonly readsPerMinute?: number | undefined;
}

interface Options {
	readonly db: Database;
	readonly clock: Clock;
	readonly registries: readonly RegistryOptions[];
}

type Adapter = RegistrarAdapter & Pick<Availability, "check">;

/** Names in one check. Registries allow different numbers. */
const mostChecked = 10;

function stateOf({ available, reason }: { available: boolean; reason: string | undefined }): RegistryState {
	if (available) return "available";
	return /reserv|block|prohibit|restrict/i.test(reason ?? "") ? "reserved" : "taken";
}

const tldOf = (name: string): string => name.slice(name.indexOf(".") + 1);

/** Registrations directly at registries, by EPP. Each extension belongs to one of them. */
export function createEppRegistrar({ registries, ...dependencies }: Options): Adapter {
	const adapters = registries.map((one) => ({
		tlds: one.tlds,
		adapter: createRegistryAdapter({ ...dependencies, ...one }),
	}));

	const find = (name: string): Adapter | undefined => adapters.find(({ tlds }) => tlds.includes(tldOf(name)))?.adapter;

	/** @throws if no registry is configured for the extension */
	function at(name: string): Adapter {
		const found = find(name);
		if (!found) throw new Error(`No registry for .${tldOf(name)}`);
		return found;
	}

	return {
		async *check(names, signal) {
			for (const { tlds, adapter } of adapters)
				yield* adapter.check(
					names.filter((name) => tlds.includes(tldOf(name))),
					signal,
				);
		},
		choose: async (name) => at(name).choose(name),
		register: async (command) => at(command.name).register(command),
		transferIn: async (command) => at(command.name).transferIn(command),
		renew: async (command) => at(command.name).renew(command),
		restore: async (command) => at(command.name).restore(command),
		lookUp: async (name) => find(name)?.lookUp(name),
		info: async (held) => at(held.name).info(held),
		update: async (held, settings) => at(held.name).update(held, settings),
		authCode: async (held) => at(held.name).authCode(held),
		departure: async (held) => (await at(held.name).departure?.(held)) ?? "unknown",
		outgoing: async (held) => at(held.name).outgoing?.(held),
		answerOutgoing: async (held, answer) => (await at(held.name).answerOutgoing?.(held, answer)) ?? "by_hand",
		resetAuthCode: async (held) => at(held.name).resetAuthCode(held),
		setHold: async (held, isHeld) => (await at(held.name).setHold?.(held, isHeld)) ?? { refused: "" },
		remove: async (held) => at(held.name).remove(held),
		op: async (ref, order) => at(order.name).op(ref, order),
		// One round reads the names of all registries, so the slowest sets its pace.
		readsPerMinute: Math.min(...registries.map((one) => one.readsPerMinute ?? usualReadsPerMinute)),
		async problem() {
			for (const { adapter } of adapters) {
				const problem = await adapter.problem?.();
				if (problem) return problem;
			}
			return undefined;
		},
		async reach() {
			await Promise.all(adapters.map(({ adapter }) => adapter.reach?.()));
		},
	};
}

function createRegistryAdapter({
	db,
	clock,
	name,
	client,
	session,
	tlds,
}: Omit<Options, "registries"> & RegistryOptions): Adapter {
	const repo = createRegistrarOrdersRepo(db, `epp:${name}`);
	const registry = createRegistry({ name, session, repo, clock });
	const objects = createObjects(registry, client);
	const orders = createOrders({ registry, repo, clock, objects, client });
	const { gate, run, freshId } = registry;

	const probe = () => run(checkDomains(freshId("probe"), [`probe.${tlds[0]}`]));

	async function checkGroup(names: readonly string[]): Promise<RegistryAnswer[]> {
		const answer = { source: `epp:${name}`, checkedAt: clock() };
		try {
			const checked = checkedDomains(await run(checkDomains(freshId("check"), names)));
			return names.map((one) => {
				const found = checked.find((result) => result.name === one);
				return { ...answer, name: one, state: found ? stateOf(found) : "unknown", reason: found?.reason };
			});
		} catch (error) {
			return names.map((one) => ({ ...answer, name: one, state: "unknown", reason: errorMessage(error) }));
		}
	}

	/** Changes the domain. `refused`: the registry's answer. */
	async function tryChange(command: EppCommand): Promise<"done" | { readonly refused: string }> {
		try {
			await run(command);
			return "done";
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			logger.warn("registrar_refused", { service: name, operation: "settings", error });
			return { refused: error.message };
		}
	}

	/** Changes the domain. `by_hand`: the registry refuses it. */
	const change = async (command: EppCommand): Promise<CommandResult> =>
		(await tryChange(command)) === "done" ? "done" : "by_hand";

	return {
		async *check(names, signal) {
			const groups = Array.from({ length: Math.ceil(names.length / mostChecked) }, (_, index) =>
				names.slice(index * mostChecked, (index + 1) * mostChecked),
			);
			for await (const answers of inCompletionOrder(groups.map(checkGroup))) if (!signal?.aborted) yield* answers;
		},

		choose: async () => ((await gate.takesOrders(probe)) ? "epp" : undefined),

		register: (command) => orPending(command.opId, () => orders.register(command)),
		transferIn: (command) => orPending(command.opId, () => orders.transferIn(command)),
		renew: (command) => orPending(command.opId, () => orders.renew(command)),
		restore: (command) => orPending(command.opId, () => orders.restore(command)),

		async op(ref) {
			const row = await repo.order(ref);
			// Not sent yet: the same command has to be given again.
			if (!row || row.sentAt === null) return undefined;
			return orPending(ref, () => orders.op(row));
		},

		problem: gate.problem,
		reach: () => gate.reach(probe),

		async lookUp(wanted) {
			const found = await objects.find(wanted);
			return found && found !== "elsewhere" && !found.statuses.includes("pendingCreate")
				? objects.infoOf(found)
				: undefined;
		},

		async info(held: HeldName) {
			const found = await objects.held(held);
			return found ? objects.infoOf(found) : "not_held";
		},

		async update(held, settings) {
			const domain = await objects.held(held);
			if (!domain) return "not_held";
			try {
				const changes = await settingsToSend(domain, settings, { registry, objects });
				return changes ? await change(updateDomain(freshId("update"), changes)) : "done";
			} catch (error) {
				if (!(error instanceof Refused)) throw error;
				logger.warn("registrar_refused", { service: name, operation: "objects", error });
				return "by_hand";
			}
		},

		/** Sets a new code if the registry keeps the current one secret. */
		async authCode(held) {
			const domain = await objects.held(held);
			if (!domain) return "not_held";
			if (domain.authCode) return { code: domain.authCode };
			const code = newAuthCode();
			const changed = await change(updateDomain(freshId("auth"), { name: held.name, authCode: code }));
			return changed === "done" ? { code } : undefined;
		},

		departure: async (held) => ((await objects.isTransferred(held)) ? "transferred" : "unknown"),

		async outgoing(held) {
			const domain = await objects.held(held);
			if (!domain?.statuses.includes("pendingTransfer")) return undefined;
			const transfer = await orders.lastTransfer(held.name);
			if (transfer?.status !== "pending" || transfer.requestedBy === client) return undefined;
			const { requestedBy: to, requestedAt, actionAt: until } = transfer;
			return { to, requestedAt, until, answers: transferAnswers };
		},

		async answerOutgoing(held, answer) {
			const domain = await objects.held(held);
			return domain ? change(transferDomain(freshId("transfer"), answer, held.name)) : "not_held";
		},

		async resetAuthCode(held) {
			const domain = await objects.held(held);
			if (!domain) return "not_held";
			return change(updateDomain(freshId("auth"), { name: held.name, authCode: newAuthCode() }));
		},

		async setHold(held, isHeld) {
			const domain = await objects.held(held);
			if (!domain) return "not_held";
			if (domain.statuses.includes(holdStatus) === isHeld) return "done";
			const changes = isHeld ? { addStatuses: [holdStatus] } : { removeStatuses: [holdStatus] };
			return tryChange(updateDomain(freshId("hold"), { name: held.name, ...changes }));
		},

		async remove(held) {
			const domain = await objects.held(held);
			if (!domain) return "not_held";
			if (domain.statuses.includes("pendingDelete")) return "done";
			return change(deleteDomain(freshId("delete"), held.name));
		},
	};
}

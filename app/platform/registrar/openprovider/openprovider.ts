import { z } from "zod";
import type { Database } from "~/db/client.server";
import { logger } from "~/lib/log.server";
import { orPending, Refused } from "../orders/call-gate";
import { byHand, deleted, failed } from "../orders/ops";
import { createTermOrders } from "../orders/term-orders";
import type { Availability, RegisterCommand, RegistrarAdapter, RenewCommand, RestoreCommand } from "../registrar";
import { createRegistrarOrdersRepo } from "../registrar-orders.repo.server";
import { createAccount } from "./account";
import { createOpenProviderApi } from "./api";
import { type DomainObject, expiryOf, infoOf, phaseOf } from "./domain-object";
import { createNameCheck } from "./name-check";
import { createNameOrders } from "./name-orders";
import { createRecords } from "./records";
import { createRegistrantChecks } from "./registrant-checks";
import { hasNothingToChange, isTemporary, ofRefusal } from "./results";
import { settingsToSend } from "./settings";

type Options = Omit<Parameters<typeof createOpenProviderApi>[0], "repo"> & { readonly db: Database };

/** A registrar at openprovider.com, by its REST API v1beta (docs.openprovider.com). */
export function createOpenProviderRegistrar({ db, ...options }: Options): RegistrarAdapter & Availability {
	const { clock } = options;
	const repo = createRegistrarOrdersRepo(db, "openprovider");
	const api = createOpenProviderApi({ ...options, repo });
	const tools = { api, repo, clock };
	const records = createRecords(tools);
	const names = createNameCheck(tools);
	const nameOrders = createNameOrders({ ...tools, records });
	const termOrders = createTermOrders<DomainObject>({
		...{ repo, clock, registrarName: "OpenProvider", held: records.held, ofRefusal },
		termOf: (domain) => ({ expiry: expiryOf(domain), phase: phaseOf(domain) }),
		obstacleOf,
		send(domain, years) {
			const isDeleted = phaseOf(domain) === "deleted";
			const path = `/domains/${domain.id}/${isDeleted ? "restore" : "renew"}`;
			const { name, extension } = domain.domain;
			const body = { id: domain.id, domain: { name, extension }, ...(!isDeleted && { period: years }) };
			return api.call({ method: "POST", path, body, data: z.unknown(), isOrder: true });
		},
	});

	/** Why the domain can't be extended in this way. */
	function obstacleOf({ opId, name }: RenewCommand | RestoreCommand, domain: DomainObject, years: number | null) {
		const isDeleted = phaseOf(domain) === "deleted";
		if (years === null) return isDeleted ? undefined : failed(opId, "2304", `${name} is not in redemption.`);
		if (!isDeleted) return undefined;
		// In the first quarantine, the official module renews a name by restoring it (RenewDomainController).
		if ((domain.soft_quarantine_expiry_date ?? 0) <= clock()) return deleted(opId, name);
		return years === 1 ? undefined : byHand(opId, `Restore ${name}, and renew it so that ${years} years are added.`);
	}

	async function registration(command: RegisterCommand) {
		const { years, nameservers = [], privacy = false } = command;
		const fee = await names.premiumFee(command);
		if (typeof fee === "object") return fee;
		const servers = nameservers.map((name, index) => ({ name, seq_nr: index }));
		const fields = {
			...{ period: years, is_private_whois_enabled: privacy },
			...(servers.length > 0 && { name_servers: servers }),
			...(fee !== undefined && { accept_premium_fee: fee }),
		};
		return { path: "/domains", fields };
	}

	return {
		check: names.check,
		probe: api.probe,

		choose: async () => ((await api.gate.takesOrders(api.probe)) ? "openprovider" : undefined),

		register: (command) =>
			orPending(command.opId, () => nameOrders.place(command, "register", () => registration(command))),

		transferIn: (command) =>
			orPending(command.opId, () =>
				nameOrders.place(command, "transfer", async () => ({
					path: "/domains/transfer",
					fields: { auth_code: command.authCode, import_nameservers_from_registry: true },
				})),
			),

		renew: (command) => orPending(command.opId, () => termOrders.place(command, command.years)),
		restore: (command) => orPending(command.opId, () => termOrders.place(command, null)),

		async op(ref) {
			const row = await repo.order(ref);
			// Not sent yet: the same command has to be given again.
			if (!row || row.sentAt === null) return undefined;
			return orPending(ref, async () => {
				if (row.kind === "register" || row.kind === "transfer") return nameOrders.stateOf(row);
				const found = await records.find(row.name);
				return found && termOrders.stateOf(row, found);
			});
		},

		list: records.list,
		readsPerMinute: 60,

		problem: api.gate.problem,
		reach: () => api.gate.reach(api.probe),
		...createRegistrantChecks({ api, records }),
		...createAccount({ api }),

		async lookUp(name) {
			const found = await records.find(name);
			return found && phaseOf(found) !== "waiting" && records.isWithUs(found) ? infoOf(found) : undefined;
		},

		async info(name) {
			const found = await records.held(name);
			return found ? infoOf(found) : "not_held";
		},

		async update(name, settings) {
			const found = await records.held(name);
			if (!found) return "not_held";
			const body = await settingsToSend(found, settings, records);
			if (body === "by_hand") return body;
			if (Object.keys(body).length === 0) return "done";
			try {
				await api.call({ method: "PUT", path: `/domains/${found.id}`, body, data: z.unknown() });
			} catch (error) {
				if (!(error instanceof Refused) || isTemporary(error)) throw error;
				if (hasNothingToChange(error)) return "done";
				logger.warn("registrar_refused", { service: "openprovider", operation: "settings", error });
				return "by_hand";
			}
			return "done";
		},

		async authCode(name) {
			const found = await records.held(name);
			if (!found) return "not_held";
			const data = z.object({ auth_code: z.string().nullish() });
			const { auth_code: code } = await api.call({ method: "GET", path: `/domains/${found.id}/authcode`, data });
			return code ? { code } : undefined;
		},

		departure: async (name) => ((await records.isTransferred(name)) ? "transferred" : "unknown"),

		// Its support says that a transfer can't be rejected by the registrar's side (support.openprovider.eu, 360012126480).
		takesAnswers: ["approve"],

		async answerOutgoing(name, answer) {
			if (answer === "reject") return "by_hand";
			const found = await records.held(name);
			if (!found) return "not_held";
			try {
				const { id, domain } = found;
				const body = { id, domain, approve: 1 };
				await api.call({ method: "POST", path: `/domains/${id}/transfer/approve`, body, data: z.unknown() });
				return "done";
			} catch (error) {
				if (error instanceof Refused && !isTemporary(error)) return "by_hand";
				throw error;
			}
		},

		async resetAuthCode(name) {
			const found = await records.held(name);
			if (!found) return "not_held";
			try {
				const path = `/domains/${found.id}/authcode/reset`;
				await api.call({ method: "POST", path, body: {}, data: z.unknown() });
				return "done";
			} catch (error) {
				if (error instanceof Refused && !isTemporary(error)) return "by_hand";
				throw error;
			}
		},

		async remove(name) {
			const found = await records.held(name);
			if (!found) return "not_held";
			if (phaseOf(found) === "deleted") return "done";
			try {
				await api.call({ method: "DELETE", path: `/domains/${found.id}`, data: z.unknown() });
				return "done";
			} catch (error) {
				if (error instanceof Refused && !isTemporary(error)) return "by_hand";
				throw error;
			}
		},
	};
}

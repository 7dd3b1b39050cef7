import { z } from "zod";
import type { Database } from "~/db/client.server";
import { orPending, Refused } from "../orders/call-gate";
import { deleted, failed } from "../orders/ops";
import { createTermOrders } from "../orders/term-orders";
import type { Availability, RegistrarAdapter } from "../registrar";
import { createRegistrarOrdersRepo } from "../registrar-orders.repo.server";
import { createAccount } from "./account";
import { createResellerClubApi } from "./api";
import { type DomainOrder, expiryOf, infoOf, phaseOf } from "./domain-order";
import { createNameCheck } from "./name-check";
import { createNameOrders } from "./name-orders";
import { createRecords } from "./records";
import { createRegistrantChecks } from "./registrant-checks";
import { isBusy, ofRefusal } from "./results";
import { createSettings } from "./settings";

type Options = Omit<Parameters<typeof createResellerClubApi>[0], "repo"> & { readonly db: Database };

/** A registrar at resellerclub.com, by LogicBoxes' HTTP API (manage.resellerclub.com/kb/answer/744). */
export function createResellerClubRegistrar({ db, ...options }: Options): RegistrarAdapter & Availability {
	const { clock } = options;
	const repo = createRegistrarOrdersRepo(db, "resellerclub");
	const api = createResellerClubApi({ ...options, repo });
	const tools = { api, repo, clock };
	const records = createRecords(tools);
	const names = createNameCheck(tools);
	const nameOrders = createNameOrders({ ...tools, records, names });
	const settings = createSettings({ api, records });
	const termOrders = createTermOrders<DomainOrder>({
		...{ repo, clock, registrarName: "ResellerClub", held: records.held },
		termOf: (order) => ({ expiry: expiryOf(order), phase: phaseOf(order) }),
		obstacleOf({ opId, name }, order, years) {
			const isDeleted = phaseOf(order) === "deleted";
			if (isDeleted === (years === null)) return undefined;
			return isDeleted ? deleted(opId, name) : failed(opId, "2304", `${name} is not in redemption.`);
		},
		send(order, years) {
			const params = { "order-id": order.orderid, "invoice-option": "NoInvoice" };
			if (years === null) return api.order("domains/restore", params);
			return api.order("domains/renew", {
				...{ ...params, years, "exp-date": expiryOf(order) / 1_000 },
				...{ "auto-renew": false, "purchase-privacy": order.isprivacyprotected },
			});
		},
		ofRefusal: (row, refused) => ofRefusal({ repo, now: clock() }, row, refused),
	});

	/** For an extension whose registry gives out a code only when asked. */
	async function newAuthCode({ orderid }: DomainOrder): Promise<string> {
		const code = `Rk9!${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`;
		await api.post("domains/modify-auth-code", { "order-id": orderid, "auth-code": code }, z.unknown());
		return code;
	}

	return {
		check: names.check,
		probe: api.probe,
		choose: async () => ((await api.gate.takesOrders(api.probe)) ? "resellerclub" : undefined),
		problem: api.gate.problem,
		reach: () => api.gate.reach(api.probe),
		...createRegistrantChecks({ api, records }),
		...createAccount({ api, resellerId: options.resellerId }),

		register: (command) => orPending(command.opId, () => nameOrders.register(command)),
		transferIn: (command) => orPending(command.opId, () => nameOrders.transfer(command)),
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

		async lookUp(name) {
			const found = await records.find(name);
			return found && ["active", "deleted"].includes(phaseOf(found)) ? infoOf(found) : undefined;
		},

		list: records.list,
		readsPerMinute: 50,

		async info(name) {
			const found = await records.held(name);
			return found ? infoOf(found) : "not_held";
		},

		async update(name, wanted) {
			const found = await records.held(name);
			return found ? settings.apply(found, wanted) : "not_held";
		},

		async authCode(name) {
			const found = await records.held(name);
			if (!found) return "not_held";
			return { code: found.domsecret || (await newAuthCode(found)) };
		},

		async resetAuthCode(name) {
			const found = await records.held(name);
			if (!found) return "not_held";
			try {
				await newAuthCode(found);
				return "done";
			} catch (error) {
				if (error instanceof Refused && !isBusy(error)) return "by_hand";
				throw error;
			}
		},

		async remove(name) {
			const found = await records.held(name);
			if (!found) return "not_held";
			if (phaseOf(found) === "deleted") return "done";
			// ResellerClub deletes only during the days in which it gives the money back.
			if (!found.allowdeletion) return "by_hand";
			try {
				await api.post("domains/delete", { "order-id": found.orderid }, z.unknown());
			} catch (error) {
				if (error instanceof Refused && !isBusy(error)) return "by_hand";
				throw error;
			}
			await repo.releaseName(found.domainname, clock());
			return "done";
		},
	};
}

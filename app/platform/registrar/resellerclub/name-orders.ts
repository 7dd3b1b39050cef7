import { z } from "zod";
import { HOUR, MINUTE } from "~/lib/durations";
import { Refused } from "../orders/call-gate";
import { byHand, failed, pending, unsent } from "../orders/ops";
import { sendOrder } from "../orders/send-order";
import type { Op, RegisterCommand, TransferCommand } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";
import type { Params } from "./api";
import { contactTypeOf } from "./contact-types";
import { type DomainOrder, expiryOf, phaseOf } from "./domain-order";
import type { createNameCheck } from "./name-check";
import type { Records, Tools } from "./records";
import { isInvalidContact, isWrongCode, ofRefusal } from "./results";

interface NameTools extends Tools {
	readonly records: Records;
	readonly names: ReturnType<typeof createNameCheck>;
}

const isOp = (value: Op | Params): value is Op => "ref" in value;

/** How long an order whose answer was lost may take to become visible. */
const settleMs = 10 * MINUTE;

/**
 * Registrations and transfers. ResellerClub does not store our ids, so a name has one order at a time. A record that appears
 * after an order was sent belongs to that order.
 */
export function createNameOrders(tools: NameTools) {
	const { api, repo, clock, records, names } = tools;

	/** The state of an order that was sent, from its record. */
	async function ofOwnRecord(row: StoredOrder, order: DomainOrder): Promise<Op> {
		const { opId, name, kind } = row;
		const { orderid, actionstatus, actionstatusdesc: reason } = order;
		switch (phaseOf(order)) {
			case "active":
				return { ref: opId, state: "succeeded", expiry: expiryOf(order) };
			case "waiting": {
				if (kind === "transfer" && isWrongCode(`${actionstatus} ${reason}`)) {
					await api.post("domains/cancel-transfer", { "order-id": orderid }, z.unknown());
					await repo.forget(opId, clock());
					return failed(opId, "2202", reason);
				}
				return pending(row, { action: `The order of ${name} at ResellerClub still waits: ${reason}` });
			}
			default:
				return failed(opId, "2400", `ResellerClub reports that the order of ${name} failed: ${reason}`);
		}
	}

	/** What a record means for an order that did not make it. */
	function ofOtherRecord({ opId, name, kind }: Pick<StoredOrder, "opId" | "name" | "kind">, order: DomainOrder): Op {
		if (kind === "register" && phaseOf(order) === "active") return failed(opId, "2302", `${name} is taken.`);
		return byHand(opId, `${name} is in our ResellerClub account already. Check whose it is.`);
	}

	/** The state of an order that ResellerClub has or may have. Undefined if it can be placed. */
	async function stateOf(row: StoredOrder): Promise<Op | undefined> {
		const { opId, name, kind, accepted, sentAt } = row;
		const found = await records.find(name);
		if (found) return sentAt === null ? ofOtherRecord(row, found) : ofOwnRecord(row, found);
		if (sentAt === null) return undefined;
		if (clock() < sentAt + (accepted > 0 ? HOUR : settleMs)) return pending(row);
		if (accepted === 0) return undefined;
		// A rejected transfer leaves the account.
		if (kind === "transfer") return failed(opId, "2304", `The transfer of ${name} was rejected.`);
		return byHand(opId, `ResellerClub accepted the order of ${name}, but does not show it.`);
	}

	/** Stores the order. Waits for another order of the same name. */
	async function begin({ opId, name }: RegisterCommand | TransferCommand, kind: "register" | "transfer") {
		const wanted = { opId, name, kind, currentExpiry: 0 };
		const row = await repo.begin(wanted, clock());
		if (row) return row;
		const found = await records.find(name);
		if (found) return ofOtherRecord(wanted, found);
		await repo.release(wanted, clock());
		return (await repo.begin(wanted, clock())) ?? unsent(opId);
	}

	/** The check of a name and what the check adds to its registration. */
	async function checked({ opId, name, years, maxCost }: RegisterCommand): Promise<Op | Params> {
		const { state, premium, reason } = await names.checkOne(name);
		if (state === "available") return {};
		if (state === "taken") return failed(opId, "2302", `${name} is taken.`);
		if (state !== "premium" || !premium) {
			if (reason?.includes("premium"))
				return byHand(opId, `${name} is ${reason}. Compare its price with what was paid.`);
			throw new Error(`ResellerClub does not know whether ${name} is available: ${reason}`);
		}
		if (maxCost?.currency !== "KES" || years !== 1)
			return byHand(opId, `${name} is a premium name. Compare its price with what was paid.`);
		if (premium.register.amount > maxCost.amount) return failed(opId, "2306", `${name} costs more than was agreed.`);
		return { "attr-name1": "premium", "attr-value1": "true" };
	}

	/** Whether the current registrar lets the name go. Undefined: it does. */
	async function transferObstacle({ opId, name }: TransferCommand): Promise<Op | undefined> {
		try {
			const isAllowed = await api.get("domains/validate-transfer", { "domain-name": name }, z.boolean());
			return isAllowed ? undefined : failed(opId, "2304", `The current registrar does not let ${name} go.`);
		} catch (error) {
			if (error instanceof Refused && /available for registration/i.test(error.message))
				return failed(opId, "2303", `${name} is not registered.`);
			throw error;
		}
	}

	async function place(
		command: RegisterCommand | TransferCommand,
		kind: "register" | "transfer",
		prepare: () => Promise<Op | Params>,
	): Promise<Op> {
		const { opId, name, registrant } = command;
		const row = await begin(command, kind);
		if ("state" in row) return row;
		const state = await stateOf(row);
		if (state) return state;
		const type = contactTypeOf(name);
		if (!type) return byHand(opId, `${name} needs additional data. Order it in ResellerClub's control panel.`);
		const more = await prepare();
		if (isOp(more)) return more;
		const customer = await records.customerOf(registrant, name);
		const contact = await records.contactOf(registrant, customer, type, name);
		const params = {
			...{ "domain-name": name, "customer-id": customer, "invoice-option": "NoInvoice", "auto-renew": false },
			...{ "reg-contact-id": contact, "admin-contact-id": contact, "tech-contact-id": contact },
			...{ "billing-contact-id": contact, ...more },
		};
		const refusal = await sendOrder(
			tools,
			row,
			() => api.order(`domains/${kind}`, params),
			async (refused) => {
				if (!isInvalidContact(refused)) return ofRefusal({ repo, now: clock() }, row, refused);
				// Someone deleted the contact there. The next run creates it again.
				await records.forgetContact(registrant, customer, type);
				await repo.recordSent(row, "unsent", clock());
				throw refused;
			},
		);
		if (refusal) return refusal;
		const made = await records.find(name);
		const sent = { ...row, sentAt: clock(), accepted: 1 };
		return made ? ofOwnRecord(sent, made) : pending(sent);
	}

	return {
		stateOf,

		register: (command: RegisterCommand) =>
			place(command, "register", async () => {
				const found = await checked(command);
				if (isOp(found)) return found;
				const { years, nameservers = [], privacy = false } = command;
				return { years, ns: nameservers, "purchase-privacy": privacy, "protect-privacy": privacy, ...found };
			}),

		transfer: (command: TransferCommand) =>
			place(command, "transfer", async () => {
				const obstacle = await transferObstacle(command);
				return obstacle ?? { "auth-code": command.authCode, "purchase-privacy": true };
			}),
	};
}

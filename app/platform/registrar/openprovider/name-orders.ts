import { z } from "zod";
import type { DomainContact } from "~/features/domains/contacts";
import { DAY, MINUTE } from "~/lib/durations";
import { hashOf } from "../holder-contact";
import type { Refused } from "../orders/call-gate";
import { byHand, failed, pending } from "../orders/ops";
import { sendOrder } from "../orders/send-order";
import type { Op, RegisterCommand, TransferCommand } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";
import { type DomainObject, expiryOf, phaseOf, splitName } from "./domain-object";
import type { Records, Tools } from "./records";
import { isInvalidHandle, ofRefusal } from "./results";

/** What a registration or a transfer sends, in addition to what both send. */
interface Request {
	readonly path: string;
	readonly fields: object;
}

/** How long an order whose answer was lost may take to become visible. A second one is then refused by OpenProvider. */
const settleMs = 2 * MINUTE;

/** How long OpenProvider may wait for information before staff look for it, also of a transfer. */
const longestMs = 2 * DAY;

/** Registrations and transfers. The order's id in the comments of a domain shows which order made it. */
export function createNameOrders(tools: Tools & { readonly records: Records }) {
	const { api, repo, clock, records } = tools;

	/** The state of an order, from the record that it made. */
	function ofOwnRecord(row: StoredOrder, domain: DomainObject): Op {
		const { opId, name } = row;
		switch (phaseOf(domain)) {
			case "active":
				return { ref: opId, state: "succeeded", expiry: expiryOf(domain) };
			case "waiting": {
				const action =
					domain.status === "PEN"
						? `OpenProvider waits for information about ${name}. See its request in the control panel.`
						: `The order of ${name} at OpenProvider still has the status ${domain.status}. See its request in the control panel.`;
				return pending(row, { action, ...(domain.status === "PEN" && { longestMs }) });
			}
			default:
				return failed(opId, "2400", `OpenProvider reports that the request for ${name} failed.`);
		}
	}

	/** What a record means for an order that did not make it. Undefined: the order can be placed. */
	async function ofOtherRecord({ opId, name, kind }: StoredOrder, domain: DomainObject): Promise<Op | undefined> {
		if (phaseOf(domain) === "failed") {
			// OpenProvider refuses a second request while a failed one is there (support.openprovider.eu, article 216649208).
			await api.call({ method: "DELETE", path: `/domains/${domain.id}`, data: z.unknown() });
			return undefined;
		}
		if (domain.comments === "" || kind === "transfer")
			return byHand(opId, `${name} is in our OpenProvider account already. Check whose it is.`);
		return failed(opId, "2302", `${name} is taken.`);
	}

	/** The state of an order that OpenProvider has or may have. Undefined if it can be placed. */
	async function stateOf(row: StoredOrder): Promise<Op | undefined> {
		const { opId, name, accepted, sentAt } = row;
		const found = await records.find(name);
		if (found?.comments === opId) return ofOwnRecord(row, found);
		if (found) return ofOtherRecord(row, found);
		if (accepted > 0) return byHand(opId, `OpenProvider accepted the order of ${name}, but does not show it.`);
		return sentAt !== null && clock() < sentAt + settleMs ? pending(row) : undefined;
	}

	/** Someone deleted the customer there. The next run creates it again. */
	async function createAgain(row: StoredOrder, registrant: DomainContact, refused: Refused): Promise<never> {
		await repo.forgetHandle(hashOf(registrant), clock());
		await repo.recordSent(row, "unsent", clock());
		throw refused;
	}

	return {
		stateOf,

		/** Places an order unless it was placed before. */
		async place(
			{ opId, name, registrant }: RegisterCommand | TransferCommand,
			kind: "register" | "transfer",
			prepare: () => Promise<Request | Op>,
		): Promise<Op> {
			const row = await repo.begin({ opId, name, kind, currentExpiry: null }, clock());
			if (!row) throw new Error(`No order ${opId}`);
			const state = await stateOf(row);
			if (state) return state;
			const request = await prepare();
			if ("ref" in request) return request;
			const handle = await records.handleOf(registrant, name);
			const handles = { owner_handle: handle, admin_handle: handle, tech_handle: handle, billing_handle: handle };
			const body = { domain: splitName(name), ...handles, autorenew: "off", comments: opId, ...request.fields };
			const data = z.object({ status: z.string() });
			const refusal = await sendOrder(
				tools,
				row,
				() => api.call({ method: "POST", path: request.path, body, data, isOrder: true }),
				(refused) => (isInvalidHandle(refused) ? createAgain(row, registrant, refused) : ofRefusal(row, refused)),
			);
			if (refusal) return refusal;
			const made = await records.find(name);
			const sent = { ...row, sentAt: clock() };
			return made?.comments === opId ? ofOwnRecord(sent, made) : pending(sent);
		},
	};
}

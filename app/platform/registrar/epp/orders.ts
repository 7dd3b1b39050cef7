import { brand } from "~/brand";
import { DAY } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { Refused } from "../orders/call-gate";
import { byHand, deleted, failed, pending } from "../orders/ops";
import { type OrderTools, sendOrder } from "../orders/send-order";
import { createTermOrders } from "../orders/term-orders";
import type { Op, RefusalCode, RegisterCommand, RenewCommand, RestoreCommand, TransferCommand } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";
import { transferState } from "./answers";
import { type EppCommand, transactionId } from "./commands";
import { createDomain, renewDomain, reportRestore, requestRestore, transferDomain } from "./domain-commands";
import { isAutoRenewed, newAuthCode, type Objects, type OurDomain, paidUntil } from "./objects";
import type { Registry } from "./registry";

interface Tools extends OrderTools {
	readonly registry: Registry;
	readonly objects: Objects;
	/** Our identifier at the registry. */
	readonly client: string;
}

/** Our clock and the registry's differ by less, and some registries write dates without a time. */
const toleranceMs = DAY;

const refusals: Readonly<Partial<Record<number, RefusalCode>>> = {
	2004: "2004",
	2105: "2105",
	2106: "2304",
	2201: "2201",
	2202: "2202",
	2300: "2304",
	2302: "2302",
	2303: "2303",
	2304: "2304",
	2305: "2304",
	2306: "2306",
};

/** Staff check what is not listed above, because something can be corrected, such as the contact's data. */
function ofRefusal({ opId }: StoredOrder, { code, message }: Refused): Op {
	const refusal = refusals[code];
	return refusal ? failed(opId, refusal, message) : byHand(opId, message);
}

const succeeded = (ref: string, expiry: number): Op => ({ ref, state: "succeeded", expiry });

/** Whether the order may have made this change at the registry. */
const isFrom = ({ sentAt, createdAt }: StoredOrder, time: number | null): boolean =>
	sentAt !== null && time !== null && time >= createdAt - toleranceMs;

/** Whether the registry has deleted it, and it can be restored. */
const isDeleted = ({ rgpStatuses, statuses }: OurDomain): boolean =>
	statuses.includes("pendingDelete") ||
	rgpStatuses.some((status) => status === "redemptionPeriod" || status === "pendingRestore");

function phaseOf(domain: OurDomain) {
	if (domain.rgpStatuses.includes("pendingRestore")) return "restoring" as const;
	if (isDeleted(domain)) return "deleted" as const;
	const isWaiting = domain.statuses.some((status) => status === "pendingRenew" || status === "pendingUpdate");
	return isWaiting ? ("waiting" as const) : ("active" as const);
}

/** Why the domain can't be renewed, or restored (null years). */
function obstacleOf({ opId, name }: RenewCommand | RestoreCommand, domain: OurDomain, years: number | null) {
	if (years === null) return isDeleted(domain) ? undefined : failed(opId, "2304", `${name} is not in redemption.`);
	if (isDeleted(domain)) return deleted(opId, name);
	if (isAutoRenewed(domain))
		return byHand(opId, `The registry has renewed ${name} at its expiry. Check which years are paid.`);
	return undefined;
}

/**
 * Registrations, transfers, renewals and restores. The state of an order is read from the object that it changes, before
 * it is sent and after an answer was lost, so that none is done twice.
 */
export function createOrders(tools: Tools) {
	const { registry, repo, clock, objects, client } = tools;
	const { run } = registry;

	async function stateOfRegistration(row: StoredOrder): Promise<Op | undefined> {
		const { opId, name, accepted } = row;
		const found = await objects.find(name);
		if (!found && accepted > 0)
			return failed(opId, "2400", `The registry did not approve the registration of ${name}.`);
		if (!found) return undefined;
		if (found === "elsewhere" || !isFrom(row, found.createdAt)) return failed(opId, "2302", `${name} is taken.`);
		return found.statuses.includes("pendingCreate")
			? pending(row, { action: `The registry has not approved the registration of ${name}. Ask it what it waits for.` })
			: succeeded(opId, found.expiry);
	}

	async function stateOfTransfer(row: StoredOrder): Promise<Op | undefined> {
		const { opId, name, sentAt, accepted } = row;
		const found = await objects.find(name);
		if (!found) return failed(opId, "2303", `${name} is not registered.`);
		if (found !== "elsewhere")
			return isFrom(row, found.transferredAt)
				? succeeded(opId, found.expiry)
				: byHand(opId, `${name} is with us already. Check whose it is.`);
		if (sentAt === null) return undefined;
		const transfer = await lastTransfer(name);
		const isOurs = transfer?.requestedBy === client && isFrom(row, transfer.requestedAt);
		if (!isOurs) return accepted > 0 ? failed(opId, "2304", `The transfer of ${name} was not approved.`) : undefined;
		return /Rejected|Cancelled/.test(transfer.status)
			? failed(opId, "2304", `The transfer of ${name} ended: ${transfer.status}.`)
			: pending(row, { action: `The transfer of ${name} is still pending at the registry. Ask it what it waits for.` });
	}

	/** Undefined if the registry shows none to us. */
	async function lastTransfer(name: string) {
		try {
			return transferState(await run(transferDomain(registry.freshId("query"), "query", name)));
		} catch (error) {
			if (error instanceof Refused) return undefined;
			throw error;
		}
	}

	const stateOfName = (row: StoredOrder): Promise<Op | undefined> =>
		row.kind === "register" ? stateOfRegistration(row) : stateOfTransfer(row);

	/** Sends a registration or a transfer unless it was done or refused before. */
	async function placeName(
		{ opId, name }: RegisterCommand | TransferCommand,
		kind: "register" | "transfer",
		prepare: () => Promise<EppCommand>,
	): Promise<Op> {
		const row = await repo.begin({ opId, name, kind, currentExpiry: null }, clock());
		if (!row) throw new Error(`No order ${opId}`);
		const state = await stateOfName(row);
		if (state) return state;
		const refuse = (refused: Refused) => ofRefusal(row, refused);
		const command = await prepare().catch((error) => {
			if (error instanceof Refused) return refuse(error);
			throw error;
		});
		if ("ref" in command) return command;
		const refusal = await sendOrder(tools, row, () => run(command, true), refuse);
		const sent = { ...row, sentAt: clock(), accepted: 1 };
		return refusal ?? (await stateOfName(sent)) ?? pending(sent);
	}

	/** A restore is a request, a report about it, and a renewal, because RFC 3915 adds no year. */
	async function restoreStep(domain: OurDomain, opId: string): Promise<void> {
		const { name, rgpStatuses } = domain;
		if (rgpStatuses.includes("redemptionPeriod")) {
			await run(requestRestore(transactionId(opId, "restore"), name), true);
		} else if (rgpStatuses.includes("pendingRestore")) {
			const report = reportRestore(transactionId(opId, "report"), restoreReport(domain, clock()));
			// The registry refuses a second report while it works on the first: the status of the name prohibits it (RFC 5730).
			await run(report).catch((error) => {
				if (!(error instanceof Refused) || error.code !== 2304) throw error;
				logger.warn("registrar_refused", { service: registry.name, operation: "restore_report", error });
			});
		} else {
			await run(renewDomain(transactionId(opId, "renew"), name, domain.expiryDate, 1), true);
		}
	}

	const terms = createTermOrders<OurDomain>({
		...{ repo, clock, registrarName: registry.name, held: objects.held, obstacleOf, ofRefusal },
		termOf: (domain) => ({ expiry: paidUntil(domain), phase: phaseOf(domain) }),
		// The command contains the expiry, so the registry refuses to renew twice.
		settleMs: 0,
		restoresInSteps: true,
		send: (domain, years, opId) =>
			years === null
				? restoreStep(domain, opId)
				: run(renewDomain(transactionId(opId, "renew"), domain.name, domain.expiryDate, years), true),
	});

	return {
		register(command: RegisterCommand): Promise<Op> {
			const { opId, name, years, registrant, nameservers = brand.nameservers } = command;
			return placeName(command, "register", async () => {
				const contact = await objects.contact(registrant);
				const servers = nameservers.map((host) => ({ host, addresses: [] }));
				await objects.prepareHosts(servers);
				return createDomain(transactionId(opId, "create"), {
					...{ name, years, nameservers: servers, hostObjects: registry.offers("host") },
					...{ contacts: { registrant: contact, admin: contact, tech: contact }, authCode: newAuthCode() },
				});
			});
		},

		lastTransfer,

		transferIn: (command: TransferCommand): Promise<Op> =>
			placeName(command, "transfer", async () => {
				const { opId, name, authCode } = command;
				return transferDomain(transactionId(opId, "transfer"), "request", name, { authCode });
			}),

		renew: (command: RenewCommand): Promise<Op> => terms.place(command, command.years),
		restore: (command: RestoreCommand): Promise<Op> => terms.place(command, null),

		/** The state of an order that was sent. Undefined if its command has to be given again. */
		async op(row: StoredOrder): Promise<Op | undefined> {
			if (row.kind === "register" || row.kind === "transfer") return stateOfName(row);
			const found = await objects.find(row.name);
			return found && found !== "elsewhere" ? terms.stateOf(row, found) : undefined;
		},
	};
}

/** Without personal data. The statements are those of RFC 3915, section 4.2.5. */
function restoreReport(domain: OurDomain, now: number) {
	const { name, registrant = "", nameservers, expiryDate } = domain;
	const description = `${name}, registrant ${registrant}, nameservers ${nameservers.join(" ")}, expiry ${expiryDate}`;
	return {
		...{ name, before: description, after: description, restoredAt: now, deletedAt: domain.updatedAt ?? domain.expiry },
		reason: "The registrant asked for the domain to be restored.",
		statements: [
			"This registrar has not restored the Registered Name in order to assume the rights to use or sell the Registered Name for itself or for any third party.",
			"The information in this report is true to best of this registrar's knowledge, and this registrar acknowledges that intentionally supplying false information in this report shall constitute an incurable material breach of the Registry-Registrar Agreement.",
		],
	};
}

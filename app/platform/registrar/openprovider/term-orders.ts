import { z } from "zod";
import { DAY, MINUTE } from "~/lib/durations";
import type { Op, RenewCommand, RestoreCommand } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";
import { Refused, Stopped } from "./api";
import { type DomainObject, expiryOf, phaseOf, splitName } from "./domain-object";
import type { Records, Tools } from "./records";
import { byHand, failed, ofRefusal, pending } from "./results";

/** How long an order whose answer was lost may take to become visible. OpenProvider would renew twice. */
const settleMs = 15 * MINUTE;

/** How long OpenProvider may work on an accepted order before staff check it. */
const longestMs = 2 * DAY;

/** Dates that differ by less are of the same term: registries round, and renewals add at least a year. */
const sameTermMs = 2 * DAY;

/** Renewals and restores. Each expiry is extended by one order only. */
export function createTermOrders({ api, repo, clock, records }: Tools & { readonly records: Records }) {
	/** The state of an order that was sent. Undefined if it was not, or has to be sent again. */
	function stateOf({ opId, name, currentExpiry, sentAt, accepted }: StoredOrder, domain: DomainObject): Op | undefined {
		if (sentAt === null) return undefined;
		const expiry = expiryOf(domain);
		const isExtended = expiry > (currentExpiry ?? 0) + sameTermMs;
		if (phaseOf(domain) === "active" && isExtended) return { ref: opId, state: "succeeded", expiry };
		if (accepted > 0 && clock() > sentAt + longestMs)
			return byHand(opId, `OpenProvider accepted to renew ${name}, but its date of renewal has not changed.`);
		const isRecent = clock() < sentAt + settleMs;
		return accepted > 0 || isRecent || phaseOf(domain) === "waiting" ? pending(opId) : undefined;
	}

	/** Why the domain can't be extended in this way. */
	function obstacleOf({ opId, name }: RenewCommand | RestoreCommand, domain: DomainObject, years: number | null) {
		const isDeleted = phaseOf(domain) === "deleted";
		if (years === null) return isDeleted ? undefined : failed(opId, "2304", `${name} is not in redemption.`);
		if (!isDeleted) return undefined;
		// In the first quarantine, the official module renews a name by restoring it (RenewDomainController).
		if ((domain.soft_quarantine_expiry_date ?? 0) <= clock())
			return failed(opId, "2304", `${name} is in redemption and has to be restored.`);
		return years === 1 ? undefined : byHand(opId, `Restore ${name}, and renew it so that ${years} years are added.`);
	}

	/** Stores the order. Takes the place of one that was given up without extending the domain. */
	async function begin(wanted: Parameters<Tools["repo"]["begin"]>[0], isUnchanged: boolean) {
		const row = await repo.begin(wanted, clock());
		if (row || !isUnchanged) return row;
		await repo.release(wanted, clock());
		return repo.begin(wanted, clock());
	}

	return {
		stateOf,

		/** Renews for some years, or restores (null), unless this was done before. */
		async place(command: RenewCommand | RestoreCommand, years: number | null): Promise<Op> {
			const { opId, name, currentExpiry } = command;
			const domain = await records.held(command);
			if (!domain) return failed(opId, "2201", `${name} is not the registration that was meant.`);
			const isUnchanged = Math.abs(expiryOf(domain) - currentExpiry) < sameTermMs;
			const kind = years === null ? "restore" : "renew";
			const row = await begin({ opId, name, kind, currentExpiry }, isUnchanged);
			if (!row) return failed(opId, "2105", `Another order renews ${name} from this date.`);
			const state = stateOf(row, domain);
			if (state) return state;
			if (!isUnchanged) return failed(opId, "2105", `${name} does not end on the date that was given.`);
			const obstacle = obstacleOf(command, domain, years);
			if (obstacle) return obstacle;
			const isDeleted = phaseOf(domain) === "deleted";
			const path = `/domains/${domain.id}/${isDeleted ? "restore" : "renew"}`;
			const body = { id: domain.id, domain: splitName(name), ...(!isDeleted && { period: years }) };
			await repo.markSent(row, clock());
			try {
				await api.call({ method: "POST", path, body, data: z.unknown(), isOrder: true });
			} catch (error) {
				if (error instanceof Refused) return ofRefusal(row, error);
				if (error instanceof Stopped) await repo.recordSent(row, "unsent", clock());
				throw error;
			}
			await repo.recordSent(row, "accepted", clock());
			const extended = await records.held(command);
			return (extended && stateOf({ ...row, sentAt: clock(), accepted: 1 }, extended)) ?? pending(opId);
		},
	};
}

import { DAY, MINUTE } from "~/lib/durations";
import type { HeldName } from "../held-name";
import type { Op, RenewCommand, RestoreCommand } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";
import type { Refused } from "./call-gate";
import { failed, pending } from "./ops";
import { type OrderTools, sendOrder } from "./send-order";

/** A domain at a registrar. */
export interface TermRecord {
	/** End of the paid time (ms). */
	readonly expiry: number;
	/** `waiting`: the registrar works on it. `deleted`: it can be restored. */
	readonly phase: "active" | "waiting" | "failed" | "deleted" | "gone";
}

interface Options<Found> extends OrderTools {
	/** For staff. */
	readonly registrarName: string;
	/** Undefined if the account does not hold it any more. */
	readonly held: (name: HeldName) => Promise<Found | undefined>;
	readonly termOf: (found: Found) => TermRecord;
	/** Why the domain can't be extended in this way. `years` is null for a restore. */
	readonly obstacleOf: (command: RenewCommand | RestoreCommand, found: Found, years: number | null) => Op | undefined;
	readonly send: (found: Found, years: number | null, opId: string) => Promise<unknown>;
	readonly ofRefusal: (row: StoredOrder, refused: Refused) => Op | Promise<Op>;
	/** How long an order whose answer was lost may take to become visible, at registrars that would renew twice. */
	readonly settleMs?: number;
	/** Whether a restore takes several calls. `send` then makes the next one. */
	readonly restoresInSteps?: boolean;
}

/** Dates that differ by less are of the same term: registries round, and renewals add at least a year. */
const sameTermMs = 2 * DAY;

/** Renewals and restores. Each expiry is extended by one order only. */
export function createTermOrders<Found>(options: Options<Found>) {
	const { repo, clock, registrarName, held, termOf, obstacleOf, send, ofRefusal, settleMs = 15 * MINUTE } = options;

	const isInSteps = ({ kind }: Pick<StoredOrder, "kind">) => kind === "restore" && options.restoresInSteps === true;

	/** The state of an order that was sent. Undefined if it was not, or has to be sent again. */
	function stateOf(row: StoredOrder, found: Found): Op | undefined {
		const { opId, name, currentExpiry, sentAt, accepted } = row;
		if (sentAt === null) return undefined;
		const { expiry, phase } = termOf(found);
		const isExtended = expiry > (currentExpiry ?? 0) + sameTermMs;
		if (phase === "active" && isExtended) return { ref: opId, state: "succeeded", expiry };
		if (isInSteps(row)) return phase === "waiting" ? pending(row) : undefined;
		const isRecent = clock() < sentAt + settleMs;
		if (accepted === 0 && !isRecent && phase !== "waiting") return undefined;
		const action = `${registrarName} accepted to renew ${name}, but its date of renewal has not changed.`;
		return pending(row, accepted > 0 ? { action } : {});
	}

	/** Stores the order. Takes the place of one that was given up without extending the domain. */
	async function begin(wanted: Parameters<typeof repo.begin>[0], isUnchanged: boolean) {
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
			const found = await held(command);
			if (!found) return failed(opId, "2201", `${name} is not the registration that was meant.`);
			const isUnchanged = Math.abs(termOf(found).expiry - currentExpiry) < sameTermMs;
			const kind = years === null ? "restore" : "renew";
			const row = await begin({ opId, name, kind, currentExpiry }, isUnchanged);
			if (!row) return failed(opId, "2105", `Another order renews ${name} from this date.`);
			const state = stateOf(row, found);
			if (state) return state;
			if (!isUnchanged) return failed(opId, "2105", `${name} does not end on the date that was given.`);
			const obstacle = isInSteps(row) && row.sentAt !== null ? undefined : obstacleOf(command, found, years);
			if (obstacle) return obstacle;
			const refusal = await sendOrder(
				options,
				row,
				() => send(found, years, opId),
				(refused) => ofRefusal(row, refused),
			);
			if (refusal) return refusal;
			const extended = await held(command);
			const sent = { ...row, sentAt: clock(), accepted: 1 };
			return (extended && stateOf(sent, extended)) ?? pending(sent);
		},
	};
}

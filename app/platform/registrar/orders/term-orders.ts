import { DAY, MINUTE } from "~/lib/durations";
import type { HeldName } from "../held-name";
import type { Op, RenewCommand, RestoreCommand } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";
import { Refused } from "./call-gate";
import { byHand, failed, pending } from "./ops";
import { type OrderTools, sendOrder } from "./send-order";

/** A domain at a registrar. */
export interface TermRecord {
	/** End of the paid time (ms). */
	readonly expiry: number;
	/** `waiting`: the registrar works on it. `deleted`: it can be restored. `restoring`: this was requested, and has more steps. */
	readonly phase: "active" | "waiting" | "failed" | "deleted" | "restoring" | "gone";
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
	/** Whether a restore takes several calls. `send` then makes the next one. Only the first one may be paid twice. */
	readonly restoresInSteps?: boolean;
}

/** A restore whose request had no answer for so long may have been requested, and ended because a later step failed. */
const unknownMs = 2 * DAY;

/** Dates that differ by less are of the same term: registries round, and renewals add at least a year. */
const sameTermMs = 2 * DAY;

/** Renewals and restores. Each expiry is extended by one order only. */
export function createTermOrders<Found>(options: Options<Found>) {
	const { repo, clock, registrarName, held, termOf, obstacleOf, send, ofRefusal, settleMs = 15 * MINUTE } = options;

	const isInSteps = ({ kind }: Pick<StoredOrder, "kind">) => kind === "restore" && options.restoresInSteps === true;

	const working = (row: StoredOrder): Op => {
		const action = `${registrarName} accepted to ${row.kind} ${row.name}, but its date of renewal has not changed.`;
		return pending(row, row.accepted > 0 ? { action } : {});
	};

	/**
	 * A restore in steps whose first one was sent. It costs money, so it is never repeated once the registrar may have
	 * accepted it. Undefined: a step has to be sent.
	 */
	function stateInSteps(row: StoredOrder, phase: TermRecord["phase"]): Op | undefined {
		const { opId, name, sentAt, accepted } = row;
		if (phase === "waiting") return working(row);
		const isPaid = accepted > 0 || clock() > (sentAt ?? 0) + unknownMs;
		if (phase !== "deleted" || !isPaid) return undefined;
		return byHand(
			opId,
			`${name} is in redemption again after we requested its restore. Ask ${registrarName} for the reason.`,
		);
	}

	/** The state of an order that was sent. Undefined if it was not, or has to be sent again. */
	function stateOf(row: StoredOrder, found: Found): Op | undefined {
		const { opId, currentExpiry, sentAt, accepted } = row;
		if (sentAt === null) return undefined;
		const { expiry, phase } = termOf(found);
		const isExtended = expiry > (currentExpiry ?? 0) + sameTermMs;
		if (phase === "active" && isExtended) return { ref: opId, state: "succeeded", expiry };
		if (isInSteps(row)) return stateInSteps(row, phase);
		const isRecent = clock() < sentAt + settleMs;
		return accepted > 0 || isRecent || phase === "waiting" ? working(row) : undefined;
	}

	/** Stores the order. Takes the place of one that was given up without extending the domain. */
	async function begin(wanted: Parameters<typeof repo.begin>[0], isUnchanged: boolean) {
		const row = await repo.begin(wanted, clock());
		if (row || !isUnchanged) return row;
		await repo.release(wanted, clock());
		return repo.begin(wanted, clock());
	}

	/** Sends an order that costs money. Returns its refusal, or undefined if it was accepted. */
	function order(row: StoredOrder, found: Found, years: number | null): Promise<Op | undefined> {
		const refuse = async (refused: Refused) => {
			// So that it is not taken for one whose answer was lost.
			if (isInSteps(row)) await repo.recordSent(row, "unsent", clock());
			return ofRefusal(row, refused);
		};
		return sendOrder(options, row, () => send(found, years, row.opId), refuse);
	}

	/** Takes the next step of a restore that was requested. Staff check a refusal, because the request was paid. */
	async function takeStep(row: StoredOrder, found: Found): Promise<Op | undefined> {
		if (row.sentAt === null) await repo.markSent(row, clock());
		if (row.accepted === 0) await repo.recordSent(row, "accepted", clock());
		try {
			await send(found, null, row.opId);
			return undefined;
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			return byHand(
				row.opId,
				`${registrarName} has taken the request to restore ${row.name}, but refuses the next step: ${error.message}`,
			);
		}
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
			const { phase } = termOf(found);
			// The first step may be one that someone else has taken.
			const isStep = isInSteps(row) && (phase === "restoring" || (row.sentAt !== null && phase !== "deleted"));
			const obstacle = isStep ? undefined : obstacleOf(command, found, years);
			if (obstacle) return obstacle;
			const refusal = await (isStep ? takeStep(row, found) : order(row, found, years));
			if (refusal) return refusal;
			const extended = await held(command);
			// The first step counts.
			const sent = { ...row, sentAt: (isStep && row.sentAt) || clock(), accepted: 1 };
			return (extended && stateOf(sent, extended)) ?? working(sent);
		},
	};
}

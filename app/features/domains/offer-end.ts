import type { DomainStatus } from "./domain-state";
import type { PushState } from "./push";
import { toUnicode } from "./to-unicode";

/** An offer with its domain and sender. Times in ms. */
interface Offer {
	readonly state: PushState;
	readonly expiresAt: number;
	/** ASCII form. */
	readonly name: string;
	readonly status: DomainStatus;
	/** Whether the sender still has the domain. */
	readonly isSenders: boolean;
}

/** Why an offer can't be accepted any more, as its recipient reads it. Null if it can. */
export function offerEnd({ state, expiresAt, name, status, isSenders }: Offer, now: number): string | null {
	const shown = toUnicode(name);
	switch (state) {
		case "accepted":
			return `${shown} was already accepted.`;
		case "declined":
			return `You refused ${shown}.`;
		case "withdrawn":
			return `The sender has withdrawn the offer of ${shown}.`;
		case "expired":
			return `The offer of ${shown} has expired. Ask the sender to offer it again.`;
		case "pending":
			if (expiresAt <= now) return `The offer of ${shown} has expired. Ask the sender to offer it again.`;
			if (!isSenders) return `${shown} is no longer in the sender's account.`;
			return status === "active" ? null : `${shown} is not active, so it can't be moved.`;
	}
}

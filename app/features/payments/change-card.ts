import { z } from "zod";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Flash } from "~/lib/flash";
import { ok, type Result } from "~/lib/result";
import type { Cards } from "./cards.server";

export const cardChangeSchema = z.object({
	intent: z.enum(["prefer-card", "renewals-card", "remove-card", "restore-card"]),
	card: z.string().min(1).max(64),
	/** Only for `renewals-card`. */
	on: z.enum(["on", "off"]).default("on"),
});

type CardChange = z.output<typeof cardChangeSchema>;

interface CardHolder {
	readonly owner: Owner;
	readonly userId: string;
	/** Redirects to the password confirmation if it was not entered recently. */
	readonly confirmed: () => Promise<ConfirmedOwner>;
}

/** Runs the action of one of a card's forms and returns the message to show. */
export async function changeCard(
	cards: Cards,
	{ owner, userId, confirmed }: CardHolder,
	{ intent, card, on }: CardChange,
	address: string,
): Promise<Result<Flash>> {
	switch (intent) {
		case "prefer-card": {
			const done = await cards.prefer(owner, card);
			return done.ok ? ok({ message: "This is now your default card." }) : done;
		}
		case "renewals-card": {
			const confirmedOwner = await confirmed();
			const done = await (on === "on"
				? cards.payRenewals(confirmedOwner, userId, card)
				: cards.stopRenewals(confirmedOwner, card));
			const message =
				on === "on"
					? "This card pays your renewals from now on."
					: "Automatic renewal payments are off. You pay each invoice yourself.";
			return done.ok ? ok({ message }) : done;
		}
		case "remove-card": {
			const done = await cards.remove(owner, card);
			const undo = { action: address, fields: { intent: "restore-card", card } };
			return done.ok ? ok({ message: "The card was removed.", tone: "info", undo }) : done;
		}
		case "restore-card": {
			const done = await cards.restore(owner, card);
			return done.ok ? ok({ message: "The card was restored." }) : done;
		}
	}
}

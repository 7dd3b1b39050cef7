import { z } from "zod";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Flash } from "~/lib/flash";
import { ok, type Result } from "~/lib/result";
import type { Cards } from "./cards.server";

export const cardChangeSchema = z.object({
	intent: z.enum(["prefer-card", "renewals-card", "remove-card", "restore-card"]),
	card: z.string().min(1).max(64),
	/** Of `renewals-card`. */
	on: z.enum(["on", "off"]).default("on"),
});

type CardChange = z.output<typeof cardChangeSchema>;

interface CardHolder {
	readonly owner: Owner;
	readonly userId: string;
	/** Leads to the password first, where it was not entered lately. */
	readonly confirmed: () => Promise<ConfirmedOwner>;
}

/** Carries out what one of the small forms beside a card asks for, and says what is told afterwards. */
export async function changeCard(
	cards: Cards,
	{ owner, userId, confirmed }: CardHolder,
	{ intent, card, on }: CardChange,
	address: string,
): Promise<Result<Flash>> {
	switch (intent) {
		case "prefer-card": {
			const done = await cards.prefer(owner, card);
			return done.ok ? ok({ message: "This card is now proposed first when you pay." }) : done;
		}
		case "renewals-card": {
			const sure = await confirmed();
			const done = await (on === "on" ? cards.payRenewals(sure, userId, card) : cards.stopRenewals(sure, card));
			const message =
				on === "on"
					? "This card pays your renewals from now on."
					: "Renewals are no longer paid by themselves: you pay each invoice.";
			return done.ok ? ok({ message }) : done;
		}
		case "remove-card": {
			const done = await cards.remove(owner, card);
			const undo = { action: address, fields: { intent: "restore-card", card } };
			return done.ok ? ok({ message: "The card is removed.", tone: "info", undo }) : done;
		}
		case "restore-card": {
			const done = await cards.restore(owner, card);
			return done.ok ? ok({ message: "The card is kept after all." }) : done;
		}
	}
}

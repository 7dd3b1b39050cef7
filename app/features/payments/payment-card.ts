import { formatExpiry, isCardExpired } from "~/lib/card-expiry";
import { MINUTE } from "~/lib/durations";

/** How long a removed card can be restored. After that it is deleted at its provider. */
export const cardUndoPeriodMs = 10 * MINUTE;

interface Card {
	readonly id: string;
	readonly brand: string;
	readonly last4: string;
	readonly expMonth: number;
	readonly expYear: number;
	readonly renewalsAt: number | null;
}

/** "Visa •••• 4242" */
export const cardName = ({ brand, last4 }: Pick<Card, "brand" | "last4">): string => `${brand} •••• ${last4}`;

export type ListedCard = ReturnType<typeof listCard>;

/** A saved card as pages show it. */
export const listCard = (card: Card, now: number) => ({
	id: card.id,
	name: cardName(card),
	expires: formatExpiry(card),
	expired: isCardExpired(card, now),
	paysRenewals: card.renewalsAt !== null,
});

/** What the token of a card is sealed for. */
export const sealContext = ({
	userId,
	fingerprint,
}: {
	readonly userId: string;
	readonly fingerprint: string;
}): string => `${userId}:${fingerprint}`;

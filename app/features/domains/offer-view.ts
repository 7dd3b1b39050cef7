import { formatDay, type Locale } from "~/lib/dates";
import { registrantLockDays } from "./lifecycle";
import { offerEnd } from "./offer-end";
import type { Pushes } from "./pushes.server";
import { toUnicode } from "./to-unicode";

type Offer = NonNullable<Awaited<ReturnType<Pushes["offerTo"]>>>;

export type OfferView = ReturnType<typeof offerView>;

/** An offer of a domain, as its recipient sees it. `now` in ms. */
export const offerView = (offer: Offer, now: number, reader: Locale) => ({
	id: offer.id,
	domainId: offer.domainId,
	name: toUnicode(offer.name),
	/** ASCII form. */
	cloth: offer.name,
	/** Null if the offer has ended. */
	sender: offerEnd(offer, now) === null ? { name: offer.senderName, email: offer.senderEmail } : null,
	expires: offer.domainEnds === null ? null : formatDay(offer.domainEnds, reader),
	until: formatDay(offer.expiresAt, reader),
	/** Days without a transfer to another registrar. 0 if it can be transferred at once. */
	lockDays: registrantLockDays(offer.tld),
	/** Why it can't be accepted any more. Null if it can. */
	ended: offerEnd(offer, now),
	isAccepted: offer.state === "accepted",
});

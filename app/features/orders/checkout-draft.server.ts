import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import type { Sealer } from "~/lib/seal";
import { createSealedCookie } from "~/lib/sealed-cookie";
import type { ContactValues } from "./contact-values";

/** As long as the emailed link is valid. */
const maxAgeSeconds = 24 * 3_600;

/** How long the address and the other details are shown without a sign-in, to correct them. Others may use the browser. */
const openMs = 30 * MINUTE;

/** What a visitor entered at the checkout when they registered there. */
export interface CheckoutDraft {
	readonly contact: ContactValues;
	/** In ms. Older releases did not store it. */
	readonly enteredAt?: number;
}

interface Dependencies {
	readonly sealer: Sealer;
	readonly appOrigin: string;
	readonly clock: Clock;
}

export type CheckoutDrafts = ReturnType<typeof createCheckoutDrafts>;

/**
 * Keeps the details that a visitor entered at the checkout until their address is verified, in a sealed cookie. So they
 * need no row for an address that may not be theirs, and only this browser has them.
 */
export function createCheckoutDrafts({ clock, ...deps }: Dependencies) {
	const cookie = createSealedCookie<CheckoutDraft>({ ...deps, name: "checkout", maxAgeSeconds });
	return {
		read: cookie.read,
		/** The values for the form of a visitor who is not signed in: after half an hour only name, email and country. */
		forVisitor({ contact, enteredAt = 0 }: CheckoutDraft): ContactValues {
			if (clock() - enteredAt < openMs) return contact;
			const { firstName, lastName, email, country } = contact;
			return { firstName, lastName, email, country };
		},
		/** `Set-Cookie` of a draft. Keeps only the email address if the rest would be too large. */
		async header(contact: ContactValues): Promise<string> {
			const enteredAt = clock();
			const all = await cookie.header({ contact, enteredAt });
			return all ?? (await cookie.header({ contact: { email: contact.email }, enteredAt })) ?? cookie.clear();
		},
		clear: cookie.clear,
	};
}

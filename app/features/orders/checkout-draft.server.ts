import type { Sealer } from "~/lib/seal";
import { createSealedCookie } from "~/lib/sealed-cookie";
import type { ContactValues } from "./contact-values";

/** As long as the emailed link is valid. */
const maxAgeSeconds = 24 * 3_600;

/** What a visitor entered at the checkout when they registered there. */
export interface CheckoutDraft {
	readonly contact: ContactValues;
}

export type CheckoutDrafts = ReturnType<typeof createCheckoutDrafts>;

/**
 * Keeps the details that a visitor entered at the checkout until their address is verified, in a sealed cookie. So they
 * need no row for an address that may not be theirs, and only this browser has them.
 */
export function createCheckoutDrafts(deps: { readonly sealer: Sealer; readonly appOrigin: string }) {
	const cookie = createSealedCookie<CheckoutDraft>({ ...deps, name: "checkout", maxAgeSeconds });
	return {
		read: cookie.read,
		/** `Set-Cookie` of a draft. Keeps only the email address if the rest would be too large. */
		async header({ contact }: CheckoutDraft): Promise<string> {
			const all = await cookie.header({ contact });
			return all ?? (await cookie.header({ contact: { email: contact.email } })) ?? cookie.clear();
		},
		clear: cookie.clear,
	};
}

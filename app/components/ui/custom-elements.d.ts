import type { DetailedHTMLProps, HTMLAttributes } from "react";

type IslandElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };

/** Declares the custom elements of islands/ for JSX. */
declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"add-to-cart": IslandElement;
			"cart-drawer": IslandElement;
			"cart-summary": IslandElement;
			"account-name": IslandElement;
			"account-record": IslandElement;
			"delayed-redirect": IslandElement;
			"enquiry-form": IslandElement;
			"form-error": IslandElement;
			"help-suggestions": IslandElement;
			"passkey-sign-in": IslandElement;
			"password-field": IslandElement;
			"proof-of-work": IslandElement;
			"cart-badge": IslandElement;
			"site-header": IslandElement;
			"status-check": IslandElement;
			"wait-button": IslandElement;
			"slide-carousel": IslandElement;
			"profit-calculator": IslandElement;
			"polled-part": IslandElement;
			"print-button": IslandElement;
			"share-image": IslandElement;
		}
	}
}

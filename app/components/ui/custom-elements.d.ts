import type { DetailedHTMLProps, HTMLAttributes } from "react";

type IslandElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };

/** Declares the custom elements of islands/ for JSX. */
declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"add-to-cart": IslandElement;
			"cart-drawer": IslandElement;
			"account-name": IslandElement;
			"enquiry-form": IslandElement;
			"form-error": IslandElement;
			"password-field": IslandElement;
			"proof-of-work": IslandElement;
			"cart-badge": IslandElement;
			"site-header": IslandElement;
			"slide-carousel": IslandElement;
			"profit-calculator": IslandElement;
		}
	}
}

import type { DetailedHTMLProps, HTMLAttributes } from "react";

type IslandElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };

/** The custom elements of islands/, as JSX knows them. */
declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"cart-drawer": IslandElement;
			"account-name": IslandElement;
			"enquiry-form": IslandElement;
			"cart-badge": IslandElement;
			"site-header": IslandElement;
			"slide-carousel": IslandElement;
			"profit-calculator": IslandElement;
		}
	}
}

import type { DetailedHTMLProps, HTMLAttributes } from "react";

type IslandElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"cart-drawer": IslandElement;
			"slide-carousel": IslandElement;
			"profit-calculator": IslandElement;
		}
	}
}

import type { DetailedHTMLProps, HTMLAttributes } from "react";

type IslandElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"slide-carousel": IslandElement;
			"profit-calculator": IslandElement;
		}
	}
}

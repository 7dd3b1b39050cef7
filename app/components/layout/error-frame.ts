import { type ReactNode, useEffect } from "react";

interface ErrorFrame {
	/** Paths with this prefix use the frame. */
	readonly pathPrefix: string;
	/** Renders the layout with an error message instead of the page. */
	readonly render: (error: unknown) => ReactNode;
}

/** Only set in the browser, so it never mixes customers. */
let current: ErrorFrame | undefined;

/**
 * Remembers the layout of the current page. Without a network the next page fails before its layout has data, so the
 * root error boundary renders this layout instead of the storefront's.
 */
export function useErrorFrame(frame: ErrorFrame): void {
	useEffect(() => {
		current = frame;
	}, [frame]);
}

/** The remembered layout, if it belongs to this path. */
export const errorFrameFor = (pathname: string): ErrorFrame["render"] | undefined =>
	current && pathname.startsWith(current.pathPrefix) ? current.render : undefined;

import { type ReactNode, useEffect } from "react";

interface ErrorFrame {
	/** Addresses that begin with it stand in the frame. */
	readonly zone: string;
	/** The frame, with what is told of the error in its page's place. */
	readonly around: (error: unknown) => ReactNode;
}

/** Only ever set in a browser, which has one customer. */
let kept: ErrorFrame | undefined;

/**
 * Keeps the frame of the page that is shown. With the network gone the next one brings none of its own data, its frame's
 * neither, and the error reaches the root, which knows of no frame but the shop window's.
 */
export function useErrorFrame(frame: ErrorFrame): void {
	useEffect(() => {
		kept = frame;
	}, [frame]);
}

export const errorFrameFor = (pathname: string): ErrorFrame["around"] | undefined =>
	kept && pathname.startsWith(kept.zone) ? kept.around : undefined;

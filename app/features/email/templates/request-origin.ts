import { formatMoment } from "~/lib/dates";
import type { Recipient } from "../recipient";

/** When a link was requested (ms, UTC), and from which device and place if known. */
export interface RequestOrigin {
	readonly at: number;
	readonly from?: string | undefined;
}

/** Lets the reader recognise a request that someone else made. */
export const describeOrigin = ({ at, from }: RequestOrigin, to: Recipient): string =>
	`Requested on ${formatMoment(at, to)}${from ? ` from ${from}` : ""}.`;

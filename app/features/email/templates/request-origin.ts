import { formatMoment } from "~/lib/dates";
import type { Recipient } from "../recipient";

/** When a link was asked for, and from which kind of device and where, as far as it is known. */
export interface RequestOrigin {
	readonly at: number;
	readonly from?: string | undefined;
}

/** A stranger's request looks as genuine as one's own: this is what tells them apart. */
export const describeOrigin = ({ at, from }: RequestOrigin, to: Recipient): string =>
	`It was asked for on ${formatMoment(at, to)}${from ? ` from ${from}` : ""}.`;

import type { Refused } from "../orders/call-gate";
import { byHand, failed } from "../orders/ops";
import type { Op, RefusalCode } from "../registrar";
import type { StoredOrder } from "../registrar-orders.repo.server";

/** "The domain is not in your account." Codes: AntagonistHQ/openprovider.py, exception_map.py. */
export const isNotInAccount = ({ code }: Refused): boolean => code === 320;

/** "No changes in the data", "Data is already up-to-date". */
export const hasNothingToChange = ({ code }: Refused): boolean => [1, 18].includes(code);

/** "Customer handle not found", "Invalid owner handle" and the like. */
export const isInvalidHandle = ({ code }: Refused): boolean => [176, 193, 195, 331, 333, 335, 373].includes(code);

/** The registry or OpenProvider is out of order, so the same call may succeed later. */
export const isTemporary = ({ code }: Refused): boolean =>
	[10, 11, 15, 17, 199, 299, 339, 340, 341, 399].includes(code);

const refusals: Readonly<Partial<Record<number, RefusalCode>>> = {
	16: "2304",
	311: "2302",
	313: "2303",
	317: "2202",
	318: "2202",
	320: "2201",
	322: "2304",
	324: "2304",
	325: "2105",
	328: "2304",
	352: "2202",
	358: "2202",
	369: "2304",
	376: "2304",
	379: "2306",
};

/**
 * What a refused order means. Staff check what is not listed above, because something can be corrected: contact data, the
 * additional data of an extension, a missing agreement.
 */
export function ofRefusal({ opId, kind, sentAt }: StoredOrder, refused: Refused): Op {
	const { code, message } = refused;
	if (isTemporary(refused)) return { ref: opId, state: "failed", error: { code: "2400", message, retryable: true } };
	const refusal = refusals[code];
	if (!refusal) return byHand(opId, message);
	// An earlier attempt may have been processed although its answer was lost.
	const isCertain = sentAt === null || refusal === "2202";
	if (isCertain) return failed(opId, refusal, message);
	return byHand(opId, kind === "register" ? `${message}. Check whether our own order took the name.` : message);
}

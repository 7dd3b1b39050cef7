import type { Refused } from "../orders/call-gate";
import { byHand, failed } from "../orders/ops";
import type { Op, RefusalCode } from "../registrar";
import type { RegistrarOrdersRepo, StoredOrder } from "../registrar-orders.repo.server";

/** ResellerClub works on another change of the order. */
export const isBusy = ({ message }: Refused): boolean => /locked (in|for) processing/i.test(message);

export const isWrongCode = (text: string): boolean =>
	/(auth(orization)?[ -]?code|domain secret|epp (key|code))/i.test(text) && /(invalid|incorrect|wrong)/i.test(text);

export const isInvalidContact = ({ message }: Refused): boolean =>
	/contact-?id\b.*invalid|invalid contact-?id/i.test(message);

/** ResellerClub has no codes. Texts: drzigman/WWW-LogicBoxes. */
const refusals: readonly (readonly [RegExp, RefusalCode])[] = [
	[/available for registration/i, "2303"],
	[/already registered|not available/i, "2302"],
	[/cannot be extended beyond/i, "2105"],
	[/transfer.*(locked|not allowed|not eligible|60 days)/i, "2304"],
];

/**
 * What a refused order means. Staff check what is not listed above, because something can be corrected.
 * @throws if the same order may succeed later
 */
export async function ofRefusal(
	{ repo, now }: { readonly repo: RegistrarOrdersRepo; readonly now: number },
	row: StoredOrder,
	refused: Refused,
): Promise<Op> {
	const { opId, kind, sentAt } = row;
	const { message } = refused;
	await repo.recordSent(row, "unsent", now);
	if (isBusy(refused)) throw refused;
	const [, code] = isWrongCode(message)
		? [null, "2202" as const]
		: (refusals.find(([pattern]) => pattern.test(message)) ?? []);
	if (!code) return byHand(opId, message);
	// An earlier attempt may have been processed although its answer was lost.
	if (sentAt === null || code === "2202") {
		await repo.forget(opId, now);
		return failed(opId, code, message);
	}
	return byHand(opId, kind === "register" ? `${message}. Check whether our own order took the name.` : message);
}

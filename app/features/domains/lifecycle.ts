import { DAY } from "~/lib/durations";

const isKenyan = (tld: string): boolean => tld === "ke" || tld.endsWith(".ke");

/**
 * Days after its end for which a name can still be renewed at the ordinary price. Under .ke it works for 14 days, is
 * then suspended, and is lost from the 80th day on (KeNIC); elsewhere the registrar has up to 45 days (ICANN), we 30.
 */
export const graceDays = (tld: string): number => (isKenyan(tld) ? 80 : 30);

/**
 * Days after its end from which anyone may register a name. Under .ke the registry deletes it between day 80 and day 90
 * (KeNIC); elsewhere 30 days of redemption and 5 of pending deletion follow our 30.
 */
export const releaseDays = (tld: string): number => (isKenyan(tld) ? 90 : 65);

/** Until when a name can still be renewed at the ordinary price (ms). */
export const renewableUntil = ({ tld, expiresAt }: { tld: string; expiresAt: number }): number =>
	expiresAt + graceDays(tld) * DAY;

/**
 * Days from its end, before and after, on which a name's holder is reminded. ICANN asks for a month and a week before,
 * and within five days after (ERRP); what renews by itself has its invoice a month before.
 */
function reminderDays({ tld, autoRenew }: { tld: string; autoRenew: boolean }): readonly number[] {
	const before = autoRenew ? [-7, -1] : [-60, -30, -14, -7, -1];
	return [...before, ...(isKenyan(tld) ? [3, 10, 30, 60, 75] : [3, 5])];
}

/** The widest that reminders reach, in days. */
export const reminderWindow = { before: 60, after: 77 } as const;

/** A reminder whose day is longer ago is not sent any more. */
const maxDelayMs = 2 * DAY;

/** The reminder that is due now, by its day; null when none is. */
export function reminderDue(
	domain: { tld: string; autoRenew: boolean; expiresAt: number },
	now: number,
): number | null {
	const since = (day: number) => now - (domain.expiresAt + day * DAY);
	const due = reminderDays(domain).filter((day) => since(day) >= 0 && since(day) < maxDelayMs);
	return due.at(-1) ?? null;
}

import { DAY } from "~/lib/durations";

/** Extensions of two letters belong to countries, which have rules of their own. The others follow ICANN's. */
export function isGeneric(name: string): boolean {
	const last = name.slice(name.lastIndexOf(".") + 1);
	return last.length > 2 && !last.startsWith("xn--");
}

/** Names under .ke have no redemption period (KeNIC). */
export const isKenyan = (tld: string): boolean => tld === "ke" || tld.endsWith(".ke");

/**
 * Days after its expiry in which a name can be renewed at the ordinary price. Names under .ke work for 14 days, are then
 * suspended, and are lost from day 80 (KeNIC). Elsewhere registrars may give up to 45 days (ICANN), and we give 30.
 */
export const graceDays = (tld: string): number => (isKenyan(tld) ? 80 : 30);

/**
 * Days after its expiry from which anyone can register a name. The registry deletes names under .ke between day 80 and
 * day 90 (KeNIC). Elsewhere our 30 days are followed by the days of redemption and 5 of pending deletion.
 */
export const releaseDays = (tld: string): number => (isKenyan(tld) ? 90 : 65);

/**
 * Days for which a name can't be transferred to another registrar after its registrant has changed: 60 under generic
 * extensions (ICANN's transfer policy). Countries have no such rule that we know of.
 */
export const registrantLockDays = (tld: string): number => (isGeneric(tld) ? 60 : 0);

/**
 * Days after its registration in which a registry takes a name back and returns the money: five under generic extensions
 * (ICANN's AGP Limits Policy). .ke offers no deletion (KeNIC), and other countries have rules of their own. So 0 for those.
 */
export const addGraceDays = (tld: string): number => (isGeneric(tld) ? 5 : 0);

/** Until when a name can be renewed at the ordinary price (ms). */
export const renewableUntil = ({ tld, expiresAt }: { tld: string; expiresAt: number }): number =>
	expiresAt + graceDays(tld) * DAY;

/**
 * How long a name with a redemption fee can be restored. At ICANN's registries five days follow in which it can't be
 * (RFC 3915).
 */
export const redemptionDays = 30;

/** Until when a name with a redemption fee can be restored (ms). */
export const restorableUntil = ({ tld, expiresAt }: { tld: string; expiresAt: number }): number =>
	renewableUntil({ tld, expiresAt }) + redemptionDays * DAY;

/** A reminder that is more overdue than this is not sent. */
const maxDelayMs = 2 * DAY;

/**
 * Days before the expiry on which we show the holder of a generic name its contact data, in each year of its term. ICANN
 * requires that once a year (Whois Data Reminder Policy). Half a year away from the reminders of the expiry.
 */
const contactReminderDays = Array.from({ length: 10 }, (_, year) => 182 + year * 365);

/** Expiry dates (ms) of the domains whose contact data is shown at this time: after `from`, up to `to`. */
export const contactReminderRanges = (time: number): readonly { readonly from: number; readonly to: number }[] =>
	contactReminderDays.map((days) => ({ from: time + days * DAY - maxDelayMs, to: time + days * DAY }));

/** The time from which the contact data of the domain is shown (ms), if that is now. Otherwise null. */
export function contactReminderDue(
	{ tld, expiresAt }: { tld: string; expiresAt: number },
	time: number,
): number | null {
	if (!isGeneric(tld)) return null;
	const stages = contactReminderDays.map((days) => expiresAt - days * DAY);
	return stages.find((stage) => stage <= time && time - stage < maxDelayMs) ?? null;
}

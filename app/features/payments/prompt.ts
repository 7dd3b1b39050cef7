import { DAY } from "~/lib/durations";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";

/** The M-Pesa prompts that a customer chose: to which phone (E.164), and at which hour in Kenya. */
export interface PromptSetting {
	readonly phone: string;
	readonly hour: number;
}

export const promptHours = Array.from({ length: 24 }, (_, hour) => hour);

/** "18:00" */
export const hourName = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Prompts for one invoice, one a day. */
const promptsPerInvoice = 3;

/**
 * When prompts are sent for an invoice (ms). The first comes on the day it is due, or the day before if the hour comes only
 * after the service has ended.
 */
export function promptTimes(dueAt: number, hour: number): readonly number[] {
	const onDueDay = kenyanTime(kenyanDate(dueAt), hour);
	const first = onDueDay <= dueAt ? onDueDay : onDueDay - DAY;
	return Array.from({ length: promptsPerInvoice }, (_, day) => first + day * DAY);
}

/** Instead of the form, for accounts that are billed in another currency. */
export const promptsNotOffered =
	"M‑Pesa pays only invoices in Kenyan shillings. Yours are in US dollars, so you get no prompts for your renewals.";

/** The agreement beside the form. */
export const promptsAgreement =
	"On the day a renewal invoice is due we send an M‑Pesa prompt to your phone, before the service ends. You approve it with your PIN, so nothing is paid without you. If you don't answer, we ask once a day on the next two days. If you decline, we don't ask again for that invoice.";

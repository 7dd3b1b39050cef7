import { DAY } from "~/lib/durations";

/** For so many days an account that its owner closed can be kept after all. */
export const graceDays = 14;
/** The same in milliseconds. */
export const gracePeriodMs = graceDays * DAY;

/** What to type, so that nobody closes an account by a slip. */
export const closingWord = "DELETE";

/** What closing means, in the customer's words: before it is asked for, and in the mail that confirms it. */
export const closingConsequences = [
	`You are signed out everywhere at once. Sign in again within ${graceDays} days to keep the account.`,
	`Auto-renew is switched off for all your domains at once. After ${graceDays} days you can't manage them any more: they stay registered until they expire. Transfer the names that you want to keep to another registrar first.`,
	`After ${graceDays} days your hosting ends, and its files, databases and mailboxes are deleted.`,
	`After ${graceDays} days your projects, their files and discussions, notifications and history are deleted.`,
	"Unpaid invoices are cancelled. Paid invoices are kept for seven years, as tax law demands, without your name and address.",
] as const;

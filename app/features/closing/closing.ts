import { DAY } from "~/lib/durations";

/** Days in which the customer can cancel the closing. */
export const graceDays = 14;
export const gracePeriodMs = graceDays * DAY;

/** The word to type, so that no one closes an account by mistake. */
export const closingWord = "DELETE";

/** The consequences of closing, for the form and the confirmation email. */
export const closingConsequences = [
	`You are signed out on all devices. Sign in again within ${graceDays} days to keep the account.`,
	`Auto-renew is turned off for all your domains right away. After ${graceDays} days you can no longer manage them, and they stay registered until they expire. Transfer the domains that you want to keep to another registrar first, or move them to another customer here.`,
	`After ${graceDays} days your hosting ends, and we delete its files, databases and mailboxes.`,
	`After ${graceDays} days we delete your projects with their files and discussions, your notifications and your activity log.`,
	"Unpaid invoices are cancelled. We keep paid invoices for seven years, as tax law requires, without your name and address.",
] as const;

import type { AccountStatus } from "~/features/accounts/account-status";
import type { Preferences } from "~/features/notifications/preferences";
import type { Currency } from "~/lib/money";
import type { Recipient } from "./recipient";

export interface Account extends Recipient {
	readonly id: string;
	readonly status: AccountStatus;
	readonly currency: Currency;
	/** The account that has everything of this one now. */
	readonly mergedInto: string | null;
	readonly verifyGeneration: number;
	readonly resetGeneration: number;
	readonly preferences: Preferences | null;
	readonly closesAt: number | null;
	/** Since when the address gets no emails (ms, UTC). Null if it gets them. */
	readonly mailRefusedAt: number | null;
}

/** What the email feature needs from accounts. */
export interface RecipientAccounts {
	find(userId: string): Promise<Account | null>;
	issueLink(request: {
		outboxId: string;
		userId: string;
		purpose: "verify" | "reset" | "email-from" | "email-to" | "staff";
		generation: number;
		next?: string | undefined;
	}): Promise<{ url: string; expiresAt: number }>;
}

import type { AccountStatus } from "~/features/accounts/account-status";
import type { Locale } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";

/** The customer, as far as a mail needs to know. */
export interface Recipient extends Locale {
	readonly firstName: string;
	readonly email: string;
	/** Of the account; `unverified` means that anyone may have typed the name. */
	readonly status?: AccountStatus;
}

/**
 * One line, and no longer than a greeting should be. Without a name while the address is not verified: anyone can
 * register a stranger's address, and would have us mail their words.
 */
export const greeting = ({ firstName, status }: Pick<Recipient, "firstName" | "status">): string =>
	firstName === "" || status === "unverified" ? "Hello," : `Hello ${headerText(firstName, 60)},`;

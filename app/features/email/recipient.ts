import type { AccountStatus } from "~/features/accounts/account-status";
import type { Locale } from "~/lib/dates";
import { headerText } from "~/lib/email-message";

export interface Recipient extends Locale {
	readonly firstName: string;
	readonly email: string;
	/** Status of the account. If it is `unverified`, anyone may have typed the name. */
	readonly status?: AccountStatus;
	/** A billing address, whose reader has no account. */
	readonly isBilling?: true;
}

/**
 * The greeting, in one line with at most 60 characters of the name. Leaves out the name of an unverified account, because
 * anyone could register a stranger's address and make us email them that text.
 */
export const greeting = ({ firstName, status }: Pick<Recipient, "firstName" | "status">): string =>
	firstName === "" || status === "unverified" ? "Hello," : `Hello ${headerText(firstName, 60)},`;

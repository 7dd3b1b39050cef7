import type { Locale } from "../../lib/dates";
import { headerText } from "../../lib/mail-message";

/** The customer, as far as a mail needs to know. */
export interface Recipient extends Locale {
	readonly firstName: string;
	readonly email: string;
}

/** A name is whatever someone typed at registration: one line, and no longer than a greeting should be. */
export const greeting = ({ firstName }: Pick<Recipient, "firstName">): string => `Hello ${headerText(firstName, 60)},`;

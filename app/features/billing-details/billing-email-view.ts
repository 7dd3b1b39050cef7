import { formatDay, type Locale } from "~/lib/dates";
import type { BillingEmail } from "./billing-emails.repo.server";

export interface ListedBillingEmail {
	readonly id: string;
	readonly email: string;
	readonly state: string;
	/** Whether it rejects our emails. */
	readonly isDead: boolean;
}

export const listedBillingEmail = (
	{ id, email, confirmedAt, mailRefusedAt }: BillingEmail,
	locale: Locale,
): ListedBillingEmail => ({
	...{ id, email },
	state:
		mailRefusedAt !== null
			? `Has rejected our emails since ${formatDay(mailRefusedAt, locale)}`
			: confirmedAt !== null
				? `Confirmed ${formatDay(confirmedAt, locale)}`
				: "Not confirmed yet. We sent a link, which works for seven days.",
	isDead: mailRefusedAt !== null,
});

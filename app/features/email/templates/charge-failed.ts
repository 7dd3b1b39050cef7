import { href } from "react-router";
import { chargeFailureMessage, nextRetryMessage } from "~/features/payments/payment-failure";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface FailedCharge {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	/** What is renewed, in words. */
	readonly items: readonly string[];
	/** Still to pay. */
	readonly due: Money;
	readonly dueAt: number;
	/** Why, as a payment keeps it. */
	readonly code: string;
	readonly card: string | null;
	/** When it is tried again; null when it is not. */
	readonly retryAt: number | null;
}

/** The card that pays renewals did not: why, when it is tried again, and how to pay by hand. */
export function chargeFailed(
	to: Recipient,
	{ invoiceId, invoiceNumber, items, due, dueAt, code, card, retryAt }: FailedCharge,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const why = chargeFailureMessage(code, card);
	const day = formatDay(dueAt, to);
	return {
		subject: headerText(`Not paid: invoice ${invoiceNumber} for ${items.join(", ")}`),
		preview: why,
		heading: "Your renewal is not paid",
		blocks: [
			text(greeting(to)),
			text(why),
			text(nextRetryMessage(retryAt === null ? null : formatDay(retryAt, to))),
			{
				kind: "facts",
				rows: [
					["Invoice", invoiceNumber],
					...items.map((item) => ["For", item] as const),
					["To pay", formatMoney(due, to.language)],
					["Ends without payment", day],
				],
			},
			button("Pay this invoice", `${appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
			text(`To have renewals paid with another card: ${appOrigin}${href("/dashboard/account-settings/billing")}`),
		],
	};
}

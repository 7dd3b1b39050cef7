import { href } from "react-router";
import { chargeFailureMessage, nextRetryMessage } from "~/features/payments/payment-failure";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface FailedCharge {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	/** What is renewed, as the customer reads it. */
	readonly items: readonly string[];
	readonly due: Money;
	readonly dueAt: number;
	readonly isOverdue: boolean;
	/** Failure code of the payment. */
	readonly code: string;
	readonly card: string | null;
	/** When we charge the card again (ms, UTC). Null if we don't. */
	readonly retryAt: number | null;
}

/** Sent when the saved card did not pay a renewal: why, when we try again, and how to pay without the card. */
export function chargeFailed(
	to: Recipient,
	{ invoiceId, invoiceNumber, items, due, dueAt, isOverdue, code, card, retryAt }: FailedCharge,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const reason = chargeFailureMessage(code, card);
	const day = formatDay(dueAt, to);
	return {
		subject: headerText(`Not paid: invoice ${invoiceNumber} for ${items.join(", ")}`),
		values: { invoice: invoiceNumber, amount: formatMoney(due, to.language) },
		preview: reason,
		heading: "Your renewal is not paid yet",
		blocks: [
			text(greeting(to)),
			text(reason),
			text(nextRetryMessage(retryAt === null ? null : formatDay(retryAt, to))),
			{
				kind: "facts",
				rows: [
					["Invoice", invoiceNumber],
					...items.map((item) => ["For", item] as const),
					["Amount due", formatMoney(due, to.language)],
					[isOverdue ? "Was due on" : "Pay by", day],
				],
			},
			button("Pay this invoice", `${appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
			text(
				`To pay renewals with another card, change your billing settings: ${appOrigin}${href("/dashboard/account-settings/billing")}`,
			),
		],
	};
}

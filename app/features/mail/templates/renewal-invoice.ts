import { formatDay } from "../../../lib/dates";
import { headerText } from "../../../lib/mail-message";
import { formatMoney, type Money } from "../../../lib/money";
import { button, type MailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

export interface RenewalInvoice {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	/** What is renewed, in words. */
	readonly items: readonly string[];
	readonly total: Money;
	/** When it ends without payment. */
	readonly dueAt: number;
}

export function renewalInvoice(
	to: Recipient,
	{ invoiceId, invoiceNumber, items, total, dueAt }: RenewalInvoice,
	{ appOrigin }: { appOrigin: string },
): MailContent {
	const day = formatDay(dueAt, to);
	return {
		subject: headerText(`Invoice ${invoiceNumber}: ${items.join(", ")}`),
		preview: `${formatMoney(total, to.language)}, to be paid by ${day}.`,
		heading: "Time to renew",
		blocks: [
			text(greeting(to)),
			text(`Pay by ${day} and everything goes on without a break.`),
			{
				kind: "facts",
				rows: [
					["Invoice", invoiceNumber],
					...items.map((item) => ["For", item] as const),
					["Total", formatMoney(total, to.language)],
					["To be paid by", day],
				],
			},
			button("Pay this invoice", `${appOrigin}/pay/${invoiceId}`),
			text("You do not want to go on with it? Then simply do not pay: nothing is charged, and it ends on that day."),
		],
	};
}

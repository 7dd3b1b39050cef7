import { href } from "react-router";
import { brand } from "~/brand";
import { type Block, button, type EmailContent, note, text } from "../content";

interface Confirmation {
	/** The address of the account. */
	readonly account: string;
	readonly token: string;
}

export const billingAddressUrl = (appOrigin: string, token: string): string =>
	`${appOrigin}${href("/billing-address")}?token=${token}`;

/** Sent to an address that is to get the invoices of an account. It greets no one by name, because we don't know any. */
export function confirmBillingAddress(
	{ account, token }: Confirmation,
	{ appOrigin }: { readonly appOrigin: string },
): EmailContent {
	return {
		subject: `Confirm that you want invoices of ${brand.name}`,
		preview: `${account} wants us to send invoices to you.`,
		heading: "Do you want to get these invoices?",
		blocks: [
			text("Hello,"),
			text(
				`${account} is our customer, and wants us to send invoices, reminders about them and receipts to this address.`,
			),
			text("Confirm it in the next seven days. Until then we send nothing else to you."),
			button("Confirm the address", billingAddressUrl(appOrigin, token)),
			note("If you don't know this customer, ignore this email."),
		],
	};
}

/** Where the reader of a copy downloads its document. */
interface DocumentLink {
	readonly name: "invoice" | "credit note";
	readonly token: string;
}

export const billingDocumentUrl = (appOrigin: string, token: string): string =>
	`${appOrigin}${href("/billing-address/pdf")}?token=${token}`;

/**
 * A copy for a billing address: without links into the account, which its reader does not have.
 * @param account the address of the account
 * @param document null if the email has another link to it
 */
export function billingCopy(
	content: EmailContent,
	account: string,
	{ appOrigin }: { readonly appOrigin: string },
	document: DocumentLink | null,
): EmailContent {
	const leadsIntoAccount = (url: string) => url.includes(`${appOrigin}${href("/dashboard")}`);
	const isKept = (block: Block): boolean => {
		switch (block.kind) {
			case "button":
				return !leadsIntoAccount(block.url);
			case "text":
			case "note":
				return !leadsIntoAccount(block.text);
			default:
				return true;
		}
	};
	return {
		...content,
		blocks: [
			...content.blocks.filter(isKept),
			...(document
				? [button(`Download the ${document.name} (PDF)`, billingDocumentUrl(appOrigin, document.token))]
				: []),
			note(`You get this copy because ${account} entered your address for invoices, and you agreed.`),
		],
	};
}

import { type BillingDocument, type CopiedEmail, isCopied } from "~/features/billing-details/billing-email";
import { type EmailPayload, emailPayloads } from "./email";
import { orderEmails } from "./order-emails.server";
import { withOwnText } from "./own-texts";
import type { EmailEvent, Prepared, Preparers, Sources, Stale } from "./prepare.server";
import { reminderEmails } from "./reminder-emails.server";
import { billingAddressUrl, billingCopy, confirmBillingAddress } from "./templates/billing-address";

/** Emails to the billing addresses of an account besides its own. */
export function billingAddressEmails(sources: Sources) {
	const { repo, toAccount, billingToken, documentToken, shop } = sources;

	/** The email to the account, written for a reader who has no account, and does not know its customer's name. */
	const copied: Sources = {
		...sources,
		toAccount: (userId, prepare) => toAccount(userId, (to) => prepare({ ...to, firstName: "", isBilling: true })),
		// The email to the account moves them.
		moveReminders: async () => {},
	};
	const preparers: Pick<Preparers, CopiedEmail> = { ...orderEmails(copied), ...reminderEmails(copied) };

	function prepareCopied<K extends CopiedEmail>(kind: K, payload: unknown, row: EmailEvent): Promise<Prepared | Stale> {
		return preparers[kind](emailPayloads[kind].parse(payload) as EmailPayload<K>, row);
	}

	/** The document that the email is about. Null if the email leads to the page where it is paid, which has it. */
	async function documentOf(
		kind: CopiedEmail,
		payload: unknown,
	): Promise<Omit<BillingDocument, "billingEmailId"> | null> {
		switch (kind) {
			case "mail.receipt":
			case "mail.tax-invoice":
				return { invoiceId: emailPayloads[kind].parse(payload).invoiceId, creditNoteId: null };
			case "mail.credit-note": {
				const { creditNoteId } = emailPayloads[kind].parse(payload);
				const found = await repo.creditNote(creditNoteId);
				return found ? { invoiceId: found.note.invoiceId, creditNoteId } : null;
			}
			default:
				return null;
		}
	}

	return {
		"mail.confirm-billing-email": async ({ billingEmailId }) => {
			const found = await repo.billingEmail(billingEmailId);
			if (!found) return { stale: "the address was removed" };
			if (found.confirmedAt !== null) return { stale: "the address is confirmed" };
			const content = { account: found.account, token: billingToken(billingEmailId) };
			return { to: { email: found.email, account: null }, content: () => confirmBillingAddress(content, shop) };
		},

		"mail.billing-copy": async ({ billingEmailId, eventId }) => {
			const [found, event] = await Promise.all([repo.billingEmail(billingEmailId), repo.event(eventId)]);
			if (found?.confirmedAt == null) return { stale: "the address was removed" };
			if (found.mailRefusedAt !== null) return { stale: "the address takes none" };
			if (found.email === found.account) return { stale: "it is the account's address now" };
			if (!event || !isCopied(event.kind)) return { stale: "the email is gone" };
			const { kind, payload, createdAt } = event;
			const [prepared, own, document] = await Promise.all([
				prepareCopied(kind, payload, event),
				repo.ownText(kind),
				documentOf(kind, payload),
			]);
			if ("stale" in prepared) return prepared;
			return {
				to: { email: found.email, account: null },
				unsubscribe: { about: "invoices", url: billingAddressUrl(shop.appOrigin, billingToken(billingEmailId)) },
				content: async () =>
					billingCopy(
						withOwnText(await prepared.content(), own),
						found.account,
						shop,
						document && {
							name: document.creditNoteId === null ? "invoice" : "credit note",
							token: documentToken({ billingEmailId, ...document }, createdAt),
						},
					),
			};
		},
	} satisfies Partial<Preparers>;
}

import { brand } from "~/brand";
import { mailboxOf } from "~/features/support/enquiry";
import type { Preparers, Sources } from "./prepare.server";
import { enquiry } from "./templates/enquiry";
import { enquiryConfirmation } from "./templates/enquiry-confirmation";

/** What someone wrote to us, and our thanks. */
export function enquiryEmails({ repo, accounts }: Sources) {
	/** Someone wrote to us, perhaps while signed in. */
	async function sentEnquiry(enquiryId: string) {
		const sent = await repo.enquiry(enquiryId);
		return sent && { sent, account: sent.userId === null ? null : await accounts.find(sent.userId) };
	}

	return {
		"mail.enquiry": async ({ enquiryId }) => {
			const found = await sentEnquiry(enquiryId);
			if (!found) return { stale: "the enquiry is deleted" };
			const { sent, account } = found;
			const to = { email: brand.emails[mailboxOf(sent)], account: null };
			return { to, replyTo: sent.email, content: () => enquiry(sent, account?.email ?? null) };
		},

		"mail.enquiry-confirmation": async ({ enquiryId }) => {
			const found = await sentEnquiry(enquiryId);
			if (!found) return { stale: "the enquiry is deleted" };
			const { sent, account } = found;
			const owner = account?.email === sent.email && account.status !== "unverified" ? account : null;
			const to = { email: sent.email, account: owner };
			return { to, replyTo: brand.emails[mailboxOf(sent)], content: () => enquiryConfirmation(sent, owner) };
		},
	} satisfies Partial<Preparers>;
}

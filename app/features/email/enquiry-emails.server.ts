import { brand } from "~/brand";
import { enquiryMailbox } from "~/features/support/enquiry";
import type { Preparers, Sources } from "./prepare.server";
import { enquiry } from "./templates/enquiry";
import { enquiryConfirmation } from "./templates/enquiry-confirmation";

/** The email to staff about an enquiry, and the confirmation to its sender. */
export function enquiryEmails({ repo, accounts }: Sources) {
	/** The enquiry, and the account of its sender if they were signed in. */
	async function findEnquiry(enquiryId: string) {
		const sent = await repo.enquiry(enquiryId);
		return sent && { sent, account: sent.userId === null ? null : await accounts.find(sent.userId) };
	}

	return {
		"mail.enquiry": async ({ enquiryId }) => {
			const found = await findEnquiry(enquiryId);
			if (!found) return { stale: "the enquiry is deleted" };
			const { sent, account } = found;
			const to = { email: brand.emails[enquiryMailbox(sent)], account: null };
			return { to, replyTo: sent.email, content: () => enquiry(sent, account?.email ?? null) };
		},

		"mail.enquiry-confirmation": async ({ enquiryId }) => {
			const found = await findEnquiry(enquiryId);
			if (!found) return { stale: "the enquiry is deleted" };
			const { sent, account } = found;
			const owner = account?.email === sent.email && account.status !== "unverified" ? account : null;
			const to = { email: sent.email, account: owner };
			return { to, replyTo: brand.emails[enquiryMailbox(sent)], content: () => enquiryConfirmation(sent, owner) };
		},
	} satisfies Partial<Preparers>;
}

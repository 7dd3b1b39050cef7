import { href } from "react-router";
import { brand } from "~/brand";
import { InForceSince, Letter, LetterSection } from "~/components/layout/letter";
import { pageMeta } from "~/components/layout/page-meta";
import { restoreFeeText } from "~/features/catalog/restore-fee-text";
import { graceDays as closingDays } from "~/features/closing/closing";
import { graceDays, redemptionDays } from "~/features/domains/lifecycle";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Terms and conditions",
		"What you can expect from us and what we expect from you: prices, renewals, refunds, domains and hosting, in plain English.",
	);

export default function Terms() {
	return (
		<Letter title="Terms and conditions" lead={<InForceSince date="2026-11-21" />}>
			<LetterSection id="who" title="1. Who we are">
				<p>
					{brand.legalName}, {brand.address.street}, {brand.address.city}, {brand.address.country}, sells domain names,
					hosting, web services and point-of-sale hardware on this site. “We” is {brand.legalName}; “you” is the person
					or company that opens an account or places an order. These terms and the order you confirmed are our contract.
				</p>
			</LetterSection>
			<LetterSection id="account" title="2. Your account">
				<p>
					Give us correct details and keep them up to date, because registries require it for domain names. Keep your
					password to yourself. You are responsible for what is done with your account until you tell us that someone
					else has access to it.
				</p>
			</LetterSection>
			<LetterSection id="orders" title="3. Orders, prices and payment">
				<p>
					You see the whole price, with tax and delivery, before you place an order. An order is binding once you place
					it, and we start on it once you have paid. Prices are in Kenyan shillings unless a page says otherwise. A
					renewal costs the price in force on the day of renewal. We tell you that price before it is due. We charge a
					saved card automatically only if you chose that card for renewals, and you can change that.
				</p>
			</LetterSection>
			<LetterSection id="domains" title="4. Domain names">
				<p>
					A name is yours for the years you paid for, under the rules of its registry (KeNIC for .ke, ICANN&rsquo;s
					policies for .com and its kind). We register it in your name. Registries do not take names back, so we
					can&rsquo;t refund a completed registration. If someone else registers the name before your payment reaches
					us, we refund it.
				</p>
				<p>
					We remind you before a name expires. A name under .ke works for 14 days after that and can be renewed for{" "}
					{graceDays("co.ke")} days, others for {graceDays("com")} days. After that, a name in redemption can be
					restored for {redemptionDays} days. This costs a redemption fee of {restoreFeeText()} and the renewal of a
					year, plus tax. Under .ke and the extensions of other countries, except .ai, the registry decides whether and
					for how much it can be restored. In the end anyone can register it. A name can move to another registrar when
					it is 60 days old and unlocked.
				</p>
			</LetterSection>
			<LetterSection id="hosting" title="5. Hosting">
				<p>
					You can move to a larger or a smaller plan of the same kind at any time. For the remaining days of your term
					you pay the difference, or it becomes credit for your next invoices. Discounts from a promo code don&rsquo;t
					count towards the credit.
				</p>
				<p>
					We guarantee 99.9% uptime. If we miss it, you get service credits. Write to us and name the plan. Do not use
					our servers to break the law, to send unsolicited email, or in a way that harms other customers. We may
					suspend what does, and we will tell you why.
				</p>
			</LetterSection>
			<LetterSection id="money-back" title="6. Money back">
				<p>
					You can cancel a hosting plan within 30 days of the first payment and get back what you paid for the plan.
					Write to {brand.emails.support} and name the invoice. This does not apply to domain names and hardware.
				</p>
			</LetterSection>
			<LetterSection id="hardware" title="7. Hardware">
				<p>
					We deliver hardware in Kenya the day after payment, with a 2-year warranty. Delivery is free unless your order
					shows a charge for it.
				</p>
			</LetterSection>
			<LetterSection id="liability" title="8. Liability">
				<p>
					The law of Kenya says what we owe you when something goes wrong. Nothing here limits that. Keep your own
					copies of what matters to you.
				</p>
			</LetterSection>
			<LetterSection id="end" title="9. Ending the contract">
				<p>
					You can cancel a plan in the portal. It ends when the time you paid for ends. We then keep its content for
					some time, which the portal and an email tell you, and delete it after a last backup. You can also close your
					account there. After {closingDays} days your hosting ends and we delete its data, while your names stay
					registered until they expire. We may end a contract at the end of the time you paid for, or immediately if you
					break these terms and don&rsquo;t put it right.
				</p>
			</LetterSection>
			<LetterSection id="law" title="10. Law">
				<p>
					The laws of Kenya apply, and its courts decide. Your rights under consumer law stay as they are. Read what we
					do with your data on our{" "}
					<a className="link" href={href("/privacy")}>
						privacy page
					</a>
					.
				</p>
			</LetterSection>
		</Letter>
	);
}

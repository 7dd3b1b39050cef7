import { href } from "react-router";
import { brand } from "~/brand";
import { pageMeta } from "~/components/layout/page-meta";
import { Clause, Prose } from "~/components/layout/prose";
import { settings } from "~/features/catalog/settings";
import { graceDays as closingDays } from "~/features/closing/closing";
import { graceDays } from "~/features/domains/lifecycle";
import { formatMoney } from "~/lib/money";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Terms and conditions",
		"What you may expect of us and what we expect of you: prices, renewals, refunds, domains and hosting, in plain English.",
	);

export default function Terms() {
	return (
		<Prose title="Terms and conditions" updated="2026-11-21">
			<Clause id="who" title="1. Who we are">
				<p>
					{brand.legalName}, {brand.address.street}, {brand.address.city}, {brand.address.country}, sells domain names,
					hosting, web services and point-of-sale hardware on this site. “We” is {brand.legalName}; “you” is whoever
					opens an account or places an order. These terms and the order you confirmed are our contract.
				</p>
			</Clause>
			<Clause id="account" title="2. Your account">
				<p>
					Give us true details and keep them up to date: registries require it for domain names. Keep your password to
					yourself; what is done with your account counts as done by you until you tell us that somebody else has it.
				</p>
			</Clause>
			<Clause id="orders" title="3. Orders, prices and payment">
				<p>
					You see the whole price, with tax and delivery, before you place an order. An order is binding once you place
					it and we start on it once it is paid. Prices are in Kenyan shillings unless a page says otherwise. A renewal
					costs the price in force on the day of renewal; we tell you that price before it is due. It is charged to a
					card without you only where you chose that card for renewals, and you can take that back.
				</p>
			</Clause>
			<Clause id="domains" title="4. Domain names">
				<p>
					A name is yours for the years you paid for, under the rules of its registry (KeNIC for .ke, ICANN&rsquo;s
					policies for .com and its kind). We register in your name. Registries do not take names back: a registration
					can&rsquo;t be refunded once it is done. If a name is taken by someone else before your payment reaches us,
					you get your money back for it.
				</p>
				<p>
					We remind you before a name expires. A name under .ke works for 14 days after that and can be renewed for{" "}
					{graceDays("co.ke")} days, others for {graceDays("com")} days. Then it may cost more to recover, and in the
					end is open to anyone. A name can move to another registrar when it is 60 days old and unlocked.
				</p>
			</Clause>
			<Clause id="hosting" title="5. Hosting">
				<p>
					You may move to a larger or a smaller plan of the same kind at any time. For the days of your term that are
					left you pay the difference, or it becomes credit for your next invoices, without what a promo code had paid.
				</p>
				<p>
					We guarantee 99.9% uptime. When we miss it, you get service credits: write to us and name the plan. Do not use
					our servers to break the law, to send unsolicited mail, or in a way that harms other customers; we may suspend
					what does, and say why.
				</p>
			</Clause>
			<Clause id="money-back" title="6. Money back">
				<p>
					Hosting plans may be cancelled within 30 days of the first payment, and you get back what you paid for the
					plan: write to {brand.emails.support} and name the invoice. Domain names and hardware are not part of this.
				</p>
			</Clause>
			<Clause id="hardware" title="7. Hardware">
				<p>
					We deliver hardware in Kenya free of charge, the day after it is paid, with a warranty of 2 years. The
					shipping that an order shows is a flat charge of {formatMoney(settings.shipping.KES)}, with hardware or
					without.
				</p>
			</Clause>
			<Clause id="liability" title="8. Liability">
				<p>
					What we owe you when something goes wrong, the law of Kenya says; nothing here takes away from it. Keep your
					own copies of what matters to you.
				</p>
			</Clause>
			<Clause id="end" title="9. Ending the contract">
				<p>
					You may cancel a plan in the portal: it ends with the time that is paid. You may close your account there,
					too: after {closingDays} days your hosting ends and its data are deleted, while your names stay registered
					until they expire. We may end a contract at the end of its paid time, or at once when these terms are broken
					and not mended.
				</p>
			</Clause>
			<Clause id="law" title="10. Law">
				<p>
					The laws of Kenya apply, and its courts decide. Rights that consumer law gives you stay as they are. What we
					do with your data is in our{" "}
					<a className="link" href={href("/privacy")}>
						privacy page
					</a>
					.
				</p>
			</Clause>
		</Prose>
	);
}

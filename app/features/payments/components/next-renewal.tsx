import { href, Link } from "react-router";
import type { PaymentDescription } from "../renewal-charge";

const links: Readonly<Record<PaymentDescription["kind"], string>> = {
	charge: "Change how renewals are paid",
	card_expires: "Choose another card",
	manual: "Have renewals paid by a card",
};

/** How the next renewal is paid, and the way to change it. */
export function NextRenewal({ payment: { kind, text } }: { payment: PaymentDescription }) {
	return (
		<p>
			{text}{" "}
			<Link to={`${href("/dashboard/account-settings/billing")}#methods`} className="link">
				{links[kind]}
			</Link>
		</p>
	);
}

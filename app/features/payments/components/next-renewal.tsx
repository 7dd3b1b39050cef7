import { href, Link } from "react-router";
import type { PaymentDescription } from "../renewal-charge";

const links: Readonly<Record<PaymentDescription["kind"], string>> = {
	charge: "Change how renewals are paid",
	card_expires: "Choose another card",
	manual: "Pay renewals automatically with a card",
};

/** How the next renewal is paid, with a link to change it. */
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

import { href, Link } from "react-router";
import type { PaymentDescription } from "../renewal-charge";

const links: Readonly<Record<PaymentDescription["kind"], string>> = {
	charge: "Change how renewals are paid",
	card_expires: "Choose another card",
	prompt: "Change the phone or the hour",
	manual: "Pay renewals automatically with a card",
};

/** How the next renewal is paid, with a link to change it. */
export function NextRenewal({ payment: { kind, text } }: { payment: PaymentDescription }) {
	return (
		<p>
			{text}{" "}
			<Link
				to={`${href("/dashboard/account-settings/billing")}${kind === "prompt" ? "#prompts" : "#methods"}`}
				className="link"
			>
				{links[kind]}
			</Link>
		</p>
	);
}

/** For customers who pay renewals themselves. */
export function OfferPrompts() {
	return (
		<p>
			Or get an M‑Pesa prompt on your phone when a renewal is due, at an hour you choose.{" "}
			<Link to={`${href("/dashboard/account-settings/billing")}#prompts`} className="link">
				Choose the hour
			</Link>
		</p>
	);
}

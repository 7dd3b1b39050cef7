import { href } from "react-router";
import { hostingPackages, lowestPrice, plansOf } from "~/features/catalog/catalog";
import { type Currency, formatMoney } from "~/lib/money";
import type { OrderLineKind } from "./order-line";

interface NextStep {
	readonly title: string;
	readonly about: string;
	readonly href: string;
}

/** What to do with a name that was just bought. @param name Unicode form. Null if the order has none. */
export function nextSteps(
	name: string | null,
	lines: readonly { readonly kind: OrderLineKind }[],
	currency: Currency,
): readonly NextStep[] {
	if (name === null) return [];
	if (lines.some(({ kind }) => kind === "plan")) {
		const to = href("/dashboard/hosting");
		return [
			{ title: "Get email at this name", about: `hello@${name}, in your hosting plan`, href: to },
			{ title: "Put your website online", about: "Upload it to your hosting plan", href: to },
		];
	}
	const portal = plansOf("portal");
	const websites = portal.filter(({ id }) => id.startsWith("web-"));
	const mailboxes = lowestPrice(
		portal.filter(({ resources }) => resources?.mailboxes),
		"monthly",
		currency,
	);
	const website =
		currency === "USD"
			? `From ${formatMoney(lowestPrice(websites, "monthly", currency))} a month`
			: `From ${formatMoney(lowestPrice(hostingPackages(), "annual"))} a year`;
	return [
		{
			title: "Get email at this name",
			about: `hello@${name}, from ${formatMoney(mailboxes)} a month`,
			href: href("/dashboard/hosting/add"),
		},
		{
			title: "Put a website behind it",
			about: website,
			// The public pages have the shilling prices.
			href: currency === "USD" ? href("/dashboard/hosting/add") : href("/hosting"),
		},
	];
}

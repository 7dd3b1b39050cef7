import { href } from "react-router";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import { Price } from "~/components/ui/price";
import { formatMoney, type Money } from "~/lib/money";
import { deliversFree, hostingPackages, lowestPrice, soldHardware } from "../catalog";
import { domainPrice, renewalPrice } from "../domain-prices";

interface Highlight {
	readonly icon: IconName;
	readonly title: string;
	readonly price: Money;
	readonly per: string;
	readonly note: string;
	readonly href: string;
	readonly action: string;
}

const highlights = (): readonly Highlight[] => [
	{
		icon: "globe",
		title: "A .co.ke domain",
		price: domainPrice("co.ke"),
		per: "first year",
		note: `Renews at ${formatMoney(renewalPrice("co.ke"))} a year`,
		href: href("/domains"),
		action: "All domain prices",
	},
	{
		icon: "server",
		title: "Web hosting",
		price: lowestPrice(hostingPackages(), "annual"),
		per: "a year, and up",
		note: "Excluding VAT. SSL and a control panel included",
		href: href("/hosting"),
		action: "Hosting packages",
	},
	{
		icon: "store",
		title: "Tills and printers",
		price: lowestPrice(soldHardware(), "once"),
		per: "and up",
		note: `Delivered ${deliversFree() ? "free " : ""}next day in Kenya, 2‑year warranty`,
		href: href("/services"),
		action: "Services and hardware",
	},
];

/** Lowest prices of domains, hosting and hardware, with links to their pages. */
export function PriceHighlights() {
	return (
		<ul className="grid gap-3 sm:gap-4 md:grid-cols-3">
			{highlights().map(({ icon, title, price, per, note, href, action }) => (
				<Card
					as="li"
					key={href}
					className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 transition-colors hover:border-edge max-sm:p-4 sm:flex sm:flex-col sm:gap-3"
				>
					<Heading level={2} size="sm" className="flex items-center gap-3">
						<Icon name={icon} size={24} className="flex-none text-lake" />
						{title}
					</Heading>
					<div>
						<Price money={price} per={per} />
						<p className="text-sm text-muted">{note}</p>
					</div>
					<a
						href={href}
						className="inline-flex min-h-11 items-center gap-2 font-semibold text-indigo after:absolute after:inset-0 hover:underline max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center sm:mt-auto"
					>
						<span className="max-sm:sr-only">{action}</span>
						<Icon name="arrow-right" />
					</a>
				</Card>
			))}
		</ul>
	);
}

import { Card } from "~/components/ui/card";
import { Price } from "~/components/ui/price";
import { AddForm } from "~/features/cart/components/add-form";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { extensionOffers } from "~/features/catalog/extension-offers";
import { isSold } from "~/features/catalog/known-extensions";
import { formatMoney } from "~/lib/money";

/** Ten extensions that can be added to the cart before a name is chosen. */
export function ExploreExtensions() {
	return (
		<ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
			{extensionOffers
				.filter(({ tld }) => isSold(tld))
				.map(({ id, tld, description }) => (
					<Card
						key={id}
						as="li"
						className="grid content-between items-center gap-3 px-3 py-4 sm:max-lg:grid-cols-[minmax(0,1fr)_auto] sm:px-5 sm:py-5"
					>
						<div className="grid gap-1">
							<h3 className="text-2xl font-bold text-sun">.{tld}</h3>
							<Price money={domainPrice(tld)} size="md" per="a year" />
							<p className="text-sm text-muted">or {formatMoney(domainPrice(tld, "USD"))}</p>
						</div>
						<AddForm
							{...{ subject: `.${tld}`, size: "sm", variant: "secondary" }}
							item={{
								...{ productId: id, category: "extension", name: `.${tld}`, description, tld },
								price: domainPrice(tld).amount / 100,
								renewal: renewalPrice(tld).amount / 100,
							}}
						/>
					</Card>
				))}
		</ul>
	);
}

import { brand } from "~/brand";
import type { Money } from "~/lib/money";
import { publicPathOf } from "~/public-pages";
import { shareCardOf } from "~/share-card";
import { defaultTerm, isOutOfStock, productTitle, unitPrice } from "./catalog";
import { domainPrice, renewalPrice, soldExtensions } from "./domain-prices";
import type { Addon, Hardware, Plan, Term } from "./product";

/** UN/CEFACT unit codes, which schema.org requires. */
const unitCodes: Readonly<Record<Term, string>> = { monthly: "MON", annual: "ANN", once: "C62" };

const seller = { "@type": "Organization", name: brand.name };

/**
 * A page's products for search engines (schema.org Product and Offer, in shillings).
 * @param address the URL of the page
 * @param shown which prices the page shows: each product's default term, or all terms
 */
export function productsJsonLd(
	products: readonly (Plan | Addon | Hardware)[],
	address: string,
	shown: "first" | "every" = "first",
) {
	return graph(
		products.map((product) => ({
			"@type": "Product",
			"@id": `${address}#${product.id}`,
			sku: product.id,
			name: productTitle(product),
			description: product.description,
			image: pictureOf(address),
			brand: { "@type": "Brand", name: brand.name },
			offers: (shown === "every" ? (Object.keys(product.prices) as Term[]) : [defaultTerm(product)]).flatMap((term) => {
				const price = unitPrice(product, term);
				return price ? offer(price, address, term, product) : [];
			}),
		})),
	);
}

/** All extensions, with the prices of the first and each further year. */
export function extensionsJsonLd(address: string) {
	return graph(
		soldExtensions().map((tld) => ({
			"@type": "Product",
			"@id": `${address}#tld-${tld}`,
			name: `.${tld} domain`,
			description: `A .${tld} domain name: first year ${amountOf(domainPrice(tld))} KES, then ${amountOf(renewalPrice(tld))} KES a year.`,
			category: "Domain name",
			image: pictureOf(address),
			offers: offer(domainPrice(tld), address, "annual"),
		})),
	);
}

function offer(price: Money, address: string, term: Term, product?: Plan | Addon | Hardware) {
	return {
		"@type": "Offer",
		url: address,
		price: amountOf(price),
		priceCurrency: price.currency,
		availability: `https://schema.org/${product?.kind === "hardware" && isOutOfStock(product) ? "OutOfStock" : "InStock"}`,
		seller,
		...(term !== "once" && {
			priceSpecification: {
				"@type": "UnitPriceSpecification",
				price: amountOf(price),
				priceCurrency: price.currency,
				// The cart adds tax.
				valueAddedTaxIncluded: false,
				referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: unitCodes[term] },
			},
		}),
	};
}

/** URL of the page's share image. */
function pictureOf(address: string): string {
	const path = publicPathOf(new URL(address).pathname);
	return new URL(shareCardOf(path ?? "/"), address).href;
}

const graph = (things: readonly object[]) => ({ "@context": "https://schema.org", "@graph": things });

const amountOf = ({ amount }: Money): string => (amount / 100).toFixed(2);

import type { CatalogContent, Extension } from "./content";
import { domainProducts } from "./domain-products";
import { extensionOffers } from "./extension-offers";
import type { Product } from "./product";

/** A version of the catalogue, prepared for look-ups. */
export interface Catalog extends CatalogContent {
	/** 1 is the catalogue in the code. */
	readonly version: number;
	/** Maps, so that an id such as `constructor` finds nothing. Both have what is no longer sold, for renewals. */
	readonly productsById: ReadonlyMap<string, Product>;
	readonly extensionsByTld: ReadonlyMap<string, Extension>;
	/** Ids of hardware without a piece left, on pages that show stock. The database decides about orders. */
	readonly soldOut: ReadonlySet<string>;
	/** What new customers can buy, in the order of the price list. */
	readonly soldTlds: readonly string[];
}

export function toCatalog(version: number, content: CatalogContent): Catalog {
	const { extensions, plans, addons, hardware } = content;
	const products: Product[] = [...domainProducts, ...extensionOffers, ...plans, ...addons, ...hardware];
	return {
		...content,
		version,
		soldOut: new Set(),
		productsById: new Map(products.map((product) => [product.id, product])),
		extensionsByTld: new Map(extensions.map((extension) => [extension.tld, extension])),
		soldTlds: extensions.filter(({ retired }) => !retired).map(({ tld }) => tld),
	};
}

import type { Money } from "~/lib/money";
import type { Announcement } from "./announcements";
import type { Prices } from "./prices";
import type { Addon, Hardware, Plan } from "./product";
import type { Testimonial } from "./testimonials";

export interface ExtensionPrices {
	/** The first year. */
	readonly register: Prices;
	/** Each further year, both in a registration of several years and at renewal. */
	readonly renew: Prices;
	readonly transfer: Prices;
	/** The fee for restoring a name from redemption, charged with a year's renewal. Null if we have no price. */
	readonly restore: Prices | null;
}

export interface Extension extends ExtensionPrices {
	/** Without the leading dot, lower case: `co.ke`. */
	readonly tld: string;
	/** The registry's limit for one registration, if it is below our ten years. */
	readonly maxYears?: number;
	/** Not sold to new customers any more. Names under it are still renewed. */
	readonly retired?: true;
}

export interface CatalogRules {
	/** Hundredths of a percent of the subtotal after the promo discount. */
	readonly taxBasisPoints: number;
	/** Flat, for orders with goods that have no free delivery. */
	readonly shipping: Readonly<Record<"KES" | "USD", Money>>;
	/** The rate for products with a price in only one currency. */
	readonly shillingsPerDollar: number;
}

/** Everything that staff can publish. Each list is in the order of the pages. */
export interface CatalogContent {
	readonly extensions: readonly Extension[];
	/** Names of customers under extensions that we never sold. */
	readonly otherExtensions: ExtensionPrices;
	readonly plans: readonly Plan[];
	readonly addons: readonly Addon[];
	readonly hardware: readonly Hardware[];
	readonly testimonials: readonly Testimonial[];
	readonly announcements: readonly Announcement[];
	readonly rules: CatalogRules;
}

/** A stored version with the lists that versions of earlier releases do not have. */
export const completeContent = (stored: CatalogContent): CatalogContent => ({ ...emptyLists, ...stored });

const emptyLists = { testimonials: [], announcements: [] } satisfies Partial<CatalogContent>;

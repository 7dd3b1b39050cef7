import { usd } from "~/lib/money";
import type { ExtensionProduct } from "./product";

const offer = (number: number, tld: string, cents: number): ExtensionProduct => ({
	id: `domain-${number.toString().padStart(3, "0")}`,
	kind: "extension",
	name: `.${tld}`,
	description: `A new .${tld} domain; you choose the name in your cart.`,
	tld,
	dollarPrice: { USD: usd(cents) },
});

/** The Explore TLD Options grid, in display order. It shows dollar and shilling prices. */
export const extensionOffers: readonly ExtensionProduct[] = [
	offer(1, "com", 1299),
	offer(2, "net", 1149),
	offer(3, "org", 1099),
	offer(4, "co", 1499),
	offer(5, "io", 3499),
	offer(6, "ai", 6900),
	offer(7, "me", 899),
	offer(8, "store", 699),
	offer(9, "tech", 499),
	offer(10, "xyz", 199),
];

import type { ExtensionProduct } from "./product";

const offer = (number: number, tld: string): ExtensionProduct => ({
	id: `domain-${number.toString().padStart(3, "0")}`,
	kind: "extension",
	name: `.${tld}`,
	description: `A new .${tld} domain; you choose the name in your cart.`,
	tld,
});

/** The Explore TLD Options grid, in display order. */
export const extensionOffers: readonly ExtensionProduct[] = [
	...["com", "net", "org", "co", "io", "ai", "me", "store", "tech", "xyz"].map((tld, index) => offer(index + 1, tld)),
];

/** Hundredths of any currency, because registrars bill in euros and rupees, too. */
export interface Cost {
	readonly amount: number;
	/** ISO 4217. */
	readonly currency: string;
}

export const costOperations = ["register", "renew", "transfer", "restore"] as const;

export type CostOperation = (typeof costOperations)[number];

/** What an extension costs us for a year, in hundredths of the currency. Null if the registrar names no price. */
export interface ExtensionCosts extends Readonly<Record<CostOperation, number | null>> {
	/** Without the first dot. */
	readonly tld: string;
	readonly currency: string;
}

/** What is left in our account, in hundredths of the currency. */
export interface Balance {
	readonly amount: number;
	/** Null if the registrar does not name it. */
	readonly currency: string | null;
}

/** "EUR 9.50" */
export const formatCost = ({ amount, currency }: Balance): string =>
	[currency, (amount / 100).toFixed(2)].filter(Boolean).join(" ");

/** A price as a registrar writes it, in hundredths. Null without a price. */
export const inHundredths = (price: number | null | undefined): number | null =>
	typeof price === "number" && Number.isFinite(price) && price >= 0 ? Math.round(price * 100) : null;

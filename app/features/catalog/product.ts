import type { Prices } from "./prices";

/** `once` is for goods; a plan or an add-on is paid by the month or by the year. */
export type Term = "monthly" | "annual" | "once";

export type PlanFamily = "package" | "shared" | "vps" | "reseller" | "pricing" | "portal";

interface Described {
	/** Never changes once sold: orders and carts keep it. */
	readonly id: string;
	readonly name: string;
	readonly description: string;
}

/** Priced by its extension: see domain-prices.ts. */
export interface DomainProduct extends Described {
	readonly kind: "registration" | "transfer" | "renewal";
}

/** One of the ten of the Explore grid: stands in a cart until the customer has chosen a name. */
export interface ExtensionProduct extends Described {
	readonly kind: "extension";
	/** Without the leading dot. */
	readonly tld: string;
	readonly dollarPrice: Prices & { readonly USD: NonNullable<Prices["USD"]> };
}

interface Priced extends Described {
	readonly prices: Readonly<Partial<Record<Term, Prices>>>;
	readonly features: readonly string[];
}

export interface Plan extends Priced {
	readonly kind: "plan";
	readonly family: PlanFamily;
	readonly resources?: PlanResources;
	/** The label of the recommended one of its family. */
	readonly highlight?: string;
	/** Its label where prices by the year are shown, when another. */
	readonly annualHighlight?: string;
	/** As the price list words it, for the annual term. */
	readonly savings?: string;
	/** Paid annually, it makes the first year of one new domain in the same cart free. */
	readonly freeDomain?: boolean;
	readonly bestFor?: string;
	readonly excludesVat?: boolean;
}

export interface PlanResources {
	readonly diskGb?: number | "Unlimited";
	readonly ramGb?: number;
	/** Files and folders together. */
	readonly fileLimit?: number;
	readonly websites?: number | "Unlimited";
	readonly emailAccounts?: number | "Unlimited";
	/** Of email plans: how many, and how large each may grow. */
	readonly mailboxes?: number;
	readonly mailboxGb?: number;
	readonly summary?: string;
}

export interface Addon extends Priced {
	readonly kind: "addon";
}

export type HardwareCategory = "incotex" | "printers" | "cash-drawers";

export interface Hardware extends Priced {
	readonly kind: "hardware";
	readonly category: HardwareCategory;
	/** Of five. */
	readonly rating: number;
	/** Name of its drawing. */
	readonly image: string;
}

export type Product = DomainProduct | ExtensionProduct | Plan | Addon | Hardware;

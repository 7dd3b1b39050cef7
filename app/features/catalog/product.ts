import type { Prices } from "./prices";

/** `once` is for hardware. Plans and add-ons are paid monthly or annually. */
export const terms = ["monthly", "annual", "once"] as const;
export type Term = (typeof terms)[number];

export const isTerm = (text: string): text is Term => (terms as readonly string[]).includes(text);

export type PlanFamily = "package" | "shared" | "vps" | "reseller" | "pricing" | "portal";

interface Described {
	/** Must not change once the product has been sold, because orders and carts store it. */
	readonly id: string;
	readonly name: string;
	readonly description: string;
}

/** The price depends on the extension, see domain-prices.ts. */
export interface DomainProduct extends Described {
	readonly kind: "registration" | "transfer" | "renewal";
}

/** An extension from the Explore grid. It stays in the cart until the customer chooses a name. */
export interface ExtensionProduct extends Described {
	readonly kind: "extension";
	/** Without the leading dot. */
	readonly tld: string;
}

interface Priced extends Described {
	readonly prices: Readonly<Partial<Record<Term, Prices>>>;
	readonly features: readonly string[];
	/** Not sold to new customers any more. Customers who have it can renew it. */
	readonly retired?: true;
}

export interface Plan extends Priced {
	readonly kind: "plan";
	readonly family: PlanFamily;
	readonly resources?: PlanResources;
	/** The label of a recommended plan. */
	readonly highlight?: string;
	/** The label beside annual prices, if it is different. */
	readonly annualHighlight?: string;
	/** Whether an annual term makes the first year of one new domain in the same cart free. */
	readonly freeDomain?: boolean;
	readonly bestFor?: string;
	readonly excludesVat?: boolean;
}

export interface PlanResources {
	readonly diskGb?: number | "Unlimited";
	readonly diskKind?: "NVMe";
	readonly ramGb?: number;
	/** Virtual processors of a server. */
	readonly vcpu?: number;
	/** In both directions, per month. */
	readonly trafficTb?: number;
	/** Accounts of the reseller's own customers. */
	readonly customerAccounts?: number;
	/** Files and folders together. */
	readonly fileLimit?: number;
	/** Domains with a website or mailboxes. */
	readonly websites?: number | "Unlimited";
	readonly emailAccounts?: number | "Unlimited";
	/** For email plans. */
	readonly mailboxes?: number;
	/** For email plans: the limit of each mailbox. */
	readonly mailboxGb?: number;
	readonly summary?: string;
}

export interface Addon extends Priced {
	readonly kind: "addon";
	/** What it can be for. Belongs to exactly one of these. */
	readonly belongsTo: readonly ("domain" | "plan")[];
	/** Only for plans with a website, not for those with email alone. */
	readonly webOnly?: boolean;
	/** Only for a plan whose domain is at another registrar. */
	readonly outsideDomain?: boolean;
}

export type HardwareCategory = "incotex" | "printers" | "cash-drawers";

export interface Hardware extends Priced {
	readonly kind: "hardware";
	readonly category: HardwareCategory;
	/** Shown, but can't be ordered. */
	readonly outOfStock?: true;
	/** Whether delivery in Kenya costs nothing. */
	readonly freeDelivery: boolean;
	/** Out of five. Without one, the page shows none. */
	readonly rating?: number;
	readonly image: "terminal" | "handheld" | "printer" | "portable-printer" | "drawer" | "open-drawer";
}

export type Product = DomainProduct | ExtensionProduct | Plan | Addon | Hardware;

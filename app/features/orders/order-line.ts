import { givesFreeDomain, lineTitle } from "~/features/cart/lines";
import type { Quote } from "~/features/cart/quote";
import { findProduct } from "~/features/catalog/catalog";
import type { HostingFacts } from "~/features/hosting/hosting-facts";
import { hostingFacts } from "~/features/hosting/hosting-facts";
import { formatCount } from "~/lib/format-count";
import { decapitalize } from "./line-facts";

export type OrderLineKind =
	| "registration"
	| "transfer"
	| "renewal"
	| "restore"
	| "plan"
	| "hosting_renewal"
	| "plan_change"
	| "addon"
	| "addon_renewal"
	| "hardware"
	| "free_domain"
	/** A line that staff wrote, see custom-lines.ts. */
	| "custom";

/** What a line stores in addition to its price, so that it can be provided even if the catalogue changes. */
export interface OrderLineDetails {
	readonly tld?: string;
	readonly years?: number;
	readonly term?: "monthly" | "annual" | "once";
	/** For a transfer. Deleted when the transfer has ended. */
	readonly authCode?: string;
	readonly note?: string;
	readonly hosting?: HostingFacts;
	/** For a plan that made a domain's first year free: the price of that year, in minor units. */
	readonly freeDomain?: number;
	/** For a plan's renewal or an add-on: the number of months it adds. */
	readonly months?: number;
	/** For an add-on of a plan in the same order: the position of the plan's line. */
	readonly planLine?: number;
	/** For the renewal of an add-on: the add-on's id. */
	readonly addonId?: string;
	/** For a restore: the part of the price that is the redemption fee, in minor units. The rest is the renewal. */
	readonly restoreFee?: number;
	/** For a change to another plan: the old plan's product. */
	readonly fromProductId?: string;
	/** For a change to another plan: minor units that become credit. */
	readonly credit?: number;
	/** For a change to another plan: the rate of the tax that the credit gives back, in hundredths of a percent. */
	readonly creditTaxBasisPoints?: number;
	/** Deprecated: what counts as paid after a change to another plan, for older releases. The next release drops it. */
	readonly paid?: number;
}

type QuoteLine = Quote["lines"][number];

/** Each hosting plan is a separate panel account, so an order has one line per plan. */
export const maxPlansPerOrder = 20;

/** The number of hosting plans in the quote. */
export const planCount = (lines: readonly QuoteLine[]): number =>
	lines.reduce((count, { kind, quantity }) => (kind === "plan" ? count + quantity : count), 0);

/** The quote's lines for an order, with one line per plan. @throws TypeError if the quote has a nameless extension. */
export function orderLinesOf(quote: Quote) {
	const free = quote.lines.find(({ kind }) => kind === "free_domain");
	const giver = free && mostExpensive(quote.lines.filter(givesFreeDomain));
	const keys = quote.lines.flatMap((line) => Array.from({ length: copiesOf(line) }, () => line.key));
	return quote.lines.flatMap((line) => {
		const copies = copiesOf(line);
		const quantity = line.quantity / copies;
		const { productId, kind, name, domain = null, unit, planId = null, currentExpiry = null } = line;
		if (kind === "extension") throw new TypeError("An extension can't be ordered before it has a name");
		const price = { unitAmount: unit.amount, amount: unit.amount * quantity };
		const row = { productId, kind, name, domain, planId, currentExpiry, quantity, ...price };
		// Record the free domain on one plan, so that a later downgrade does not refund the domain's price.
		const given = (copy: number) => free && line === giver && copy === 0 && { freeDomain: -free.amount.amount };
		// An add-on of a plan that is ordered several times belongs to the first one.
		const planLine = line.planKey === undefined ? {} : { planLine: keys.indexOf(line.planKey) };
		const details = { ...detailsOf(line), ...planLine };
		return Array.from({ length: copies }, (_, copy) => ({ ...row, details: { ...details, ...given(copy) } }));
	});
}

/** A domain or plan that an order renews automatically. `expiresAt`: from which expiry, in ms. */
export type AutomaticRenewal = { readonly expiresAt: number } & (
	| { readonly domainId: string; readonly domain: string; readonly planId?: undefined }
	| { readonly planId: string; readonly domainId?: undefined }
);

/** Adds to a line which domain or plan it renews automatically, if any. */
export function asRenewed<Line extends ReturnType<typeof orderLinesOf>[number]>(
	line: Line,
	renewals: readonly AutomaticRenewal[],
) {
	const renewed = renewals.find(({ planId, ...other }) =>
		planId === undefined
			? line.kind === "renewal" && "domain" in other && line.domain === other.domain
			: line.kind === "hosting_renewal" && line.planId === planId,
	);
	const { domainId = null, planId = null, expiresAt = null } = renewed ?? {};
	return { ...line, renewedDomainId: domainId, renewedPlanId: planId, renewedExpiry: expiresAt };
}

const copiesOf = ({ kind, quantity }: QuoteLine): number => (kind === "plan" ? quantity : 1);

const mostExpensive = (lines: readonly QuoteLine[]): QuoteLine | undefined =>
	lines.toSorted((a, b) => b.unit.amount - a.unit.amount)[0];

/** The quote's lines for an invoice, as the customer saw them. */
export function invoiceLinesOf(quote: Quote) {
	return quote.lines.map(({ name, kind, years, term, quantity, unit, amount, note }) => {
		const span = years ? formatCount(years, "year") : term && termNames[term];
		const what = kind === "registration" ? `Registration of ${name}` : lineTitle({ kind, name });
		const description = [what, span, note && decapitalize(note)].filter(Boolean).join(", ");
		return { description, quantity, unitAmount: unit.amount, amount: amount.amount };
	});
}

const termNames = { monthly: "1 month", annual: "1 year", once: undefined } as const;

function detailsOf(line: QuoteLine): OrderLineDetails {
	const { productId, kind, tld, years, term, authCode, note, unit, quantity, planId, addonId } = line;
	const product = findProduct(productId);
	return {
		...(tld && { tld }),
		...(years && { years }),
		...(term && { term }),
		...(authCode && { authCode }),
		...(note && { note }),
		...(addonId && { addonId }),
		...((planId || kind === "addon" || kind === "addon_renewal") && {
			months: quantity * (term === "annual" ? 12 : 1),
		}),
		...(kind === "plan" && product?.kind === "plan" && { hosting: hostingFacts(product, term ?? "monthly", unit) }),
	};
}

import type { Customer } from "~/features/accounts/customer";
import { findPendingRestore } from "~/features/cart/pending-renewals";
import type { PendingRenewal, RegistryFacts } from "~/features/cart/renewal-lookup.server";
import { type OrderedRenewal, orderedOffer } from "~/features/cart/renewal-offer";
import { taxLabel } from "~/features/catalog/settings";
import { roundingLabel } from "~/features/payments/payable";
import { formatDay } from "~/lib/dates";
import { formatMoney, isZero, type Money, subtract } from "~/lib/money";
import type { RegisteredDomain } from "./renewal";
import { quoteRestore } from "./restore";

/** What restoring a domain costs, the order for it, or why the customer can't do it. */
export type RestoreView = RestoreOffer | { readonly ordered: OrderedRenewal } | { readonly refused: string };

export interface RestoreOffer {
	readonly rows: readonly { readonly label: string; readonly text: string }[];
	readonly toPay: string;
	/** Minor units, tax included. */
	readonly total: string;
	/** Until when it can be restored: "23 Dec 2026". */
	readonly until: string;
	/** The new expiry. */
	readonly expires: string;
}

interface DomainToRestore {
	readonly domain: RegisteredDomain;
	/** Undefined if the registry does not answer. */
	readonly registry: RegistryFacts | undefined;
	/** The customer's renewals and restores that are already ordered. */
	readonly pending: readonly PendingRenewal[];
}

/** View model of a domain in redemption. `now` in ms. */
export function restoreView(
	{ domain, registry, pending }: DomainToRestore,
	now: number,
	reader: Pick<Customer, "currency" | "language" | "timezone">,
): RestoreView {
	const ordered = findPendingRestore(pending, domain);
	if (ordered) return orderedOffer(ordered);
	const quoted = quoteRestore(domain, { currency: reader.currency, yearly: registry?.renewal }, now);
	if (!quoted.ok) return { refused: quoted.error.message };
	const { fee, renewal, tax, taxBasisPoints, total, toPay, expiresAt, until } = quoted.value;
	const text = (amount: Money) => formatMoney(amount, reader.language);
	const rounding = subtract(toPay, total);
	return {
		rows: [
			{ label: "Redemption fee", text: text(fee) },
			{ label: "Renewal for 1 year", text: text(renewal) },
			{ label: taxLabel(taxBasisPoints), text: text(tax) },
			...(isZero(rounding) ? [] : [{ label: roundingLabel, text: text(rounding) }]),
		],
		toPay: text(toPay),
		total: String(total.amount),
		until: formatDay(until, reader),
		expires: formatDay(expiresAt, reader),
	};
}

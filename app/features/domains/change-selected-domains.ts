import { z } from "zod";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { changeCart } from "~/features/cart/cart-changes";
import type { CartState } from "~/features/cart/cart-cookie";
import { itemId } from "~/features/cart/cart-item";
import { itemName } from "~/features/cart/item-name";
import { findPendingDomainRenewal, pendingOrderMessage } from "~/features/cart/pending-renewals";
import type { PendingRenewal } from "~/features/cart/renewal-lookup.server";
import { createConcurrencyLimit } from "~/lib/concurrency-limit";
import { rowId, unknownForm } from "~/lib/fields.schema";
import { fail, type Result } from "~/lib/result";
import { registeredStatuses } from "./domain-pages";
import { findRestriction } from "./domain-restriction";
import type { DomainManagement } from "./manage.server";
import type { NameserverInput } from "./nameservers";
import type { Portfolio } from "./portfolio.server";
import { domainRenewal, type RegisteredDomain } from "./renewal";
import { mostSelected, type SelectedChange, selectedChanges, tooMany } from "./selected-domains";
import { toUnicode } from "./to-unicode";

/** The form that changes the selected domains. */
export const selectedDomainsSchema = z.object({
	change: z.enum(selectedChanges, unknownForm),
	domains: z.array(rowId).min(1, "Choose at least one domain.").max(mostSelected, tooMany),
});

type Domain = RegisteredDomain & { readonly autoRenew: boolean; readonly locked: boolean };

/** Why a change leaves a domain as it is. Null if it changes the domain. @param pending the customer's ordered renewals */
export function obstacleTo(
	change: SelectedChange,
	domain: Domain,
	pending: readonly PendingRenewal[],
	now: number,
): string | null {
	const name = toUnicode(domain.name);
	switch (change) {
		case "auto-renew-on":
			return domain.autoRenew ? "Auto-renew is already on." : null;
		case "auto-renew-off":
			return domain.autoRenew ? null : "Auto-renew is already off.";
		case "renew": {
			const ordered = findPendingDomainRenewal(pending, { name: domain.name, expiries: [domain.expiresAt] });
			if (ordered) return pendingOrderMessage("The renewal", ordered);
			const renewal = domainRenewal({ ...domain, name }, now);
			return renewal.ok ? null : renewal.error.message;
		}
		default: {
			const restriction = findRestriction({ ...domain, name }, registeredStatuses);
			if (restriction) return `${restriction.title}.`;
			if (change === "lock" && domain.locked) return "It is already locked.";
			return change === "unlock" && !domain.locked ? "It is already unlocked." : null;
		}
	}
}

/** Why the change leaves the domain as it is. Null if it changes it, or has changed it. */
interface Refusable {
	readonly refusal: string | null;
}

interface StoredChange {
	readonly change: Exclude<SelectedChange, "renew">;
	readonly owner: Owner | ConfirmedOwner;
	readonly nameservers: readonly NameserverInput[];
}

type Services = { readonly domainManagement: DomainManagement; readonly portfolio: Portfolio };

export const needsConfirmation = (change: SelectedChange): boolean => change === "unlock" || change === "nameservers";

const isConfirmed = (owner: Owner | ConfirmedOwner): owner is ConfirmedOwner => "confirmedFrom" in owner;

/** Reads of changes that start together share a round trip to D1. */
const atOnce = 20;

/** Makes the change for each domain that can have it, with all checks and limits of a single one. */
export function changeEach<D extends Refusable & { readonly id: string }>(
	services: Services,
	to: StoredChange,
	domains: readonly D[],
): Promise<D[]> {
	const limited = createConcurrencyLimit(atOnce);
	return Promise.all(
		domains.map(async (domain) => {
			if (domain.refusal !== null) return domain;
			const changed = await limited(() => changeOne(services, to, domain.id));
			return changed.ok ? domain : { ...domain, refusal: changed.error.message };
		}),
	);
}

async function changeOne(
	{ domainManagement, portfolio }: Services,
	{ change, owner, nameservers }: StoredChange,
	id: string,
): Promise<Result<unknown>> {
	if (change === "auto-renew-on" || change === "auto-renew-off")
		return portfolio.setAutoRenew(owner, id, change === "auto-renew-on");
	if (change === "lock") return domainManagement.lock(owner, id);
	if (!isConfirmed(owner)) return fail("forbidden", "Enter your password again.");
	if (change === "unlock") return domainManagement.unlock(owner, id);
	return domainManagement.setNameservers(owner, id, nameservers);
}

/** Adds a renewal of one year for each domain that can be renewed. One that is in the cart keeps its years. */
export function addRenewals<D extends Refusable & { readonly ascii: string }>(
	before: CartState,
	domains: readonly D[],
): { readonly state: CartState; readonly domains: D[] } {
	let state = before;
	const added = domains.map((domain) => {
		const fields = { category: "renewal", productId: "domain-renewal", domain: domain.ascii } as const;
		const item = { id: itemId(fields), ...fields, quantity: 1 };
		if (domain.refusal !== null || state.cart.some(({ id }) => id === item.id)) return domain;
		const outcome = changeCart(state, { intent: "add", item }, itemName);
		state = outcome.state;
		return outcome.done ? domain : { ...domain, refusal: outcome.message };
	});
	return { state, domains: added };
}

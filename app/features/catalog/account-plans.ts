import type { Currency } from "~/lib/money";
import { plansOf } from "./catalog";
import type { Plan } from "./product";

/**
 * The plans that the portal offers an account, so that each account sees one price list: shilling accounts the public
 * site's, which has the email plans too, and dollar accounts the portal's.
 */
export function accountPlans(currency: Currency): readonly Plan[] {
	const ofPortal = plansOf("portal");
	if (currency === "USD") return ofPortal;
	const emailPlans = ofPortal.filter(({ id }) => id.startsWith("email-"));
	return [...plansOf("shared"), ...emailPlans, ...plansOf("vps").slice(0, 1)];
}

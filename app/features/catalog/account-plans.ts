import type { Currency } from "~/lib/money";
import { portalOffers } from "./portal-offers";
import type { Plan } from "./product";
import { sharedPlans } from "./shared-plans";
import { vpsPlans } from "./vps-plans";

const emailPlans = portalOffers.filter(({ id }) => id.startsWith("email-"));

/**
 * The plans that the portal offers an account, so that each account sees one price list: shilling accounts the public
 * site's, which has the email plans too, and dollar accounts the portal's.
 */
export const accountPlans = (currency: Currency): readonly Plan[] =>
	currency === "USD" ? portalOffers : [...sharedPlans, ...emailPlans, ...vpsPlans.slice(0, 1)];

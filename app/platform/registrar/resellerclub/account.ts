import { z } from "zod";
import { type Balance, type ExtensionCosts, inHundredths } from "../costs";
import type { ResellerClubApi } from "./api";

/** Prices by years: `{"1": "9.5"}`. */
const byYears = z.record(z.string(), z.coerce.number()).nullish();

/** Of products that are domains. Others have other fields. */
const domainPrices = z.object({
	...{ addnewdomain: byYears, renewdomain: byYears, addtransferdomain: byYears, restoredomain: byYears },
});

const costPrices = z.record(z.string(), z.unknown());

/** `[{"domcno": ["com", "net"]}]`: the extensions of each product. */
const extensions = z.record(z.string(), z.array(z.string()));
const productKeys = z.object({
	domorder: z.union([z.array(extensions), z.record(z.string(), extensions).transform((keys) => Object.values(keys))]),
});

/** The rest of this answer is personal data. */
const details = z.object({ parentsellingcurrencysymbol: z.string().min(1) });

const balanceAnswer = z.object({ sellingcurrencybalance: z.coerce.number() });

/**
 * What ResellerClub charges us, and our balance there (manage.resellerclub.com/kb, answers 1029 and 862). Both are
 * in the currency in which our parent reseller sells to us, whatever symbol the balance has.
 */
export function createAccount({ api, resellerId }: { readonly api: ResellerClubApi; readonly resellerId: string }) {
	const params = { "reseller-id": resellerId };
	const currencyOf = async () =>
		(await api.get("resellers/details", params, details)).parentsellingcurrencysymbol.toUpperCase();

	return {
		async costs(tlds: readonly string[]): Promise<ExtensionCosts[]> {
			const { domorder } = await api.get("products/category-keys-mapping", {}, productKeys);
			const prices = await api.get("products/reseller-cost-price", params, costPrices);
			const currency = await currencyOf();
			return domorder.flatMap(Object.entries<string[]>).flatMap(([key, sold]) => {
				const found = domainPrices.safeParse(prices[key]).data;
				if (!found?.addnewdomain) return [];
				const yearly = (one: z.output<typeof byYears>) => inHundredths(one?.["1"]);
				const costs = {
					...{ currency, register: yearly(found.addnewdomain), renew: yearly(found.renewdomain) },
					...{ transfer: yearly(found.addtransferdomain), restore: yearly(found.restoredomain) },
				};
				return sold.filter((tld) => tlds.includes(tld)).map((tld) => ({ tld, ...costs }));
			});
		},

		async balance(): Promise<Balance> {
			const found = await api.get("billing/reseller-balance", params, balanceAnswer);
			return { amount: Math.round(found.sellingcurrencybalance * 100), currency: await currencyOf() };
		},
	};
}

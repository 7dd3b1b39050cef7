import { z } from "zod";
import { type Balance, type ExtensionCosts, inHundredths } from "../costs";
import type { Tools } from "./records";

/** `reseller` is what we pay. `product` is what the registry asks OpenProvider. */
const price = z.object({ reseller: z.object({ price: z.number(), currency: z.string() }).nullish() }).nullish();

const pricedExtensions = z.object({
	results: z
		.array(
			z.object({
				name: z.string(),
				prices: z
					.object({ create_price: price, renew_price: price, transfer_price: price, restore_price: price })
					.nullish(),
			}),
		)
		.nullish(),
});

/** What OpenProvider charges us, and our balance there (docs.openprovider.com/swagger.json, ListTlds and GetReseller). */
export function createAccount({ api }: Pick<Tools, "api">) {
	return {
		async costs(tlds: readonly string[]): Promise<ExtensionCosts[]> {
			const query = new URLSearchParams({ with_price: "true", limit: "500" });
			// Lists repeat the name (collectionFormat: multi).
			for (const tld of tlds) query.append("extensions", tld);
			const { results } = await api.call({ method: "GET", path: `/tlds?${query}`, data: pricedExtensions });
			return (results ?? []).flatMap(({ name, prices }) => {
				const tld = name.replace(/^\./, "").toLowerCase();
				const currency = (prices?.create_price ?? prices?.renew_price)?.reseller?.currency;
				if (!currency || !tlds.includes(tld)) return [];
				const costOf = (one: z.output<typeof price>) =>
					one?.reseller?.currency === currency ? inHundredths(one.reseller.price) : null;
				return {
					...{ tld, currency, register: costOf(prices?.create_price), renew: costOf(prices?.renew_price) },
					...{ transfer: costOf(prices?.transfer_price), restore: costOf(prices?.restore_price) },
				};
			});
		},

		/** OpenProvider does not name the currency of the account. */
		async balance(): Promise<Balance> {
			return { amount: Math.round((await api.balance()) * 100), currency: null };
		},
	};
}

import { z } from "zod";
import { fromJson, pairs } from "~/platform/setting-types";
import { type ExtensionCosts, inHundredths } from "./costs";
import type { RegistrarAdapter } from "./registrar";
import { type RegistrarId, registrarIds } from "./registrar-routes";

const price = z.number().nonnegative().optional();

/** What a registrar that publishes no prices charges for a year, such as 870.5. */
const listedCosts = z.strictObject({
	registrar: z.enum(registrarIds),
	/** Without the first dot. */
	tlds: z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be extensions such as co.ke")).min(1),
	currency: z.string().regex(/^[A-Z]{3}$/, "must be a currency such as KES"),
	...{ register: price, renew: price, transfer: price, restore: price },
});

/** The settings about what registrars charge. Part of the configuration. */
export const costSettings = {
	/** The price lists of `manual` and `epp`, as `[[vars.REGISTRAR_COSTS]]` or JSON. */
	REGISTRAR_COSTS: z.preprocess(fromJson, z.array(listedCosts)).default([]),
	/** Shillings for one unit of other currencies than shillings and dollars: `EUR=150.5`. */
	COST_RATES: z
		.string()
		.regex(/^(\s*[A-Z]{3}=\d{1,6}(\.\d{1,4})?(?=\s|$))*\s*$/, "must be pairs such as EUR=150.5")
		.default("")
		.transform((text) => {
			const found = text.split(/\s+/).filter(Boolean);
			return new Map(found.map((pair) => [pair.slice(0, 3), Number(pair.slice(4))]));
		}),
	/** Staff get an email if less than this is left in the account at a registrar, in its currency: `openprovider=100`. */
	LOW_BALANCES: pairs("openprovider=100", /\d{1,9}/).transform(
		(found) => new Map([...found].map(([registrar, amount]) => [registrar, Number(amount) * 100])),
	),
};

type CostList = z.output<typeof costSettings.REGISTRAR_COSTS>;

/** The method of the port for a registrar with a price list in the configuration. None without a list. */
export function listedBy(id: RegistrarId, list: CostList): Pick<RegistrarAdapter, "costs"> {
	const own = list.filter(({ registrar }) => registrar === id);
	if (own.length === 0) return {};
	const costs = own.flatMap(({ tlds, currency, register, renew, transfer, restore }) =>
		tlds.map(
			(tld): ExtensionCosts => ({
				...{ tld, currency },
				...{ register: inHundredths(register), renew: inHundredths(renew) },
				...{ transfer: inHundredths(transfer), restore: inHundredths(restore) },
			}),
		),
	);
	return { costs: async (tlds) => costs.filter(({ tld }) => tlds.includes(tld)) };
}

import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import type { Money } from "~/lib/money";
import type { RegistryAnswer, RegistryState } from "~/platform/registrar/registrar";
import { splitExtension } from "./extension-rules";

/** Availability of a name, with our prices. */
export interface Answer {
	/** ASCII form. */
	readonly domain: string;
	readonly tld: string;
	readonly state: RegistryState;
	/** Whether it can be added to the cart: `available` or `premium`. */
	readonly available: boolean;
	/** Price of the first year. Null if the name can't be bought. */
	readonly price: Money | null;
	/** Price of each further year. Null if the name can't be bought. */
	readonly renewal: Money | null;
	readonly source: string;
	/** Milliseconds since the epoch. */
	readonly checkedAt: number;
}

/** Adds our prices to a registry's answer. */
export function toAnswer({ name, state, source, checkedAt, premium }: RegistryAnswer): Answer {
	const { tld } = splitExtension(name);
	const forSale = state !== "taken" && state !== "reserved";
	return {
		domain: name,
		tld,
		state,
		available: state === "available" || state === "premium",
		price: premium?.register ?? (forSale ? domainPrice(tld) : null),
		renewal: premium?.renew ?? (forSale ? renewalPrice(tld) : null),
		source,
		checkedAt,
	};
}

/** The answer for a name whose registry did not answer. `checkedAt` in ms. */
export const unknownAnswer = ({ ascii, tld }: { ascii: string; tld: string }, checkedAt: number): Answer => ({
	...{ domain: ascii, tld, state: "unknown", available: false, price: null, renewal: null },
	...{ source: "none", checkedAt },
});

const hour = 3_600;

/** Seconds to cache an answer. Short for available names, because others may register them. `unknown` is not cached. */
export const cacheSeconds: Readonly<Record<RegistryState, number>> = {
	taken: 6 * hour,
	reserved: 24 * hour,
	available: 60,
	premium: 60,
	unknown: 0,
};

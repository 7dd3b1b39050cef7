import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import type { Money } from "~/lib/money";
import type { RegistryAnswer, RegistryState } from "~/platform/registrar/registrar";
import { splitExtension } from "./extension-rules";

/** What we tell a customer about a name. */
export interface Answer {
	/** ASCII form. */
	readonly domain: string;
	readonly tld: string;
	readonly state: RegistryState;
	/** Can it be put in the cart: `available` or `premium`. */
	readonly available: boolean;
	/** First year. Null when the name can't be bought. */
	readonly price: Money | null;
	/** Each further year. */
	readonly renewal: Money | null;
	readonly source: string;
	/** Milliseconds since the epoch. */
	readonly checkedAt: number;
}

/** A registry's answer with our prices. */
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

/** What a name is when nobody has said anything about it. `checkedAt` in ms. */
export const unknownAnswer = ({ ascii, tld }: { ascii: string; tld: string }, checkedAt: number): Answer => ({
	...{ domain: ascii, tld, state: "unknown", available: false, price: null, renewal: null },
	...{ source: "none", checkedAt },
});

const hour = 3_600;

/** Seconds for which an answer may be repeated. A name that is free may be gone a minute later; unknown is no answer. */
export const cacheSeconds: Readonly<Record<RegistryState, number>> = {
	taken: 6 * hour,
	reserved: 24 * hour,
	available: 60,
	premium: 60,
	unknown: 0,
};

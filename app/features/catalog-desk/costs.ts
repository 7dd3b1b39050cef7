import type { CatalogContent } from "~/features/catalog/content";
import { inShillings, lowerPrice, margin } from "~/features/catalog/margin";
import { type Term, terms } from "~/features/catalog/product";
import type { CostState } from "~/features/registrar-accounts/registrar-accounts.server";
import { formatMoney, money } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { type Cost, costOperations, formatCost } from "~/platform/registrar/costs";
import type { Entry } from "./draft";
import { amountsOf, decimals, type EntryPrice, entryPrices, type FieldChange, hundredths, notAnAmount } from "./fields";

/** What a plan, an add-on or a device costs us, in hundredths of the currency. Null: not known. */
export interface ProductCosts extends Readonly<Record<Term, number | null>> {
	/** `plan:shared-starter`, as in the draft. */
	readonly key: string;
	/** ISO 4217. */
	readonly currency: string;
	/** The name of the person who entered it. */
	readonly author: string;
	/** Also the version of the row. */
	readonly changedAt: number;
}

/** What everything costs us. */
export interface Costs {
	/** At each registrar. */
	readonly extensions: readonly CostState[];
	readonly products: readonly ProductCosts[];
	/** Shillings for one unit of each currency that a cost can be in. */
	readonly rates: ReadonlyMap<string, number>;
}

/** The exchange rates of a catalogue. @param others for currencies that we don't sell in */
export const costRates = (
	{ rules }: Pick<CatalogContent, "rules">,
	others: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map([["KES", 1], ["USD", rules.shillingsPerDollar], ...others]);

/** A price of an entry that we know the cost of. Shillings are in hundredths, so that two can be compared. */
export interface CostedPrice extends EntryPrice {
	readonly cost: Cost;
	/** Where the cost is from. Null for what staff entered. */
	readonly registrar: string | null;
	readonly costShillings: number;
	/** Our lower price of both currencies, before tax. Null without a price. */
	readonly priceShillings: number | null;
	/** Whether the price is below the cost. Never for what can't be ordered any more. */
	readonly isLoss: boolean;
	/** Whether customers can still order it. */
	readonly isOrdered: boolean;
}

/** Kinds whose costs staff enter. Those of extensions come from the registrars. */
const enteredKinds: readonly Entry["kind"][] = ["plan", "addon", "hardware"];

export const hasCosts = ({ kind }: Pick<Entry, "kind">): boolean => kind === "extension" || enteredKinds.includes(kind);

/** The terms that an entry is sold for, whose costs staff enter. Empty for other entries. */
export const costTerms = (entry: Entry): (EntryPrice & { readonly term: Term })[] =>
	enteredKinds.includes(entry.kind)
		? entryPrices(entry).flatMap((price) => {
				const term = terms.find((one) => price.path === `prices.${one}`);
				return term ? { ...price, term } : [];
			})
		: [];

/** The prices of an entry with what they cost us. An extension has the cost at the dearest registrar that sells it. */
export function costedPrices(entry: Entry, { extensions, products, rates }: Costs): CostedPrice[] {
	const own = products.find(({ key }) => key === entry.key);
	const ofTerm = new Map(costTerms(entry).map(({ path, term }) => [path, term]));
	const dollar = rates.get("USD") ?? 0;
	return entryPrices(entry).flatMap((price) => {
		const term = ofTerm.get(price.path);
		const found = term ? ownCost(own, term) : extensionCosts(entry, price.path, extensions);
		const dearest = found
			.flatMap(({ cost, registrar }) => {
				const rate = rates.get(cost.currency);
				return rate === undefined ? [] : { cost, registrar, costShillings: cost.amount * rate };
			})
			.toSorted((a, b) => b.costShillings - a.costShillings)[0];
		if (!dearest) return [];
		const lower = lowerPrice(amountsOf(entry, price), dollar);
		const priceShillings = lower && inShillings(lower, dollar);
		const isOrdered = isStillOrdered(entry, price.path);
		const isLoss = isOrdered && priceShillings !== null && dearest.costShillings > priceShillings;
		return { ...price, ...dearest, priceShillings, isOrdered, isLoss };
	});
}

interface FoundCost {
	readonly cost: Cost;
	readonly registrar: string | null;
}

function ownCost(costs: ProductCosts | undefined, term: Term): FoundCost[] {
	const amount = costs?.[term] ?? null;
	return costs && amount !== null ? [{ cost: { amount, currency: costs.currency }, registrar: null }] : [];
}

function extensionCosts({ key, kind }: Entry, path: string, costs: readonly CostState[]): FoundCost[] {
	const operation = costOperations.find((one) => one === path);
	if (kind !== "extension" || !operation) return [];
	return costs.flatMap((at) => {
		const amount = at[operation];
		return key === `extension:${at.tld}` && amount !== null && at.operations.includes(operation)
			? { cost: { amount, currency: at.currency }, registrar: at.registrar }
			: [];
	});
}

/** What is no longer sold is still renewed, except for devices. */
function isStillOrdered({ kind, value }: Entry, path: string): boolean {
	if (!("retired" in value && value.retired === true)) return true;
	return kind === "extension" ? path === "renew" || path === "restore" : kind !== "hardware";
}

/** An amount of hundredths of shillings, "Ksh 350". */
export const shillingsText = (hundredths: number): string => formatMoney(money(Math.round(hundredths), "KES"));

/** With the same minus sign as amounts. */
const percentText = (percent: number): string => `${percent < 0 ? "−" : ""}${Math.abs(percent)}%`;

/** "Ksh 700", "EUR 9.50", "$9.00, openprovider" */
function costText({ cost: { amount, currency }, registrar }: CostedPrice): string {
	const isOurs = currency === "KES" || currency === "USD";
	const text = isOurs ? formatMoney(money(amount, currency)) : formatCost({ amount, currency });
	return registrar === null ? text : `${text}, ${registrar}`;
}

/** A price with its cost and margin, for the desk. */
export function marginView(price: CostedPrice) {
	const { name, costShillings, priceShillings, isLoss } = price;
	const earned = priceShillings === null ? null : priceShillings - costShillings;
	return {
		name,
		cost: costText(price),
		margin:
			priceShillings === null || earned === null
				? "–"
				: `${shillingsText(earned)} (${percentText(margin(priceShillings, costShillings))})`,
		isLoss,
		/** What it costs us more than the price. */
		loss: isLoss && earned !== null ? shillingsText(-earned) : null,
	};
}

export type MarginView = ReturnType<typeof marginView>;

/** Says of each price below cost by how much. */
export const lossTexts = (margins: readonly MarginView[]): string[] =>
	margins.flatMap(({ name, cost, loss }) => (loss === null ? [] : [`${name}: ${loss} below the cost of ${cost}.`]));

/** The name of a form's field. */
export const costField = (term: Term): string => `cost.${term}`;

/** Hundredths. A larger cost is a typing mistake. */
const highest = 1_000_000_000;

export type EnteredCosts = Pick<ProductCosts, "currency" | Term>;

/** What a form or a file says that a product costs us. A term that it does not name stays. Failures name the field. */
export function readCosts(
	entry: Entry,
	before: ProductCosts | undefined,
	texts: ReadonlyMap<string, string>,
	{ rates }: Pick<Costs, "rates">,
): Result<EnteredCosts> {
	const problems: Record<string, string> = {};
	const costs = { monthly: null, annual: null, once: null, ...before } as Record<Term, number | null>;
	for (const { term } of costTerms(entry)) {
		const text = texts.get(costField(term))?.trim();
		if (text === undefined) continue;
		const amount = text === "" ? null : hundredths(text);
		if (text !== "" && amount === null) problems[costField(term)] = notAnAmount;
		else if (amount !== null && amount > highest) problems[costField(term)] = "Enter at most 10,000,000.";
		costs[term] = amount;
	}
	const currency = texts.get("currency")?.trim() ?? before?.currency ?? "KES";
	if (!rates.has(currency)) problems.currency = `Choose one of ${[...rates.keys()].join(", ")}.`;
	// A cost that is not named would get the new currency.
	for (const term of before && currency !== before.currency ? terms : []) {
		if (texts.has(costField(term)) || costs[term] === null) continue;
		const sold = costTerms(entry).find((one) => one.term === term);
		if (sold) problems.currency ??= `${sold.name} is still in ${before?.currency}. Enter all costs in ${currency}.`;
		else costs[term] = null;
	}
	const [first] = Object.values(problems);
	if (first !== undefined) return fail("invalid", first, { fields: problems });
	const { monthly, annual, once } = costs;
	return ok({ currency, monthly, annual, once });
}

/** What differs between two costs of a product. */
export function costChanges(entry: Entry, before: EnteredCosts | undefined, after: EnteredCosts): FieldChange[] {
	const text = (costs: EnteredCosts | undefined, term: Term) => {
		const amount = costs?.[term] ?? null;
		return amount === null ? "none" : `${costs?.currency} ${decimals(amount)}`;
	};
	return costTerms(entry).flatMap(({ term, name }) => {
		const [was, is] = [text(before, term), text(after, term)];
		return was === is ? [] : [{ label: name, before: was, after: is }];
	});
}

/** The fields of the form for an entry's costs. Null for entries whose costs staff don't enter. */
export function costForm(entry: Entry, { products, rates }: Costs) {
	const entryTerms = costTerms(entry);
	if (entryTerms.length === 0) return null;
	const own = products.find(({ key }) => key === entry.key);
	const fields = entryTerms.map(({ term, name }) => {
		const amount = own?.[term] ?? null;
		return { name: costField(term), label: name, value: amount === null ? "" : decimals(amount) };
	});
	return {
		version: own ? String(own.changedAt) : "",
		currency: own?.currency ?? "KES",
		// Also one whose exchange rate is no longer set, so that saving the form does not choose another one.
		currencies: [...new Set([...rates.keys(), ...(own ? [own.currency] : [])])],
		fields,
		author: own?.author ?? null,
		changedAt: own?.changedAt ?? null,
	};
}

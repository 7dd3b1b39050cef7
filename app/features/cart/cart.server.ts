import type { Owner } from "~/db/owner";
import { findProduct } from "~/features/catalog/catalog";
import { currentCatalog } from "~/features/catalog/current";
import { parseDomainName } from "~/features/domains/domain-name";
import { parseExternalDomain } from "~/features/domains/external-domain";
import type { LookupClient } from "~/features/domains/lookup-limits.server";
import type { Stock } from "~/features/stock/stock.server";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { formatMoney, type Money } from "~/lib/money";
import { TimeoutError, withTimeout } from "~/lib/with-timeout";
import { addonTargets, type OwnedTargets, withOnlyTargets } from "./addon-targets";
import { type Availability, type CheckedLine, checkAuthCode, checkAvailability } from "./availability";
import type { CartQuoteInput } from "./cart.schema";
import type { CartPreview } from "./cart-preview";
import { addonRenewals, checkAddon } from "./check-addon";
import { checkRenewal } from "./check-renewal";
import { checkStock } from "./check-stock";
import { type CartEntry, freeDomainLine, isRenewal, type Line, lineTitle, priceLine, withBoughtDomain } from "./lines";
import { promoLabel } from "./promo";
import type { Promos } from "./promo.server";
import type { Change, Problem, Quote } from "./quote";
import type { RegistryFacts, RenewalLookup } from "./renewal-lookup.server";
import { totals } from "./totals";

interface Dependencies {
	readonly promos: Pick<Promos, "find">;
	/** Asks the registries, without a cache. A missing answer counts as unknown. */
	checkDomains(names: readonly string[], asker?: LookupClient): Promise<readonly Availability[]>;
	/** For display: may answer from the cache, and counts the lookups of the asker. */
	lookUpDomains(names: readonly string[], asker: LookupClient): Promise<readonly Availability[]>;
	readonly renewals: RenewalLookup;
	readonly stock: Pick<Stock, "free">;
	/** Milliseconds to wait for the registries before their answers count as unknown. */
	readonly timeoutMs?: number;
}

export type Cart = ReturnType<typeof createCart>;

/** The lines that could be priced, and the problems of the others. */
interface Priced {
	readonly lines: readonly Line[];
	readonly problems: readonly Problem[];
}

/** What D1 says about a cart. */
interface Records {
	readonly promo: Awaited<ReturnType<Promos["find"]>> | null;
	readonly owned: Awaited<ReturnType<RenewalLookup["loadContext"]>>;
	/** The free pieces of the cart's hardware that is counted. */
	readonly free: ReadonlyMap<string, number>;
}

/** What registries say, by domain. */
interface RegistryAnswers {
	readonly availability: ReadonlyMap<string, Availability>;
	readonly renewals: ReadonlyMap<string, RegistryFacts>;
}

/** Prices carts and checks their domains at the registries. */
export function createCart({
	promos,
	checkDomains,
	lookUpDomains,
	renewals,
	stock,
	timeoutMs = 6 * SECOND,
}: Dependencies) {
	async function availabilityOf(
		names: readonly string[],
		check: (names: readonly string[]) => Promise<readonly Availability[]>,
	): Promise<ReadonlyMap<string, Availability>> {
		if (names.length === 0) return new Map();
		const answers = await withFallback(check(names), [], timeoutMs);
		return new Map(answers.map((answer) => [answer.domain, answer]));
	}

	async function readRecords({ promo, currency }: CartQuoteInput, lines: readonly Line[], owner: Owner | null) {
		const goods = lines.flatMap(({ kind, productId }) => (kind === "hardware" ? [productId] : []));
		const [found, owned, free] = await Promise.all([
			promo ? promos.find(promo, { currency, owner }) : null,
			renewals.loadContext(owner, lines),
			goods.length > 0 ? stock.free(goods) : new Map<string, number>(),
		]);
		return { promo: found, owned, free } satisfies Records;
	}

	async function lookUpRenewals(lines: readonly Line[]): Promise<ReadonlyMap<string, RegistryFacts>> {
		const names = lines.flatMap(({ kind, domain }) => (domain && kind === "renewal" ? [domain] : []));
		if (names.length === 0) return new Map();
		return withFallback(renewals.lookUpAll(names), new Map(), timeoutMs);
	}

	/** Converts the entry's domain to its ASCII form. */
	function normaliseEntry(entry: CartEntry): { entry: CartEntry } | { problem: Problem } {
		if (entry.domain === undefined) return { entry };
		const kind = findProduct(entry.productId)?.kind;
		const bought = kind === "registration" || kind === "transfer" || kind === "renewal";
		const name = bought ? parseDomainName(entry.domain) : parseExternalDomain(entry.domain);
		if (name.ok) return { entry: { ...entry, domain: name.value.ascii } };
		return { problem: { key: entry.key, code: "invalid_name", message: name.error.message, blocks: true } };
	}

	function priceLines({ items, currency }: CartQuoteInput): Priced {
		const problems: Problem[] = [];
		const lines: Line[] = [];
		const names = new Set<string>();
		for (const raw of items) {
			const given = normaliseEntry(raw);
			if ("problem" in given) {
				problems.push(given.problem);
				continue;
			}
			const result = priceLine(given.entry, currency);
			if (!result.ok) problems.push({ key: raw.key, ...result.error, blocks: true });
			else if (isRepeated(result.value, names)) problems.push(duplicate(result.value));
			else lines.push(result.value);
		}
		return { lines: withBoughtDomain(lines), problems };
	}

	/** @param answers null before the registries were asked: then no line has a problem of theirs */
	function quoteOf(
		{ items, currency }: CartQuoteInput,
		priced: Priced,
		{ promo, owned, free }: Records,
		answers: RegistryAnswers | null,
	): Quote {
		const assigned = withOnlyTargets(priced.lines, owned?.targets ?? null);
		const checked = assigned.map((line) => {
			const domain = line.domain ?? "";
			if (line.kind === "hardware") return checkStock(line, free);
			if (line.kind === "addon") return checkAddon(line, assigned, owned);
			if (isRenewal(line)) return checkRenewal(line, owned, answers?.renewals.get(domain));
			return answers ? checkAvailability(line, answers.availability.get(domain)) : checkAuthCode(line);
		});
		const problems = [...priced.problems, ...missingNames(checked), ...checked.flatMap(({ problem }) => problem ?? [])];
		if (promo && !promo.ok) problems.push({ key: null, code: "promo", message: promo.error.message, blocks: true });

		const ordered = checked.flatMap(({ line }) => line ?? []);
		const lines = [...ordered, ...addonRenewals(ordered, owned)];
		const premium = new Set(checked.flatMap(({ line, premium }) => (premium && line?.domain ? [line.domain] : [])));
		const freeDomain = freeDomainLine(lines, currency, premium);
		const all = freeDomain ? [...lines, freeDomain] : lines;
		const terms = promo?.ok ? promo.value : null;
		return {
			currency,
			lines: all,
			...totals(all, currentCatalog().rules, terms, currency),
			promo: terms && { ...terms, label: promoLabel(terms) },
			changes: [...checked.flatMap(({ change }) => change ?? []), ...priceChanges(items, lines)],
			problems,
		};
	}

	return {
		/**
		 * Prices the cart by the server's own prices. Lists every difference from what the page showed and every problem
		 * that prevents the order. Asks the registries and, for a promo code, a renewal or hardware, D1 once, all in parallel.
		 * @param owner whose domains and plans may be renewed. Without one, ownership is not checked.
		 * @param asker whose rate limit the registry lookups count against. Without one they are not limited.
		 */
		async quote(input: CartQuoteInput, owner: Owner | null = null, asker?: LookupClient): Promise<Quote> {
			const priced = priceLines(input);
			const [availability, registrations, records] = await Promise.all([
				availabilityOf(namesToCheck(priced.lines), (names) => checkDomains(names, asker)),
				owner ? lookUpRenewals(priced.lines) : new Map<string, RegistryFacts>(),
				readRecords(input, priced.lines, owner),
			]);
			return quoteOf(input, priced, records, { availability, renewals: registrations });
		},

		/** Prices the cart for a page, which does not wait for the registries. */
		async preview(input: CartQuoteInput, owner: Owner | null, asker: LookupClient): Promise<CartPreview> {
			const priced = priceLines(input);
			const names = namesToCheck(priced.lines);
			const needsCheck = names.length > 0 || (owner && priced.lines.some(({ kind }) => kind === "renewal"));
			const answers = needsCheck
				? Promise.all([
						availabilityOf(names, (all) => lookUpDomains(all, asker)),
						owner ? lookUpRenewals(priced.lines) : new Map<string, RegistryFacts>(),
					])
				: null;
			const records = await readRecords(input, priced.lines, owner);
			return {
				signedIn: owner !== null,
				targets: targetsOf(priced.lines, records.owned?.targets ?? null),
				quote: quoteOf(input, priced, records, null),
				checked: answers
					? answers.then(([availability, renewals]) => quoteOf(input, priced, records, { availability, renewals }))
					: null,
			};
		},
	};
}

/** The domains whose registries decide whether they can be sold. */
const namesToCheck = (lines: readonly Line[]): string[] => [
	...new Set(
		lines.flatMap(({ kind, domain }) => (domain && (kind === "registration" || kind === "transfer") ? [domain] : [])),
	),
];

/** What each add-on can be for, by the key of its line. */
const targetsOf = (lines: readonly Line[], owned: OwnedTargets | null): CartPreview["targets"] =>
	Object.fromEntries(
		lines.flatMap(({ key, productId }) => {
			const product = findProduct(productId);
			return product?.kind === "addon" ? [[key, addonTargets(product, lines, owned)]] : [];
		}),
	);

/** Whether an earlier line has the same domain or plan. Adds it to `seen`. */
function isRepeated({ kind, productId, domain, planId, planKey }: Line, seen: Set<string>): boolean {
	const named = kind === "registration" || kind === "transfer" || kind === "renewal";
	const target = domain ?? planId ?? planKey;
	const addon = kind === "addon" && target && `${productId} ${target}`;
	const subject = named ? domain : kind === "addon" ? addon : planId;
	if (!subject) return false;
	if (seen.has(subject)) return true;
	seen.add(subject);
	return false;
}

const duplicate = (line: Line): Problem => ({
	key: line.key,
	code: "duplicate",
	message: `${isRenewal(line) || line.kind === "addon" ? lineTitle(line) : line.domain} is already in the cart.`,
	blocks: true,
});

/** Extensions without a name have a price but cannot be ordered. */
const missingNames = (checked: readonly CheckedLine[]): Problem[] =>
	checked.flatMap(({ line }) =>
		line?.kind === "extension"
			? {
					key: line.key,
					code: "name_missing" as const,
					message: `Choose a name for your .${line.tld} domain.`,
					blocks: true,
				}
			: [],
	);

function priceChanges(entries: readonly CartEntry[], lines: readonly Line[]): Change[] {
	const shown = new Map(entries.map(({ key, shownAmount }) => [key, shownAmount]));
	return lines.flatMap(({ key, name, amount, renewal }) => {
		const before = shown.get(key);
		if (before === undefined || before === amount.amount) return [];
		const was: Money = { ...amount, amount: before };
		const message = `${name} now costs ${formatMoney(amount)} instead of ${formatMoney(was)}.`;
		return { key, kind: "price" as const, message, before: was, after: amount, ...(renewal && { renewal }) };
	});
}

/** Returns `fallback` if the answers fail or take too long. */
async function withFallback<T>(answers: Promise<T>, fallback: T, timeoutMs: number): Promise<T> {
	try {
		return await withTimeout(answers, timeoutMs);
	} catch (error) {
		if (!(error instanceof TimeoutError)) logger.warn("search_failed", { operation: "cart", error });
		return fallback;
	}
}

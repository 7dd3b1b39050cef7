import type { Owner } from "~/db/owner";
import { findProduct } from "~/features/catalog/catalog";
import { settings } from "~/features/catalog/settings";
import { parseDomainName } from "~/features/domains/domain-name";
import { parseExternalDomain } from "~/features/domains/external-domain";
import type { LookupClient } from "~/features/domains/lookup-limits.server";
import { SECOND } from "~/lib/durations";
import { formatMoney, type Money } from "~/lib/money";
import { TimeoutError, withTimeout } from "~/lib/with-timeout";
import { type Availability, type CheckedLine, checkAvailability } from "./availability";
import type { CartQuoteInput } from "./cart.schema";
import { checkRenewal } from "./check-renewal";
import { type CartEntry, freeDomainLine, isRenewal, type Line, lineTitle, priceLine } from "./lines";
import { promoLabel } from "./promo";
import type { Promos } from "./promo.server";
import type { Change, Problem, Quote } from "./quote";
import type { RegistryFacts, Renewals } from "./renewals.server";
import { totals } from "./totals";

interface Dependencies {
	readonly promos: Pick<Promos, "find">;
	/** Asks the registries now; an answer that is missing counts as unknown. */
	checkDomains(names: readonly string[], asker?: LookupClient): Promise<readonly Availability[]>;
	readonly renewals: Renewals;
	/** Milliseconds to wait for the registries before their answers count as unknown. */
	readonly timeoutMs?: number;
}

export type Cart = ReturnType<typeof createCart>;

/** Prices carts, with the registries' word on their names. */
export function createCart({ promos, checkDomains, renewals, timeoutMs = 6 * SECOND }: Dependencies) {
	async function availability(
		lines: readonly Line[],
		asker?: LookupClient,
	): Promise<ReadonlyMap<string, Availability>> {
		const names = lines.flatMap(({ kind, domain }) =>
			domain && (kind === "registration" || kind === "transfer") ? [domain] : [],
		);
		if (names.length === 0) return new Map();
		const answers = await orAfterTimeout(checkDomains([...new Set(names)], asker), [], timeoutMs);
		return new Map(answers.map((answer) => [answer.domain, answer]));
	}

	async function registered(lines: readonly Line[]): Promise<ReadonlyMap<string, RegistryFacts>> {
		const names = lines.flatMap(({ kind, domain }) => (domain && kind === "renewal" ? [domain] : []));
		if (names.length === 0) return new Map();
		return orAfterTimeout(renewals.lookUpAll(names), new Map(), timeoutMs);
	}

	/** A name's own form, before anything is asked about it. */
	function canonical(entry: CartEntry): { entry: CartEntry } | { problem: Problem } {
		if (entry.domain === undefined) return { entry };
		const kind = findProduct(entry.productId)?.kind;
		const bought = kind === "registration" || kind === "transfer" || kind === "renewal";
		const name = bought ? parseDomainName(entry.domain) : parseExternalDomain(entry.domain);
		if (name.ok) return { entry: { ...entry, domain: name.value.ascii } };
		return { problem: { key: entry.key, code: "invalid_name", message: name.error.message, blocks: true } };
	}

	return {
		/**
		 * What the cart costs by our own prices, with every difference from what the page showed and everything that
		 * stands in the way of ordering it. Asks the registries and, for a promo code or a renewal, D1 once; all at the same
		 * time.
		 * @param owner whose domains and plans may be renewed; without one that is left open.
		 * @param asker who the registries are asked for; without one it is the shop itself.
		 */
		async quote(input: CartQuoteInput, owner: Owner | null = null, asker?: LookupClient): Promise<Quote> {
			const { currency } = input;
			const problems: Problem[] = [];
			const priced: Line[] = [];
			const names = new Set<string>();
			for (const raw of input.items) {
				const given = canonical(raw);
				if ("problem" in given) {
					problems.push(given.problem);
					continue;
				}
				const result = priceLine(given.entry, currency);
				if (!result.ok) problems.push({ key: raw.key, ...result.error, blocks: true });
				else if (passwordsMatch(result.value, names)) problems.push(duplicate(result.value));
				else priced.push(result.value);
			}

			const [answers, promo, owned, registries] = await Promise.all([
				availability(priced, asker),
				input.promo ? promos.find(input.promo, { currency, owner }) : null,
				renewals.loadContext(owner, priced.filter(isRenewal)),
				owner ? registered(priced) : new Map<string, RegistryFacts>(),
			]);

			const checked = priced.map((line) =>
				isRenewal(line)
					? checkRenewal(line, owned, registries.get(line.domain ?? ""))
					: checkAvailability(line, answers.get(line.domain ?? "")),
			);
			problems.push(...nameless(checked), ...checked.flatMap(({ problem }) => problem ?? []));
			if (promo && !promo.ok) problems.push({ key: null, code: "promo", message: promo.error.message, blocks: true });

			const lines = checked.flatMap(({ line }) => line ?? []);
			const premium = new Set(checked.flatMap(({ line, premium }) => (premium && line?.domain ? [line.domain] : [])));
			const free = freeDomainLine(lines, currency, premium);
			const all = free ? [...lines, free] : lines;
			const terms = promo?.ok ? promo.value : null;
			return {
				currency,
				lines: all,
				...totals(all, settings, terms, currency),
				promo: terms && { ...terms, label: promoLabel(terms) },
				changes: [...checked.flatMap(({ change }) => change ?? []), ...priceChanges(input.items, lines)],
				problems,
			};
		},
	};
}

function passwordsMatch({ kind, domain, planId }: Line, seen: Set<string>): boolean {
	const named = kind === "registration" || kind === "transfer" || kind === "renewal";
	const subject = named ? domain : planId;
	if (!subject) return false;
	if (seen.has(subject)) return true;
	seen.add(subject);
	return false;
}

const duplicate = (line: Line): Problem => ({
	key: line.key,
	code: "duplicate",
	message: `${isRenewal(line) ? lineTitle(line) : line.domain} is already in the cart.`,
	blocks: true,
});

/** Extensions that still wait for their name: they are priced, and cannot be ordered. */
const nameless = (checked: readonly CheckedLine[]): Problem[] =>
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
		const message = `${name} now costs ${formatMoney(amount)}; it was shown at ${formatMoney(was)}.`;
		return { key, kind: "price" as const, message, before: was, after: amount, ...(renewal && { renewal }) };
	});
}

/** What has not come in time, or failed, is no answer. */
async function orAfterTimeout<T>(answers: Promise<T>, none: T, timeoutMs: number): Promise<T> {
	try {
		return await withTimeout(answers, timeoutMs);
	} catch (error) {
		if (!(error instanceof TimeoutError)) console.warn("availability of the cart's domains", error);
		return none;
	}
}

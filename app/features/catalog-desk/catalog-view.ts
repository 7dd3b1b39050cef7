import { href } from "react-router";
import { type Announcement, announcementPlaces } from "~/features/catalog/announcements";
import type { Plan } from "~/features/catalog/product";
import { type Testimonial, testimonialPages } from "~/features/catalog/testimonials";
import { isLow, notCounted, onShelf, type ProductStock } from "~/features/stock/stock";
import { formatMoment, kenya } from "~/lib/dates";
import { formatMoney, type Money } from "~/lib/money";
import type { EntriesQuery } from "./catalog-desk.schema";
import type { CatalogDesk, CatalogDraft, CostedDraft } from "./catalog-desk.server";
import { costedPrices, costForm, hasCosts, lossTexts, marginView } from "./costs";
import { addedKinds, deviceOf, draftMark, type Entry, entriesOf, entryMark, isNamed, newEntry } from "./draft";
import { changesOf, differences, fieldsOf, inputText } from "./fields";
import { kindNames } from "./kind-names";
import { markupText, markupView, suggestionMark, suggestionsFor, suggestionTexts } from "./markup";
import { promoLosses, promoLossTexts } from "./promo-losses";
import type { PromoRow } from "./promos-desk.repo.server";
import { discountText } from "./promos-view";

const moneyAt = (value: object, path: string): Money | undefined =>
	path.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown> | null | undefined)?.[part], value) as
		| Money
		| undefined;

/** The prices of a row: the first year of an extension, or each term. Null without any in the currency. */
function pricesOf(entry: Entry, currency: "KES" | "USD"): string[] | null {
	const amounts = fieldsOf(entry).flatMap(({ name, type, currency: of }) =>
		type === "money" && of === currency && (entry.kind !== "extension" || name.startsWith("register."))
			? (moneyAt(entry.value, name) ?? [])
			: [],
	);
	return amounts.length > 0 ? amounts.map((amount) => formatMoney(amount)) : null;
}

/** What the list says of a text. */
function textOf({ kind, value }: Entry): { readonly text: string; readonly where: string } | null {
	if (kind === "announcement") {
		const { place, from, until } = value as Announcement;
		const start = from === undefined ? "" : `from ${formatMoment(from, kenya)} `;
		return { text: announcementPlaces[place], where: `${start}until ${formatMoment(until, kenya)}` };
	}
	if (kind !== "testimonial") return null;
	const { quote, about, rating, position } = value as Testimonial;
	return { text: quote, where: `${testimonialPages[about].name}, ${rating} of 5, position ${position}` };
}

/** The key of a hardware product in the catalogue. */
export const hardwareKey = (productId: string): string => `hardware:${productId}`;

/** The list of a kind. */
export function entryRows(draft: CostedDraft, stock: readonly ProductStock[], { kind, q }: EntriesQuery, now: number) {
	const changed = new Map(draft.changes.map((one) => [one.entry.key, one]));
	const versioned = new Set(entriesOf(draft.base).map(({ key }) => key));
	const planned = plannedKeys(draft);
	return entriesOf(draft.content)
		.filter((entry) => entry.kind === kind && isNamed(entry, q))
		.map((entry) => {
			const margins = costedPrices(entry, draft.costs);
			const suggestions = suggestionsFor(entry, draft.costs, draft.markup).filter(({ isSame }) => !isSame);
			const first = suggestions.find(({ path }) => path === "register");
			// The list has the first year of an extension, and each term of a product.
			const shown = margins
				.filter(({ path }) => entry.kind !== "extension" || path === "register")
				.map((price) => marginView(price));
			const renewal = entry.kind === "extension" ? moneyAt(entry.value, "renew.KES") : undefined;
			const pieces = stock.find(({ productId }) => entry.key === hardwareKey(productId));
			return {
				id: entry.key,
				name: entry.label,
				shillings: pricesOf(entry, "KES"),
				dollars: pricesOf(entry, "USD"),
				renewal: renewal ? formatMoney(renewal) : "–",
				costs: shown.map(({ cost }) => cost),
				margins: shown.map(({ margin }) => margin),
				isLoss: margins.some(({ isLoss }) => isLoss),
				/** For the first year. Empty if it is the price already. */
				suggested: first ? suggestionTexts(first) : [],
				/** Whether only other prices of it have a suggestion. */
				hasOtherSuggestions: !first && suggestions.length > 0,
				isChanged: changed.has(entry.key),
				/** Whether the planned version changes or adds it. */
				isPlanned: planned.has(entry.key),
				/** Whether no version has it yet. */
				isNew: !versioned.has(entry.key),
				text: textOf(entry),
				isRemoved: "removed" in entry.value && entry.value.removed === true,
				isOver: entry.kind === "announcement" && (entry.value as Announcement).until <= now,
				isRetired: "retired" in entry.value && entry.value.retired === true,
				isOut: ("outOfStock" in entry.value && entry.value.outOfStock === true) || (pieces?.free ?? 1) <= 0,
				isLow: pieces !== undefined && isLow(pieces),
				/** How many pieces can be ordered. */
				pieces: pieces && pieces.free !== null ? String(pieces.free) : "Not counted",
			};
		});
}

/** What customers do not have yet, or have with other values. Empty unless a version is planned. */
const plannedKeys = ({ base, live, plannedAt }: CatalogDraft): ReadonlySet<string> =>
	new Set(plannedAt === null ? [] : differences(live, base).map(({ entry }) => entry.key));

/** The form of the markup, for the list of extensions. */
export const markupFormView = ({ markup, markupVersion }: CostedDraft, kind: EntriesQuery["kind"]) =>
	kind === "extension" ? markupView({ markup, version: markupVersion }) : null;

export type EntryRow = ReturnType<typeof entryRows>[number];

/** The form that adds an entry of the kind. Null for kinds that are not added with it. */
export function newEntryView({ content }: CatalogDraft, kind: EntriesQuery["kind"]) {
	const added = addedKinds.find((one) => one === kind);
	if (!added) return null;
	const entry = newEntry(added, content);
	return { kind: added, fields: fieldsOf(entry).map((field) => ({ ...field, value: inputText(field, entry.value) })) };
}

/** One entry with its form. Null if there is no such entry. */
export function entryView(draft: CostedDraft, key: string) {
	const entry = entriesOf(draft.content).find((one) => one.key === key);
	if (!entry) return null;
	const published = entriesOf(draft.base).find((one) => one.key === key);
	const change = draft.changes.find((one) => one.entry.key === key);
	const version = entryMark(entry, change?.row);
	const suggestions = suggestionsFor(entry, draft.costs, draft.markup);
	const margins = costedPrices(entry, draft.costs).map((price) => {
		const found = suggestions.find(({ path }) => path === price.path);
		const suggestion = found && {
			...{
				price: found.path,
				text: suggestionTexts(found).join(", "),
				seen: suggestionMark(found),
				isSame: found.isSame,
			},
		};
		return { ...marginView(price), suggestion: suggestion ?? null };
	});
	const form = costForm(entry, draft.costs);
	return {
		key,
		label: entry.label,
		kind: entry.kind,
		version,
		fields: fieldsOf(entry).map((field) => ({ ...field, value: inputText(field, entry.value) })),
		/** Null for what has no cost. */
		cost: hasCosts(entry)
			? {
					margins,
					losses: lossTexts(margins),
					markup: entry.kind === "extension" ? markupText(draft.markup) : null,
					draftVersion: version,
					form: form && {
						...form,
						entered: form.changedAt && `Entered by ${form.author} on ${formatMoment(form.changedAt, kenya)}.`,
					},
					withoutFreeDomain: entry.kind === "plan" && (entry.value as Plan).freeDomain === true,
				}
			: null,
		draft: change
			? {
					isNewDevice: isNewDevice(entry, draft),
					author: change.row.author,
					at: formatMoment(change.row.updatedAt, kenya),
					changes: changesOf(entry, published?.value ?? null),
					version: change.row.updatedAt,
				}
			: null,
	};
}

/** A device in no version, whose pieces may be counted already. */
const isNewDevice = ({ key }: Entry, { base }: CatalogDraft): boolean =>
	deviceOf(key) !== null && !entriesOf(base).some((one) => one.key === key);

/** The pieces of a hardware product. Null for anything else. */
export function stockView(stock: readonly ProductStock[], key: string) {
	const productId = deviceOf(key);
	if (productId === null) return null;
	const found = stock.find((one) => one.productId === productId) ?? notCounted(productId);
	const { free, reserved, lowAt, version } = found;
	return { free, reserved, lowAt, shelf: onShelf(found), isLow: isLow(found), version: version ?? "" };
}

export type StockView = NonNullable<ReturnType<typeof stockView>>;

export type EntryView = NonNullable<ReturnType<typeof entryView>>;

/** What publishing would change. */
export const changesView = (draft: CostedDraft, promos: readonly PromoRow[]) => ({
	number: draft.number,
	seen: draftMark(draft),
	/** From when that version applies. Null if it does. */
	plannedFor: draft.plannedAt === null ? null : formatMoment(draft.plannedAt, kenya),
	previewPage: previewPage(draft.changes[0]?.entry),
	changes: draft.changes.map(({ entry, row, changes }) => ({
		id: entry.key,
		label: entry.label,
		kind: kindNames[entry.kind],
		isNewDevice: isNewDevice(entry, draft),
		author: row.author,
		at: formatMoment(row.updatedAt, kenya),
		version: row.updatedAt,
		changes,
	})),
	belowCost: belowCost(draft),
	promos: belowCostWithPromo(draft, promos),
});

/** Every entry with a price below cost, those that the draft changes first. */
function belowCost({ content, costs, changes }: CostedDraft) {
	const changed = new Set(changes.map(({ entry }) => entry.key));
	return entriesOf(content)
		.flatMap((entry) => {
			const losses = lossTexts(costedPrices(entry, costs).map((price) => marginView(price)));
			return losses.length > 0 ? { id: entry.key, label: entry.label, losses, isChanged: changed.has(entry.key) } : [];
		})
		.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged));
}

/** The promo codes that bring more below cost with the draft than without it. */
function belowCostWithPromo({ base, content, costs }: CostedDraft, promos: readonly PromoRow[]) {
	const otherRates = new Map([...costs.rates, ["USD", base.rules.shillingsPerDollar] as const]);
	const [before, after] = [entriesOf(base), entriesOf(content)];
	return promos.flatMap((promo) => {
		const known = new Set(
			promoLosses(before, { ...costs, rates: otherRates }, promo).map(({ key, text }) => `${key} ${text}`),
		);
		const losses = promoLosses(after, costs, promo).filter(({ key, text }) => !known.has(`${key} ${text}`));
		return losses.length > 0 ? { code: promo.code, discount: discountText(promo), losses: promoLossTexts(losses) } : [];
	});
}

/** A page that shows the entry. */
function previewPage(entry: Entry | undefined): string {
	if (entry?.kind === "testimonial") return testimonialPages[(entry.value as Testimonial).about].path;
	if (entry?.kind === "announcement") return href("/");
	return entry?.kind === "hardware" ? href("/services") : href("/pricing");
}

export type ChangesView = ReturnType<typeof changesView>;

type VersionPage = Awaited<ReturnType<CatalogDesk["versionPage"]>>;

/** Newest first, with the code's version at the end of the last page. */
export function versionRows({ items, next, current }: VersionPage, now: number) {
	const rows = items.map(({ number, note, author, liveAt, distributedAt, cancelledAt }) => ({
		id: String(number),
		number,
		note,
		author,
		from: formatMoment(liveAt, kenya),
		state: stateOf({ isCurrent: number === current, isPlanned: liveAt > now, distributedAt, cancelledAt }),
	}));
	const first = { id: "1", number: 1, note: "The catalogue of the code", author: "–", from: "–" };
	if (next !== null) return rows;
	return [...rows, { ...first, state: current === 1 ? ("current" as const) : ("past" as const) }];
}

/** A version with what it changes. */
export function versionView(found: NonNullable<Awaited<ReturnType<CatalogDesk["version"]>>>, now: number) {
	const { number, note, author, liveAt, distributedAt, cancelledAt, current, compared, planned } = found;
	return {
		...{ number, note, author, current, compared, alsoInDraft: found.alsoInDraft },
		/** Null for the one of the code. */
		from: liveAt === 0 ? null : formatMoment(liveAt, kenya),
		state: stateOf({ isCurrent: number === current, isPlanned: liveAt > now, distributedAt, cancelledAt }),
		/** Another version that is planned, which nothing can be published before. */
		planned:
			planned && planned.number !== number ? { number: planned.number, at: formatMoment(planned.liveAt, kenya) } : null,
		differences: found.differences.map(({ entry: { key, label, kind }, changes, isRemoved }) => ({
			...{ id: key, label, kind: kindNames[kind], changes, isRemoved },
		})),
		/** Their pieces may be counted already. */
		newDevices: found.differences.flatMap(({ entry: { kind, label }, isNew }) =>
			isNew && kind === "hardware" ? [label] : [],
		),
	};
}

export type VersionDetails = ReturnType<typeof versionView>;

export type VersionView = ReturnType<typeof versionRows>[number];

function stateOf(row: {
	readonly isCurrent: boolean;
	readonly isPlanned: boolean;
	readonly distributedAt: number | null;
	readonly cancelledAt: number | null;
}): "current" | "publishing" | "planned" | "cancelled" | "past" {
	if (row.cancelledAt !== null) return "cancelled";
	if (row.isPlanned) return "planned";
	if (!row.isCurrent) return "past";
	return row.distributedAt === null ? "publishing" : "current";
}

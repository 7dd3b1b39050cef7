import { audit, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { saveSetting } from "~/db/settings.server";
import type { CatalogContent } from "~/features/catalog/content";
import { currentCatalog, previewVersion } from "~/features/catalog/current";
import { type Catalog, toCatalog } from "~/features/catalog/indexed";
import { firstContent, versionOne } from "~/features/catalog/version-one/version-one";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { PageStore } from "~/features/publishing/page-store.server";
import type { RegistrarAccounts } from "~/features/registrar-accounts/registrar-accounts.server";
import type { Permission } from "~/features/staff/permissions";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import { stockForgotten } from "~/features/stock/stock-changes.server";
import type { Clock } from "~/lib/clock";
import { formatMoment, kenya } from "~/lib/dates";
import { DAY, MINUTE } from "~/lib/durations";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Config } from "~/platform/config";
import type { ContentStore } from "~/platform/content-store/content-store";
import { createCatalogDeskRepo, type VersionRow } from "./catalog-desk.repo.server";
import type { CancelVersion, RollBack, SuggestedPrice } from "./catalog-desk.schema";
import { type Costs, costChanges, costRates, costTerms, readCosts } from "./costs";
import {
	type AddedKind,
	contentProblem,
	type DraftRow,
	deviceOf,
	draftMark,
	type Entry,
	entriesOf,
	entryMark,
	entryProblem,
	isNamed,
	isProduct,
	newEntry,
	publishedContent,
	withChanges,
	withKey,
	withLaterProducts,
} from "./draft";
import { changesOf, differences, type FieldChange, fieldsOf, readEntry } from "./fields";
import { type Markup, markupOf, markupText, suggestionFields, suggestionMark, suggestionsFor } from "./markup";
import { type ImportedPrices, pricesCsv, readPrices } from "./prices-csv";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly catalogStore: ContentStore;
	readonly pricePageStore: Pick<PageStore, "deleteBefore">;
	readonly registrarAccounts: Pick<RegistrarAccounts, "costs">;
	readonly config: Pick<Config, "COST_RATES">;
}

/** Someone at the desk. The versions and the draft name them. */
export interface Editor {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "name">;
}

/** A changed entry of the draft. */
export interface DraftChange {
	readonly entry: Entry;
	readonly row: DraftRow;
	readonly changes: readonly FieldChange[];
}

/** What shall change in the newest version. */
export interface CatalogDraft {
	/** Of the version that applies, or of the planned one, which nothing may undo by accident. */
	readonly number: number;
	/** When that version will apply. Null if it does. */
	readonly plannedAt: number | null;
	/** The content of that version. */
	readonly base: CatalogContent;
	/** What customers have now: the same, unless that version is planned. */
	readonly live: CatalogContent;
	/** With the changes. */
	readonly content: CatalogContent;
	readonly rows: readonly DraftRow[];
	readonly changes: readonly DraftChange[];
}

/** The draft with what everything costs us, by its own exchange rate. */
export interface CostedDraft extends CatalogDraft {
	readonly costs: Costs;
	readonly markup: Markup | null;
	/** Of the setting, for its form. */
	readonly markupVersion: number;
}

/** What customers can order now, with what it costs us. */
export interface CostedPrices {
	readonly entries: readonly Entry[];
	readonly costs: Costs;
}

export type CatalogDesk = ReturnType<typeof createCatalogDesk>;

/** Version 1, which is in no table. */
const codeVersion: VersionRow = {
	...{ number: versionOne.version, note: "The catalogue of the code", author: "–", createdAt: 0, liveAt: 0 },
	...{ distributedAt: 0, cancelledAt: null },
};

/** The longest time ahead for which a version can be planned. */
const planAheadMs = 180 * DAY;

/**
 * A version can't be cancelled so shortly before it applies. Otherwise it could be sent to the store between the reading of
 * the clock and the commit, and apply although the database says that it was cancelled.
 */
const settledBeforeMs = MINUTE;

const changedMeanwhile = (message: string) => fail("conflict", message, { code: "changed_meanwhile" });

/** What staff do in the catalogue. Each statement checks the session and its permission. */
export function createCatalogDesk({
	db,
	clock,
	catalogStore,
	pricePageStore,
	registrarAccounts,
	config,
}: Dependencies) {
	const repo = createCatalogDeskRepo(db);

	async function readDraft(session: StaffSession, permission: Permission): Promise<CatalogDraft> {
		const now = clock();
		const [newest, applied, rows] = await Promise.all([
			repo.newest(),
			repo.liveBeforePlanned(now),
			repo.draft(session, permission, now),
		]);
		const base = newest?.content ?? firstContent;
		const content = withChanges(base, rows);
		const before = new Map(entriesOf(base).map(({ key, value }) => [key, value]));
		const changes = entriesOf(content).flatMap((entry) => {
			const row = rows.find(({ key }) => key === entry.key);
			return row ? [{ entry, row, changes: changesOf(entry, before.get(entry.key) ?? null) }] : [];
		});
		const plannedAt = newest && newest.liveAt > now ? newest.liveAt : null;
		const live = plannedAt === null ? base : (applied?.content ?? firstContent);
		return { number: newest?.number ?? versionOne.version, plannedAt, base, live, content, rows, changes };
	}

	async function storedCosts(session: StaffSession, permission: Permission): Promise<Omit<Costs, "rates">> {
		const [extensions, products] = await Promise.all([
			registrarAccounts.costs(),
			repo.costs(session, permission, clock()),
		]);
		return { extensions, products };
	}

	async function readCosted(session: StaffSession, permission: Permission): Promise<CostedDraft> {
		const [draft, costs, setting] = await Promise.all([
			readDraft(session, permission),
			storedCosts(session, permission),
			repo.markup(session, permission, clock()),
		]);
		return {
			...draft,
			costs: { ...costs, rates: costRates(draft.content, config.COST_RATES) },
			markup: markupOf(setting?.value),
			markupVersion: setting?.version ?? 0,
		};
	}

	/** Stale if someone has changed the costs since they were read. */
	const costChange = (
		{ session, member }: Editor,
		{ entry: { key, label }, before, costs, changes }: ImportedPrices["costs"][number],
		now: number,
	) =>
		change(
			audit(session, "catalogue.costs", {
				kind: "catalogue.cost",
				subject: { type: "catalogue", id: key },
				params: { entry: label, changes },
			}),
			repo.saveCosts({ key, ...costs, author: member.name, changedAt: now }, before?.changedAt ?? null),
		);

	/** With the number of a new version, for what publishes. */
	async function readAll(session: StaffSession) {
		const [draft, last] = await Promise.all([
			readDraft(session, "catalogue.publish"),
			repo.lastNumber(session, "catalogue.publish", clock()),
		]);
		return { draft, number: (last ?? versionOne.version) + 1 };
	}

	const refusePlanned = (number: number, plannedAt: number) =>
		fail(
			"conflict",
			`Version ${number} is planned for ${formatMoment(plannedAt, kenya)}. Cancel it before you publish another.`,
		);

	const event = (number: number, liveAt: number) =>
		emit({ kind: "catalog.publish", payload: { number }, delayMs: Math.max(0, liveAt - clock()) });

	/** Puts a value of an entry into the draft. Stale if someone has changed its row. @param row null if there is none */
	function draftChange(
		{ session, member }: Editor,
		{ key, label }: Entry,
		{ value, changes, row }: { value: object; changes: readonly FieldChange[]; row: DraftRow | null },
		now: number,
	): Change {
		return change(
			audit(session, "catalogue.edit", {
				kind: "catalogue.changed",
				subject: { type: "catalogue", id: key },
				params: { entry: label, changes: [...changes] },
			}),
			repo.saveDraft({ key, value, author: member.name, updatedAt: now }, row?.updatedAt ?? null),
		);
	}

	/** Changes fields of an entry in the draft. @param seen as in `save` */
	async function saveTexts(
		editor: Editor,
		{ content, rows }: CatalogDraft,
		entry: Entry,
		seen: string,
		texts: ReadonlyMap<string, string>,
	): Promise<Result<null>> {
		const { key } = entry;
		const row = rows.find((one) => one.key === key);
		if (entryMark(entry, row) !== seen)
			return changedMeanwhile(
				row
					? `${row.author} has changed ${entry.label} in the meantime. The values beside yours are theirs. Check them and save again.`
					: `The changes of ${entry.label} were published or discarded in the meantime. Check the values and save again.`,
			);
		const value = readEntry(entry, texts);
		if (!value.ok) return value;
		const problem =
			entryProblem(entry.kind, value.value, clock()) ??
			contentProblem(withChanges(content, [{ key, value: value.value }]), clock());
		if (problem) return failField(problem.field, problem.message);
		const changes = changesOf({ ...entry, value: value.value }, entry.value);
		if (changes.length === 0) return ok(null);
		const now = clock();
		const saved = await db.commit(
			draftChange(editor, entry, { value: value.value, changes, row: row ?? null }, now),
			now,
		);
		return saved.state === "ok" ? ok(null) : changedMeanwhile("Someone has changed this in the meantime.");
	}

	async function addEntry(editor: Editor, entry: Entry): Promise<Result<string>> {
		const now = clock();
		const added = { value: entry.value, changes: changesOf(entry, null), row: null };
		const saved = await db.commit(draftChange(editor, entry, added, now), now);
		return saved.state === "ok" ? ok(entry.key) : changedMeanwhile("Someone has added it in the meantime.");
	}

	return {
		/** The draft with what everything costs us. One round trip. */
		draft: (session: StaffSession): Promise<CostedDraft> => readCosted(session, "catalogue.view"),

		/**
		 * Sets what a plan, an add-on or a device costs us. Applies at once, because no version has costs.
		 * @param version `changedAt` of the costs when the form was loaded, null if there were none
		 */
		async saveCosts(
			{ session, member }: Editor,
			key: string,
			version: number | null,
			texts: ReadonlyMap<string, string>,
		): Promise<Result<null>> {
			const now = clock();
			const { content, costs: known } = await readCosted(session, "catalogue.costs");
			const entry = entriesOf(content).find((one) => one.key === key);
			if (!entry || costTerms(entry).length === 0) return fail("not_found", "There is no such product.");
			const before = known.products.find((one) => one.key === key);
			const costs = readCosts(entry, before, texts, known);
			if (!costs.ok) return costs;
			if ((before?.changedAt ?? null) !== version)
				return changedMeanwhile(
					`${before?.author ?? "Someone"} has changed the cost of ${entry.label} in the meantime. Check it and save again.`,
				);
			const changes = costChanges(entry, before, costs.value);
			if (changes.length === 0) return ok(null);
			const saved = await db.commit(
				costChange({ session, member }, { entry, before, costs: costs.value, changes }, now),
				now,
			);
			return saved.state === "ok" ? ok(null) : changedMeanwhile("Someone has changed this in the meantime.");
		},

		/** The products and texts with these words in their name, those that begin with them first. One round trip. */
		async named(session: StaffSession, words: string): Promise<Entry[]> {
			const now = clock();
			const [rows, isAllowed] = await Promise.all([
				repo.draft(session, "catalogue.view", now),
				repo.maySee(session, now),
			]);
			if (!isAllowed) return [];
			const start = words.toLowerCase();
			const isFirst = ({ label }: Entry) => label.toLowerCase().replace(/^\./, "").startsWith(start.replace(/^\./, ""));
			const found = entriesOf(withChanges(currentCatalog(), rows)).filter((entry) => isNamed(entry, words));
			return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))];
		},

		/** What customers can order now, with what it costs us. One round trip. */
		async prices(session: StaffSession): Promise<CostedPrices> {
			const catalog = currentCatalog();
			const costs = await storedCosts(session, "catalogue.view");
			return { entries: entriesOf(catalog), costs: { ...costs, rates: costRates(catalog, config.COST_RATES) } };
		},

		/** The draft as customers would see it. Null if nothing has changed. */
		async preview(session: StaffSession): Promise<Catalog | null> {
			const { content, rows } = await readDraft(session, "catalogue.view");
			return rows.length === 0 ? null : toCatalog(previewVersion, content);
		},

		/** A page of all versions, newest first. `current`: the number of the one that applies now. */
		async versionPage(session: StaffSession, after: string | undefined) {
			const rows = await repo.versionPage(session, decodeCursor(after), clock());
			const page = toPage(rows, ({ number }) => [number, String(number)]);
			return { ...page, current: rows[0]?.current ?? versionOne.version };
		},

		/**
		 * A version with what it changes: one that applies, compared with the one before it, and any other, compared with the
		 * one that applies. Null if there is none. One round trip.
		 */
		async version(session: StaffSession, number: number) {
			const now = clock();
			const [stored, live, before, planned, rows, isAllowed] = await Promise.all([
				repo.version(session, "catalogue.view", number, now),
				repo.newestLive(now),
				repo.newestBefore(number),
				repo.planned(now),
				repo.draft(session, "catalogue.view", now),
				repo.maySee(session, now),
			]);
			const first = number === versionOne.version ? { ...codeVersion, content: firstContent } : undefined;
			const version = stored ?? first;
			if (!version || !isAllowed) return null;
			const current = live?.number ?? versionOne.version;
			const compared = number === current ? before : live;
			const comparedContent = compared?.content ?? firstContent;
			const { content, ...row } = version;
			const isWhole = number === current || number === planned?.number;
			const found = isWhole
				? differences(comparedContent, content)
				: differences(publishedContent(comparedContent, now), contentAgain(content, comparedContent, now));
			return {
				...row,
				current,
				compared: compared?.number ?? versionOne.version,
				differences: found,
				planned,
				/** What the draft has changed too since the version was planned. */
				alsoInDraft: found.flatMap(({ entry }) => (rows.some(({ key }) => key === entry.key) ? [entry.label] : [])),
			};
		},

		/** @param seen `entryMark` when the form was loaded */
		async save(editor: Editor, key: string, seen: string, form: { get(name: string): unknown }): Promise<Result<null>> {
			const draft = await readDraft(editor.session, "catalogue.edit");
			const entry = entriesOf(draft.content).find((one) => one.key === key);
			if (!entry) return fail("not_found", "There is no such product.");
			return saveTexts(editor, draft, entry, seen, textsOf(entry, form));
		},

		/**
		 * Puts the suggested price of an extension into the draft.
		 * @param seen `suggestionMark` of what the person saw
		 */
		async takeSuggestion(editor: Editor, key: string, { version, price, seen }: SuggestedPrice): Promise<Result<null>> {
			const draft = await readCosted(editor.session, "catalogue.edit");
			const entry = entriesOf(draft.content).find((one) => one.key === key);
			if (!entry) return fail("not_found", "There is no such product.");
			const found = suggestionsFor(entry, draft.costs, draft.markup).find(({ path }) => path === price);
			if (!found || suggestionMark(found) !== seen)
				return changedMeanwhile("The cost or the markup has changed in the meantime. Check the suggestion again.");
			return saveTexts(editor, draft, entry, version, suggestionFields(found));
		},

		/** Sets how prices of extensions are suggested. Null: not at all. */
		async saveMarkup(
			session: StaffSession,
			{ version, markup }: { readonly version: number; readonly markup: Markup | null },
		): Promise<Result<null>> {
			const now = clock();
			const before = markupOf((await repo.markup(session, "catalogue.edit", now))?.value);
			const saved = await db.commit(
				change(
					audit(session, "catalogue.edit", {
						kind: "catalogue.markup",
						subject: { type: "setting", id: "markup" },
						params: { before: markupText(before), after: markupText(markup) },
					}),
					saveSetting(db, { key: "markup", value: markup, version }, now),
				),
				now,
			);
			return saved.state === "ok"
				? ok(null)
				: changedMeanwhile("Someone has changed the markup in the meantime. Check it and save again.");
		},

		/** Adds an extension to the draft, with the prices of those that we never sold. */
		async addExtension({ session, member }: Editor, typed: string): Promise<Result<string>> {
			const { content } = await readDraft(session, "catalogue.edit");
			const tld = typed.normalize("NFC").trim().replace(/^\./, "").toLowerCase();
			const key = `extension:${tld}`;
			if (content.extensions.some((one) => one.tld === tld)) return failField("tld", `.${tld} is in the list already.`);
			const entry: Entry = { key, kind: "extension", label: `.${tld}`, value: { tld, ...content.otherExtensions } };
			const value = readEntry(entry, new Map());
			if (!value.ok) return failField("tld", "Enter an extension such as co.ke.");
			return addEntry({ session, member }, { ...entry, value: value.value });
		},

		/** Adds what a form describes to the draft. Returns its key. */
		async add(editor: Editor, kind: AddedKind, form: { get(name: string): unknown }): Promise<Result<string>> {
			const { content } = await readDraft(editor.session, "catalogue.edit");
			const blank = newEntry(kind, content);
			const value = readEntry(blank, textsOf(blank, form));
			if (!value.ok) return value;
			const entry = withKey(blank, value.value);
			const entries = entriesOf(content).filter((one) => one.kind === kind);
			if (entries.some(({ key }) => key === entry.key))
				return isProduct(kind)
					? failField("key", "There is a product with this key already. Choose another.")
					: fail("conflict", `${entry.label} is in the list already, with the same text.`);
			if (isProduct(kind) && entries.some(({ label }) => label.toLowerCase() === entry.label.toLowerCase()))
				return failField("name", `There is ${entry.label} already. Customers could not tell the two apart.`);
			const problem =
				entryProblem(kind, entry.value, clock()) ?? contentProblem(withChanges(content, [entry]), clock());
			if (problem) return failField(problem.field, problem.message);
			return addEntry(editor, entry);
		},

		/** Takes the changes of an entry back. */
		async discard({ session }: Editor, key: string, version: number): Promise<Result<null>> {
			const { base, changes } = await readDraft(session, "catalogue.edit");
			const label = changes.find(({ entry }) => entry.key === key)?.entry.label ?? key;
			const now = clock();
			const saved = await db.commit(
				change(
					audit(session, "catalogue.edit", {
						kind: "catalogue.discarded",
						subject: { type: "catalogue", id: key },
						params: { entry: label },
					}),
					repo.discard(key, version),
					stockForgotten(db, newDevices([key], base), now),
				),
				now,
			);
			return saved.state === "ok" ? ok(null) : changedMeanwhile("Someone has changed this in the meantime.");
		},

		/**
		 * Makes the draft a version, now or at a time.
		 * @param seen what the person saw: `draftMark` of the draft
		 */
		async publish(
			{ session, member }: Editor,
			{ note, seen, at }: { readonly note: string; readonly seen: string; readonly at: number | null },
		): Promise<Result<{ readonly number: number; readonly liveAt: number }>> {
			const { draft, number } = await readAll(session);
			if (draft.plannedAt !== null) return refusePlanned(draft.number, draft.plannedAt);
			if (draft.changes.length === 0) return fail("conflict", "The draft has no changes.");
			if (draftMark(draft) !== seen)
				return changedMeanwhile("Someone has changed the draft in the meantime. Check the changes and publish again.");
			const problem = contentProblem(draft.content, clock());
			if (problem) return fail("conflict", problem.message);
			const now = clock();
			if (at !== null && at <= now) return failField("at", "Choose a time that is still to come.");
			if (at !== null && at > now + planAheadMs) return failField("at", "Choose a time within 180 days.");
			const liveAt = at ?? now;
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "catalogue.published",
						subject: { type: "catalogue", id: String(number) },
						params: { number, changes: draft.changes.length, at: liveAt },
						reason: note,
					}),
					repo.addVersion({
						...{ number, note, author: member.name, createdAt: now, liveAt },
						content: publishedContent(draft.content, now),
					}),
					repo.clearDraft(draft.rows),
					event(number, liveAt),
				),
				now,
			);
			return saved.state === "ok"
				? ok({ number, liveAt })
				: changedMeanwhile("Someone has changed the draft in the meantime. Check the changes and publish again.");
		},

		/**
		 * Cancels a planned version. Returns how many of its changes are in the draft again.
		 * @param changes whether the draft gets them back. It keeps its own change of the same product
		 */
		async cancel(
			{ session }: Editor,
			number: number,
			{ changes, reason }: CancelVersion,
		): Promise<Result<{ readonly kept: number }>> {
			const now = clock();
			const [version, live, rows] = await Promise.all([
				repo.version(session, "catalogue.publish", number, now),
				repo.newestLive(now),
				repo.draft(session, "catalogue.publish", now),
			]);
			if (!version) return fail("not_found", "There is no such version.");
			const current = live?.content ?? firstContent;
			const back =
				changes === "keep"
					? differences(publishedContent(current, now), version.content).filter(
							({ entry }) => !rows.some(({ key }) => key === entry.key),
						)
					: [];
			const dropped =
				changes === "drop"
					? entriesOf(version.content).flatMap(({ key }) => (rows.some((row) => row.key === key) ? [] : key))
					: [];
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "catalogue.cancelled",
						subject: { type: "catalogue", id: String(number) },
						params: { number, kept: back.length },
						reason,
					}),
					repo.cancel(number, { now, appliesAfter: now + settledBeforeMs }),
					...back.map(({ entry: { key, value }, isRemoved }) =>
						repo.saveDraft(
							{ key, value: isRemoved ? { ...value, removed: true } : value, author: version.author, updatedAt: now },
							null,
						),
					),
					stockForgotten(db, newDevices(dropped, current), now),
				),
				now,
			);
			return saved.state === "ok"
				? ok({ kept: back.length })
				: changedMeanwhile(
						"This version applies already or within a minute, was cancelled, or the draft has changed. Look at it again.",
					);
		},

		/** Publishes the content of an earlier version again. The draft stays. @param seen the version that applied then */
		async rollBack(
			{ session, member }: Editor,
			to: number,
			{ seen, reason }: RollBack,
		): Promise<Result<{ number: number }>> {
			const now = clock();
			const [{ draft, number }, earlier] = await Promise.all([
				readAll(session),
				repo.version(session, "catalogue.publish", to, now),
			]);
			if (draft.plannedAt !== null) return refusePlanned(draft.number, draft.plannedAt);
			const content = to === versionOne.version ? firstContent : earlier?.content;
			if (!content || (earlier && earlier.cancelledAt !== null)) return fail("not_found", "There is no such version.");
			if (to === draft.number) return fail("conflict", `Version ${to} is the current one.`);
			if (seen !== draft.number)
				return changedMeanwhile(
					`Version ${draft.number} was published in the meantime. Check what changes now and go back again.`,
				);
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "catalogue.rolled_back",
						subject: { type: "catalogue", id: String(number) },
						params: { number, to },
						reason,
					}),
					repo.addVersion({
						...{ number, author: member.name, createdAt: now, liveAt: now },
						content: contentAgain(content, draft.base, now),
						note: `Back to version ${to}: ${reason}`,
					}),
					event(number, now),
				),
				now,
			);
			return saved.state === "ok" ? ok({ number }) : changedMeanwhile("Someone has published in the meantime.");
		},

		/** Changes the prices of the draft, and costs at once, as a file has them. All of it or nothing. */
		async importPrices(
			{ session, member }: Editor,
			text: string,
		): Promise<Result<{ readonly prices: number; readonly costs: number }>> {
			const { content, rows, costs } = await readCosted(session, "catalogue.edit");
			const found = readPrices(entriesOf(content), costs, text);
			if (!found.ok) return found;
			const { prices, costs: ofProducts } = found.value;
			if (prices.length + ofProducts.length === 0)
				return fail("conflict", "All prices and costs of the file are the same as in the draft.");
			const now = clock();
			const saved = await db.commit(
				change(
					prices.length > 0 &&
						audit(session, "catalogue.edit", {
							kind: "catalogue.imported",
							subject: { type: "catalogue", id: "prices" },
							params: { entries: prices.length },
						}),
					...prices.map(({ entry: { key }, value }) =>
						repo.saveDraft(
							{ key, value, author: member.name, updatedAt: now },
							rows.find((row) => row.key === key)?.updatedAt ?? null,
						),
					),
					...ofProducts.map((one) => costChange({ session, member }, one, now)),
				),
				now,
			);
			return saved.state === "ok"
				? ok({ prices: prices.length, costs: ofProducts.length })
				: changedMeanwhile("Someone has changed the draft or a cost in the meantime. Import the file again.");
		},

		/** The prices and costs of the draft as a file. Null without the permission. */
		async exportPrices(session: StaffSession): Promise<string | null> {
			const { content, costs } = await readCosted(session, "catalogue.view");
			const now = clock();
			const logged = await db.commit(
				audit(session, "catalogue.view", {
					kind: "catalogue.exported",
					subject: { type: "catalogue", id: "prices" },
					params: {},
				}),
				now,
			);
			return logged.state === "ok" ? pricesCsv(entriesOf(content), costs) : null;
		},

		/** The published version, for a store that does not answer. Null if that is the one in the code. */
		async published(): Promise<Catalog | null> {
			const found = await repo.newestLive(clock());
			return found && toCatalog(found.number, found.content);
		},

		/** Writes the newest version that applies to the store that every location reads. Safe to repeat. */
		async distribute({ number }: { readonly number: number }): Promise<Outcome> {
			const now = clock();
			const [live, planned] = await Promise.all([repo.newestLive(now), repo.planned(now)]);
			if (planned?.number === number)
				return { state: "postponed", reason: "The version does not apply yet", until: planned.liveAt };
			if (!live) return done;
			// The content first, so that no location looks for content that is not there.
			await catalogStore.write(live.number, JSON.stringify(live.content));
			await catalogStore.publish(live.number);
			await db.commit(repo.markDistributed(live.number, now), now);
			await pricePageStore.deleteBefore(live.number);
			return done;
		},
	};
}

/** The ids of those devices that a content does not have. @param keys of entries */
const newDevices = (keys: readonly string[], { hardware }: CatalogContent): string[] =>
	keys.flatMap((key) => {
		const id = deviceOf(key);
		return id === null || hardware.some((one) => one.id === id) ? [] : id;
	});

/** What going back to a content publishes while another one applies. */
const contentAgain = (content: CatalogContent, current: CatalogContent, now: number): CatalogContent =>
	publishedContent(withLaterProducts(content, current), now);

/** The texts of a form. A checkbox that is off is not sent, and counts as off. */
function textsOf(entry: Entry, form: { get(name: string): unknown }): Map<string, string> {
	return new Map(
		fieldsOf(entry).flatMap(({ name, type }) => {
			const text = form.get(name);
			if (typeof text === "string") return [[name, text]];
			return type === "flag" || type === "switch" ? [[name, ""]] : [];
		}),
	);
}

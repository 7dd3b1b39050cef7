import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { firstContent } from "~/features/catalog/version-one/version-one";
import type { CostedDraft } from "~/features/catalog-desk/catalog-desk.server";
import { changesView, entryView } from "~/features/catalog-desk/catalog-view";
import { ChangesPage } from "~/features/catalog-desk/components/catalog-changes";
import { CatalogEntry } from "~/features/catalog-desk/components/catalog-entry";
import { entriesOf, withChanges } from "~/features/catalog-desk/draft";
import { changesOf } from "~/features/catalog-desk/fields";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { firstHelp } from "~/features/help/first-articles/first-articles";
import { ArticleEditor } from "~/features/help-desk/components/help-desk-pages";
import type { DeskArticle } from "~/features/help-desk/desk-article";
import { articlePageView } from "~/features/help-desk/help-desk-view";
import { kes } from "~/lib/money";

const render = (page: ReactElement): string => {
	const router = createMemoryRouter([{ path: "/", element: page }]);
	return renderToStaticMarkup(createElement(RouterProvider, { router }));
};

/**
 * The closed parts of a page that send the intent. Nothing else of the page may send it, so that one press of a button
 * never does.
 */
function closedParts(html: string, intent: string): string[] {
	const sends = `name="intent" value="${intent}"`;
	const parts = html.match(/<details\b.*?<\/details>/gs)?.filter((part) => part.includes(sends)) ?? [];
	expect(html.split(sends).length - 1, "every form that discards is in a part of its own").toBe(parts.length);
	return parts.filter((part) => part.startsWith("<details>") || !/^<details[^>]* open/.test(part));
}

const key = "extension:com";

/** A draft in which someone has changed the price of .com. */
function aDraft(): CostedDraft {
	const [extension] = entriesOf(firstContent).filter((entry) => entry.key === key);
	if (!extension) throw new Error("The catalogue has no .com");
	const value = { ...extension.value, register: { KES: kes(1_999) } };
	const row = { key, value, author: "Wanjiku Kamau", updatedAt: 1_000 };
	const entry = { ...extension, value };
	return {
		...{
			number: 1,
			plannedAt: null,
			base: firstContent,
			live: firstContent,
			content: withChanges(firstContent, [row]),
			rows: [row],
		},
		changes: [{ entry, row, changes: changesOf(entry, extension.value) }],
		costs: { extensions: [], products: [], rates: new Map() },
		...{ markup: null, markupVersion: 0 },
	};
}

const failed = (values: DeskAnswer["values"]): DeskAnswer => ({
	...{ intent: "discard", values },
	failure: { kind: "conflict", message: "Someone has changed this in the meantime." },
});

test("changed prices are discarded only after a question that says what is lost, on both pages", () => {
	const changes = (answer?: DeskAnswer, mayEdit = true) =>
		render(
			createElement(ChangesPage, {
				...{ view: changesView(aDraft(), []), previews: false, mayPublish: true },
				...{ mayEdit, answer },
			}),
		);
	const entry = entryView(aDraft(), key);
	if (!entry) throw new Error("The draft has no .com");
	const page = render(
		createElement(CatalogEntry, { entry, stock: null, mayEdit: true, mayEnterCosts: false, answer: undefined }),
	);
	for (const html of [changes(), page]) {
		const [part, ...others] = closedParts(html, "discard");
		expect(others).toEqual([]);
		expect(part).toContain("Discard these changes");
		expect(part).toContain("They are lost for everyone");
		expect(part).toContain(`name="version" value="1000"`);
	}
	expect(closedParts(changes(failed({ key: [key] })), "discard"), "open after a failure").toEqual([]);
	expect(changes(failed({ key: [key] }))).toContain("Someone has changed this in the meantime.");
	expect(changes(undefined, false)).not.toContain(`value="discard"`);
});

test("the draft of an article is discarded or deleted only after a question that says what is lost", () => {
	const [first] = firstHelp.articles;
	if (!first) throw new Error("There is no article");
	const { id, slug, title, section, summary, body, position } = first;
	const published = { slug, title, section, summary, body, position, number: 1, at: 1 };
	const changed: DeskArticle = {
		...{ id, published, version: 2_000, author: "Wanjiku Kamau" },
		draft: { slug, title: "Another title", section, summary, body, position },
	};
	const editor = (article: DeskArticle, mayEdit = true) =>
		render(createElement(ArticleEditor, { article: articlePageView(article, [], null), mayEdit, answer: undefined }));
	const [discard, ...others] = closedParts(editor(changed), "discard");
	expect(others).toEqual([]);
	expect(discard).toContain("Discard the changes");
	expect(discard).toContain("lost for everyone. Customers still see the published text.");
	const [deletion] = closedParts(editor({ ...changed, published: null }), "discard");
	expect(deletion).toContain("Delete the draft");
	expect(deletion).toContain("deleted for everyone");
	expect(editor(changed, false)).not.toContain(`value="discard"`);
	expect(editor({ ...changed, draft: published }), "nothing to discard").not.toContain(`value="discard"`);
});

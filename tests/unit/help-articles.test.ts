import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, matchPath, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { PageAddress } from "~/components/layout/page-address";
import { articleLimits } from "~/features/help/article";
import { type ArticleBlock, articleHref, parseArticle } from "~/features/help/article-markdown";
import { ArticleBody } from "~/features/help/components/article-body";
import { firstArticles, firstHelp } from "~/features/help/first-articles/first-articles";
import { sectionsOf, toHelp } from "~/features/help/help";
import { search } from "~/features/help/search";
import { routeTable } from "../support/route-table";

const html = (text: string): string => renderToStaticMarkup(createElement(ArticleBody, { blocks: parseArticle(text) }));
const kinds = (text: string) => parseArticle(text).map(({ kind }) => kind);

test("an article can have headings, lists with parts, tables, code and quotes", () => {
	const text = [
		...[
			"# First",
			"",
			"Some *text*",
			"on two lines.",
			"",
			"1. One",
			"   - inner",
			"2. Two",
			"",
			"   ```",
			"   dig x",
			"   ```",
		],
		...["", "| Type | Use |", "| --- | --- |", "| A | `IPv4` |", "", "> Note", "", "```", "<b>", "```"],
	].join("\n");
	expect(kinds(text)).toEqual(["heading", "paragraph", "list", "table", "quote", "code"]);
	const page = html(text);
	expect(page).toContain("<em>text</em> on two lines.");
	expect(page).toMatch(/<ol[^>]*><li><div[^>]*><p>One<\/p><ul[^>]*><li>.*inner.*<\/ul><\/div><\/li><li>.*Two.*dig x/);
	expect(page).toContain('<td data-label="Use"><span><code');
	expect(page).toContain("&lt;b&gt;");
});

test("headings start at the second level, leave none out, and have anchors of their own", () => {
	const headings = parseArticle("# Pay\n#### Deep\n## Pay\n### Main\n## Main").flatMap((block) =>
		block.kind === "heading" ? [[block.level, block.id]] : [],
	);
	expect(headings).toEqual([
		[2, "pay"],
		[3, "deep"],
		[2, "pay-2"],
		[3, "main-2"],
		[2, "main-3"],
	]);
});

test("HTML in an article is text", () => {
	for (const text of [
		"<script>alert(1)</script>",
		'<img src=x onerror="alert(1)">',
		"## <svg onload=alert(1)>",
		"- <iframe src=javascript:alert(1)>",
		"| <a onclick=x> |\n| --- |\n| <style> |",
		"```\n</code><script>x</script>\n```",
		"> <b>",
	])
		expect(html(text), text).not.toMatch(/<(script|img|svg|iframe|style|b|a)\b/);
});

test("a link in an article leads to the web, to an email address or to our own pages", () => {
	for (const href of [
		"https://kenic.or.ke",
		"http://a.example",
		"mailto:a@b.example",
		"/pricing",
		"/help?q=dns",
		"#parts",
	])
		expect(articleHref(href), href).toBe(href);
	for (const href of [
		...["javascript:alert(1)", "JAVASCRIPT:alert(1)", "java\nscript:x", "data:text/html,x", "vbscript:x", "tel:+2547"],
		...["//evil.example", "/\\evil.example", "\\\\evil.example", "https:evil", "page", "file:///x", "/a b"],
	])
		expect(articleHref(href), href).toBeNull();
	expect(html("[x](javascript:alert(1))")).not.toContain("<a ");
	expect(html("[there](https://a.example) [here](/pricing)")).toMatch(
		/<a href="https:\/\/a\.example" rel="[^"]*noopener[^"]*"[^>]*>there<\/a> <a href="\/pricing" class/,
	);
});

test("any text becomes an article quickly, without a link to a script", () => {
	const pieces = fc.constantFrom(
		...["# ", "- ", "1. ", "> ", "|", "|---|", "```", "~~~", "\n", "\n\n", "   ", "[a](javascript:x)", "[", "](", ")"],
		...["*", "`", "<script>", "https://a.b", "x "],
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 80 }), (parts) => {
			const page = html(parts.join(""));
			expect(page).not.toMatch(/<script|href="javascript/i);
		}),
	);
	// The time of this process alone, whatever else the machine does.
	const began = process.cpuUsage();
	for (const piece of ["> ", "- ", "|", "[a](", "```\n", "# x\n", "1. a\n"])
		parseArticle(piece.repeat(20_000).slice(0, articleLimits.body));
	expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
});

test("a title can't end the block of structured data", () => {
	const title = "</script><script>alert(1)</script>";
	const router = createMemoryRouter(
		[
			{
				path: "/help/:slug",
				loader: () => ({ crumb: title }),
				element: createElement(PageAddress, { origin: "https://k.test" }),
			},
		],
		{
			initialEntries: ["/help/x"],
			hydrationData: { loaderData: { "0": { crumb: title } } },
		},
	);
	const page = renderToStaticMarkup(createElement(RouterProvider, { router }));
	expect(page).toContain('<link rel="canonical" href="https://k.test/help/x"/>');
	const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
	expect(JSON.parse(data).itemListElement.map(({ name }: { name: string }) => name)).toEqual(["Home", "Help", title]);
	expect(page.match(/<script/g)).toHaveLength(1);
});

const hrefsIn = (text: string) =>
	[...JSON.stringify(parseArticle(text)).matchAll(/"href":"([^"]+)"/g)].map(([, href = ""]) => href);

test("the articles of the code have links to pages that exist, and lengths that search engines show", () => {
	expect(sectionsOf(firstHelp).flatMap(({ articles }) => articles)).toHaveLength(firstArticles.length);
	expect(new Set(firstArticles.map(({ slug }) => slug)).size).toBe(firstArticles.length);
	for (const { slug, title, summary, body, id } of firstArticles) {
		expect(id).toBe(`hlp_${slug}`);
		expect(title.length, title).toBeLessThanOrEqual(50);
		expect(summary.length, slug).toBeGreaterThanOrEqual(80);
		expect(summary.length, slug).toBeLessThanOrEqual(articleLimits.summary);
		expect(parseArticle(body).filter(({ kind }) => kind === "heading").length, slug).toBeGreaterThan(1);
		expect(hrefsIn(body).length, slug).toBeGreaterThan(0);
		for (const href of hrefsIn(body)) {
			const path = new URL(href, "https://kikoa.test").pathname;
			expect(
				routeTable.some(({ pattern, page }) => page && matchPath(pattern, path)),
				`${slug}: ${href}`,
			).toBe(true);
		}
	}
});

const found = (query: string, mode: "all" | "some" = "all") =>
	search(firstHelp.index, query, mode).map(({ slug }) => slug);

test("a search finds words, their beginnings and other ways to write them, the title first", () => {
	expect(found("mpesa")[0]).toBe("pay-by-mpesa");
	expect(found("M-Pesa")[0]).toBe("pay-by-mpesa");
	expect(found("authoriz")[0]).toBe("get-an-authorization-code");
	expect(found("dns record")[0]).toBe("read-dns-records");
	expect(found("How do I transfer my .co.ke domain?")[0]).toBe("transfer-a-ke-domain-to-us");
	expect(found("recovery code")[0]).toBe("lost-two-step-sign-in");
	expect(found("zebra")).toEqual([]);
	expect(found("<>|?")).toEqual([]);
});

test("a search for several words prefers articles that have all of them", () => {
	const both = found("nameservers hosting");
	expect(both).toContain("point-a-domain-to-hosting");
	expect(both).not.toContain("pay-by-mpesa");
	expect(found("zebra mpesa")).toContain("pay-by-mpesa");
});

test("a message gets the articles about its subject, and small talk gets none", () => {
	expect(
		found("Hello, I lost my phone and can't sign in with the two-step code any more. Please help!", "some")[0],
	).toBe("lost-two-step-sign-in");
	expect(found("I paid with Mpesa but my invoice is still open", "some")[0]).toBe("pay-by-mpesa");
	expect(found("My domain has expired, how do I renew it?", "some")[0]).toBe("renew-a-domain-in-time");
	for (const text of ["Hello there, how are you?", "Thank you so much for your help", "zebra giraffe"])
		expect(found(text, "some"), text).toEqual([]);
});

test("an article's old address leads to it, unless another article has the address now", () => {
	const [one, two] = firstArticles;
	if (!one || !two) throw new Error("There are no articles");
	const help = toHelp(2, [
		{ ...one, slug: "new", oldSlugs: ["old", "taken"] },
		{ ...two, slug: "taken" },
	]);
	expect(help.byOldSlug.get("old")?.slug).toBe("new");
	expect(help.byOldSlug.has("taken")).toBe(false);
	expect(help.bySlug.get("taken")?.id).toBe(two.id);
});

test("unknown parts of an article stay text", () => {
	const blocks: ArticleBlock[] = parseArticle("a | b\nno rule\n\n#no heading\n\n-no list");
	expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "paragraph", "paragraph"]);
});

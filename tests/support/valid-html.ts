import type { Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { expect } from "./shop";

/** The standard's content models and attributes, and headings that skip no level. */
const validator = new HtmlValidate({
	extends: ["html-validate:standard"],
	rules: { "heading-level": "error" },
});

/** Fails if the server's HTML of the page is invalid. */
export async function validHtml(page: Page): Promise<void> {
	const html = await (await page.request.get(page.url())).text();
	const { results } = await validator.validateString(html);
	const problems = results.flatMap(({ messages }) =>
		messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
	);
	expect(problems, `HTML of ${page.url()}`).toEqual([]);
}

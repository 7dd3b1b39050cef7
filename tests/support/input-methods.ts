import type { Locator, Page } from "@playwright/test";
import { expect } from "./shop";

/** How a person uses a page. */
export interface InputMethod {
	press(target: Locator): Promise<void>;
	type(target: Locator, text: string): Promise<void>;
	check(target: Locator): Promise<void>;
}

export const mouse: InputMethod = {
	press: (target) => target.click(),
	type: (target, text) => target.fill(text),
	check: (target) => target.check(),
};

/** Uses only Tab, Enter, Space and letters. */
export const keyboard: InputMethod = {
	async press(target) {
		await tabTo(target);
		await target.page().keyboard.press("Enter");
	},
	async type(target, text) {
		await tabTo(target);
		await target.page().keyboard.press("ControlOrMeta+a");
		await target.page().keyboard.type(text);
	},
	async check(target) {
		await tabTo(target);
		await target.page().keyboard.press("Space");
		await expect(target).toBeChecked();
	},
};

const maxTabs = 200;

async function tabTo(target: Locator): Promise<void> {
	await expect(target).toBeVisible();
	const page: Page = target.page();
	for (let tabs = 0; tabs < maxTabs; tabs += 1) {
		const key = await target.evaluate(keyTowards);
		if (!key) return;
		await page.keyboard.press(key);
	}
	throw new Error(`The keyboard does not reach ${target} in ${maxTabs} steps.`);
}

/** The key that moves the focus towards the element, or null if it has the focus. */
function keyTowards(element: Element): "Tab" | "Shift+Tab" | null {
	const { activeElement, body } = document;
	if (activeElement === element) return null;
	if (!activeElement || activeElement === body) return "Tab";
	const isBefore = activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
	return isBefore ? "Shift+Tab" : "Tab";
}
